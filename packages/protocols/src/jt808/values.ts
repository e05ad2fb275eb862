import type { ByteReader } from "../byte-reader.ts";
import { addAlarm } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import type { DeviceState } from "./state.ts";

/** Reads the value of one additional item; false if it is none that this reader knows. */
export type ItemReader = (fix: FixDraft, value: ByteReader, state: DeviceState) => boolean;

/** One alarm for all that has failed, and the names of the parts beside it. */
export function addFault(fix: FixDraft, part: string): void {
  const before = fix.attributes["fault"];
  if (before === undefined) addAlarm(fix, "fault");
  fix.attributes["fault"] = typeof before === "string" ? `${before},${part}` : part;
}

/** A number of `bytes` bytes, in units of which `scale` make one of the attribute's. */
export function scaled(name: string, scale: number, bytes: 1 | 2 | 3 | 4, offset = 0): ItemReader {
  return (fix, value) => {
    if (value.remaining !== bytes) return false;
    fix.attributes[name] = Math.round((readNumber(value, bytes) / scale + offset) * 1e6) / 1e6;
    return true;
  };
}

/** A number of so many bytes. */
export function readNumber(reader: ByteReader, bytes: number): number {
  let number = 0;
  for (let index = 0; index < bytes; index++) number = number * 256 + reader.uint8();
  return number;
}

/** The odometer in four bytes. */
export function odometer(unitsPerKm: number): ItemReader {
  return (fix, value) => {
    if (value.remaining !== 4) return false;
    fix.odometerKm = value.uint32() / unitsPerKm;
    return true;
  };
}

const gbk = new TextDecoder("gbk");
/** A text as the standard has it, without the zeros and spaces that fill it up. */
export function chineseText(bytes: Uint8Array): string {
  return gbk.decode(bytes).replaceAll("\0", "").trim();
}

const noText = /[\p{Cc}\uFFFD]/u;
/** A text, and nothing that is none. */
export const asText =
  (name: string): ItemReader =>
  (fix, value) => {
    const read = Buffer.from(value.take(value.remaining)).toString("utf8").replaceAll("\0", "").trim();
    if (noText.test(read)) return false;
    if (read !== "") fix.attributes[name] = read;
    return true;
  };

/** The first of several forms whose length fits. */
export const either =
  (...readers: readonly ItemReader[]): ItemReader =>
  (fix, value, state) =>
    readers.some((read) => {
      value.offset = 0;
      value.overrun = false;
      return read(fix, value, state);
    });
