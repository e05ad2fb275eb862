import { ByteReader } from "../byte-reader.ts";
import { latinText } from "../latin-text.ts";
import { readCompressedRecords } from "./compressed.ts";
import { headBytes } from "./packet.ts";
import { createRecordDraft } from "./record-draft.ts";
import type { RecordDraft } from "./record-draft.ts";
import { readRecords } from "./record.ts";

const identificationElement = 1;
const payloadElement = 2;
const locationElement = 3;

/** What Iridium's gateway passes on. */
export interface IridiumMessage {
  /** The modem's. */
  readonly imei: string;
  readonly records: readonly RecordDraft[];
}

/** Elements of a type, two bytes of length and a value: who, where the satellite saw it, what it said; null if none. */
export function readIridium(frame: Uint8Array, nowMs: number): IridiumMessage | null {
  const reader = new ByteReader(frame, headBytes);
  let imei: string | null = null;
  let timeMs = nowMs;
  let location: Uint8Array | null = null;
  let payload: Uint8Array | null = null;
  while (reader.remaining > 0) {
    const type = reader.uint8();
    const value = reader.take(reader.uint16());
    if (reader.overrun) return null;
    if (type === identificationElement) {
      const identification = new ByteReader(value, 4);
      imei = latinText(identification.take(15));
      // Session status and two counts of messages.
      identification.take(5);
      timeMs = identification.uint32() * 1000;
    } else if (type === payloadElement) payload = value;
    else if (type === locationElement) location = value;
  }
  if (imei === null || !/^\d{15}$/.test(imei)) return null;
  if (payload !== null) return { imei, records: readPayload(payload, nowMs) };
  return { imei, records: location === null ? [] : [readLocation(location, timeMs)] };
}

/** Tags as in a packet, or compressed records. */
function readPayload(payload: Uint8Array, nowMs: number): readonly RecordDraft[] {
  const plain = readRecords(payload, nowMs);
  if (plain.unreadTag === null && plain.records.some(({ hasTime }) => hasTime)) return plain.records;
  return readCompressedRecords(payload, nowMs).records;
}

/** Hemispheres, then degrees and thousandths of a minute of each; too rough to count as a place of the vehicle. */
function readLocation(value: Uint8Array, timeMs: number): RecordDraft {
  const record = createRecordDraft(timeMs);
  const { fix } = record;
  record.hasContent = true;
  const reader = new ByteReader(value);
  const flags = reader.uint8();
  const lat = reader.uint8() + reader.uint16() / 60_000;
  const lng = reader.uint8() + reader.uint16() / 60_000;
  const radiusKm = reader.uint32();
  if (reader.overrun || lat > 90 || lng > 180) return record;
  fix.lat = flags & 2 ? -lat : lat;
  fix.lng = flags & 1 ? -lng : lng;
  fix.attributes["accuracy"] = radiusKm * 1000;
  return record;
}
