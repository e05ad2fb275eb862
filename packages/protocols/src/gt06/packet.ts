import { crc16X25 } from "../crc16.ts";

/** A frame taken apart. */
export interface Packet {
  readonly type: number;
  /** Whether the frame has the long form, with two bytes of length. */
  readonly isLong: boolean;
  /** What stands between the type and the serial number. */
  readonly content: Uint8Array;
  readonly serial: number;
  /** `absent` in the frames of devices that send neither serial number nor checksum. */
  readonly checksum: "right" | "wrong" | "absent";
}

export const loginType = 0x01;
const plainTypes = new Set([0x10, 0x11]);
const wifiOfflineType = 0x17;
export const wifiType = 0x69;
const endBytes = 2;
/** A frame's length counts its type, serial number and checksum too. */
const lengthBeyondContent = 5;
const nothing = new Uint8Array(0);

/** Takes a frame apart; null if the bytes are none. */
export function readPacket(frame: Uint8Array): Packet | null {
  const isLong = frame[0] === 0x79 && frame[1] === 0x79;
  if (!isLong && (frame[0] !== 0x78 || frame[1] !== 0x78)) return null;
  const hasEnd = frame.at(-2) === 0x0d && frame.at(-1) === 0x0a;
  const end = frame.length - endBytes;
  const typeAt = isLong ? 4 : 3;
  const type = frame[typeAt];
  if (!hasEnd || type === undefined || end <= typeAt) return null;
  if (isPlain(frame, type, isLong)) {
    return { type, isLong, content: frame.subarray(typeAt + 1, end), serial: 0, checksum: "absent" };
  }
  if (end - typeAt < 5) return null;
  const stated = uint16(frame, end - 2);
  return {
    type,
    isLong,
    content: frame.subarray(typeAt + 1, end - 4),
    serial: uint16(frame, end - 4),
    checksum: stated === crc16X25(frame, 2, end - 2) ? "right" : "wrong",
  };
}

const plainHeadBytes = 4;
/**
 * A frame without serial number and checksum, of a device that logged in with such a one: its length may be one too many,
 * so that other frames of it look like any with a wrong checksum.
 */
export function readPlainPacket(frame: Uint8Array): Packet | null {
  const [first, second, , type] = frame;
  const hasEnd = frame.at(-2) === 0x0d && frame.at(-1) === 0x0a;
  const isFrame = first === 0x78 && second === 0x78 && hasEnd && frame.length >= plainHeadBytes + endBytes;
  if (!isFrame || type === undefined) return null;
  return {
    type,
    isLong: false,
    content: frame.subarray(plainHeadBytes, -endBytes),
    serial: 0,
    checksum: "absent",
  };
}

/** Their length does not count what others count, or is a number of access points. */
function isPlain(frame: Uint8Array, type: number, isLong: boolean): boolean {
  const length = frame[2] ?? 0;
  if (isLong || frame.length === length + 5) return false;
  if (type === loginType) return length === 0x0d && frame.length === 15;
  if (plainTypes.has(type)) return frame.length === length + 6;
  return type === wifiType || type === wifiOfflineType;
}

/** A frame of the short form. */
export function writePacket(type: number, content: Uint8Array, serial: number): Uint8Array {
  return writeFrame([0x78, 0x78, content.length + lengthBeyondContent, type], content, serial);
}

/** A frame of the long form without content. */
export function writeLongPacket(type: number, serial: number): Uint8Array {
  return writeFrame([0x79, 0x79, 0, lengthBeyondContent, type], nothing, serial);
}

/** Behind mark, length and type the content, the serial number, and the checksum of all but the mark. */
function writeFrame(head: readonly number[], content: Uint8Array, serial: number): Uint8Array {
  const serialAt = head.length + content.length;
  const frame = Buffer.alloc(serialAt + 6);
  frame.set(head);
  frame.set(content, head.length);
  frame.writeUInt16BE(serial, serialAt);
  frame.writeUInt16BE(crc16X25(frame, 2, serialAt + 2), serialAt + 2);
  frame.writeUInt16BE(0x0d0a, serialAt + 4);
  return frame;
}

/** A frame without serial number and checksum. */
export function writePlainPacket(length: number, type: number, content: Uint8Array): Uint8Array {
  return Uint8Array.of(0x78, 0x78, length, type, ...content, 0x0d, 0x0a);
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
