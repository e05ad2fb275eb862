import { crc16Ibm } from "../crc16.ts";

/** One packet taken apart: `#TYPE#content`, the content without its checksum. */
export interface Packet {
  readonly type: string;
  readonly content: string;
  /** Whether the last field is the checksum of what stands between the type and itself; `absent` without one. */
  readonly checksum: "right" | "wrong" | "absent";
}

const hash = 0x23;
const semicolon = 0x3b;
const bar = 0x7c;
/** Fields of a packet without its checksum, where their number tells. */
const fieldsMax = new Map([
  ["SD", 10],
  ["D", 16],
  ["M", 1],
]);

/**
 * Takes a packet apart. From version 2.0 on the last field is a checksum; before, there is none. The login says
 * which `version` is spoken; where it says none the number of fields tells. Null if the bytes are no packet.
 */
export function readPacket(frame: Uint8Array, version: number): Packet | null {
  const typeEnd = frame.indexOf(hash, 1);
  if (frame[0] !== hash || typeEnd < 2 || typeEnd > 4) return null;
  const type = text(frame.subarray(1, typeEnd));
  const start = typeEnd + 1;
  const end = Math.max(frame.lastIndexOf(semicolon), type === "B" ? frame.lastIndexOf(bar) : -1) + 1;
  const last = text(frame.subarray(Math.max(end, start)));
  const whole = text(frame.subarray(start));

  if (!hasChecksum(type, whole, version)) return { type, content: whole, checksum: "absent" };
  const isRight =
    end >= start &&
    /^[0-9a-f]{1,4}$/i.test(last) &&
    Number.parseInt(last, 16) === crc16Ibm(frame, start, end);
  const content = text(frame.subarray(start, Math.max(start, end - 1)));
  return { type, content, checksum: isRight ? "right" : "wrong" };
}

function hasChecksum(type: string, whole: string, version: number): boolean {
  if (type === "P") return false;
  if (type === "L") return /^\d+\.\d+;/.test(whole);
  // The last part of a black box is either a record or the checksum.
  if (version >= 2 || type === "B") return version >= 2 || /\|[0-9a-f]{1,4}$/i.test(whole);
  const max = fieldsMax.get(type);
  return max !== undefined && whole.split(";").length > max;
}

/** A packet as the tracker of version 2.0 sends it; `content` ends in a delimiter. */
export function writePacket(type: string, content: string): Uint8Array {
  const checksum = crc16Ibm(Buffer.from(content)).toString(16).toUpperCase().padStart(4, "0");
  return Buffer.from(`#${type}#${content}${checksum}\r\n`);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
