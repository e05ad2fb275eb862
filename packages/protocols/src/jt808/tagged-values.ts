import { ByteReader } from "../byte-reader.ts";
import type { FixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";

const idBytes = 2;

/** Values inside an item: a length of two bytes that counts what follows it, an identifier of two bytes, the value. */
export function readTaggedValues(fix: FixDraft, reader: ByteReader): boolean {
  while (reader.remaining >= 2 + idBytes) {
    const length = reader.uint16();
    if (length < idBytes || length > reader.remaining) return false;
    const id = reader.uint16();
    applyTaggedValue(fix, id, reader.take(length - idBytes));
  }
  return true;
}

function applyTaggedValue(fix: FixDraft, id: number, bytes: Uint8Array): void {
  const value = new ByteReader(bytes);
  if (id === 0x00b2) fix.attributes["iccid"] = toHex(bytes).replace(/f+$/, "");
  else if (id === 0x002d && bytes.length === 2) fix.attributes["battery"] = value.uint16() / 1000;
  else if (id === 0x00ce && bytes.length === 2) fix.attributes["power"] = value.uint16() / 100;
  else if (id === 0x00a8 && bytes.length === 1) fix.attributes["batteryLevel"] = Math.min(100, value.uint8());
  else if (id === 0x00d5) fix.attributes["imei"] = Buffer.from(bytes).toString("latin1");
  else if (id === 0x00b9) fix.attributes["wifi"] = Buffer.from(bytes).toString("latin1");
  else fix.attributes[`tag${id.toString(16).padStart(4, "0")}`] = toHex(bytes);
}
