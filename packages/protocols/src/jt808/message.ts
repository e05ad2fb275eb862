import { toHex } from "../hex.ts";
import { escapeFrame, flag } from "./splitter.ts";

/** A message, or a part of one. */
export interface Message {
  readonly id: number;
  readonly uniqueId: string;
  /** The telephone number as it stands in the header, 6 bytes or, from 2019 on, 10. */
  readonly phone: Uint8Array;
  /** The version of the protocol that the header states from 2019 on, null before. */
  readonly version: number | null;
  readonly serial: number;
  /** Which part of how many it is, counted from 1; null if it is whole. */
  readonly part: { readonly total: number; readonly index: number } | null;
  readonly body: Uint8Array;
  /** Whether the body is as long as the header says. */
  readonly hasLength: boolean;
  readonly hasChecksum: boolean;
}

const versionFlag = 0x4000;
const partFlag = 0x2000;
const lengthMask = 0x03ff;
const imeiDigits = 14;

/** Takes a frame apart whose escapes are gone and whose flags are not. Null if it is none. */
export function readMessage(frame: Uint8Array): Message | null {
  const end = frame.length - 2;
  if (frame[0] !== flag || frame.at(-1) !== flag || end < 13) return null;
  const uint16 = (at: number): number => ((frame[at] ?? 0) << 8) | (frame[at + 1] ?? 0);
  const properties = uint16(3);
  const isVersioned = (properties & versionFlag) !== 0;
  const phoneAt = isVersioned ? 6 : 5;
  const serialAt = phoneAt + (isVersioned ? 10 : 6);
  const hasParts = (properties & partFlag) !== 0;
  const bodyAt = serialAt + 2 + (hasParts ? 4 : 0);
  if (bodyAt > end) return null;
  const phone = frame.subarray(phoneAt, serialAt);
  let checksum = 0;
  for (let index = 1; index < end; index++) checksum ^= frame[index] ?? 0;
  return {
    id: uint16(1),
    uniqueId: identifierOf(phone),
    phone,
    version: isVersioned ? (frame[5] ?? 0) : null,
    serial: uint16(serialAt),
    part: hasParts ? { total: uint16(serialAt + 2), index: uint16(serialAt + 4) } : null,
    body: frame.subarray(bodyAt, end),
    hasLength: (properties & lengthMask) === end - bodyAt,
    hasChecksum: checksum === frame[end],
  };
}

/** Twelve decimal digits, of which twenty have zeros in front; what is no decimal number is an IMEI in binary. */
function identifierOf(phone: Uint8Array): string {
  const digits = toHex(phone);
  if (phone.every((byte) => byte <= 0x99 && (byte & 0x0f) <= 9))
    return digits.length > 12 ? digits.replace(/^0+(?=\d{5})/, "") : digits;
  const number = String(Number.parseInt(toHex(phone.subarray(-6)), 16));
  return number.length === imeiDigits ? number + luhnDigit(number) : number;
}

/** The check digit of an IMEI. */
function luhnDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const value = Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}

/** A message of the server to a device, with the header that the device's own have. */
export function writeMessage(
  id: number,
  to: Pick<Message, "phone" | "version">,
  serial: number,
  body: Uint8Array,
): Uint8Array {
  const isVersioned = to.version !== null;
  const phoneAt = isVersioned ? 5 : 4;
  const bodyAt = phoneAt + to.phone.length + 2;
  const plain = Buffer.alloc(bodyAt + body.length + 1);
  plain.writeUInt16BE(id);
  plain.writeUInt16BE(body.length | (isVersioned ? versionFlag : 0), 2);
  if (to.version !== null) plain.writeUInt8(to.version, 4);
  plain.set(to.phone, phoneAt);
  plain.writeUInt16BE(serial, bodyAt - 2);
  plain.set(body, bodyAt);
  let checksum = 0;
  for (let index = 0; index < plain.length; index++) checksum ^= plain[index] ?? 0;
  plain[plain.length - 1] = checksum;
  return escapeFrame(plain);
}
