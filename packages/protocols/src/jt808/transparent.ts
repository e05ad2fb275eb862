import { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import { latinText } from "../latin-text.ts";
import { applyDiagnostics } from "./diagnostics.ts";
import { applyDrivingAlarm } from "./driving-alarms.ts";
import { applyStatus, readPlace, readTime } from "./location.ts";
import type { DeviceState } from "./state.ts";
import { readVehiclePacket } from "./vehicle-packets.ts";

const cardMark = "GTSL|";

/** 0x0900: what a device at the serial line, a tag or the maker's own part of the tracker says, behind a type. */
export function readTransparent(body: Uint8Array, state: DeviceState, nowMs: number): FixDraft | null {
  const reader = new ByteReader(body);
  const type = reader.uint8();
  if (type === 0xf0) return readDriving(reader, state, nowMs);
  if (type === 0x53) return readTags(reader, state);
  const packet = readVehiclePacket(body, state);
  if (packet !== null) return packet;
  const content = latinText(body);
  const fix = createFixDraft(nowMs);
  if (applyDiagnostics(fix, content)) return fix;
  if (content.includes(cardMark)) applyCard(fix, content);
  else fix.attributes["data"] = toHex(body);
  return fix;
}

const alarmsSubtype = 3;
/**
 * Time, archive, kind of vehicle, subtype. Alarms are counted, each an identifier and a length; status, place and its time
 * follow. Another subtype has no place, and passes through unread.
 */
function readDriving(reader: ByteReader, state: DeviceState, nowMs: number): FixDraft {
  const timeMs = readTime(reader);
  const deviceTimeMs = timeMs === null ? null : timeMs - state.zoneMs;
  reader.take(2);
  const fix = reader.uint8() === alarmsSubtype ? readDrivingAlarms(reader, state) : null;
  if (fix !== null) return { ...fix, deviceTimeMs };
  return { ...createFixDraft(deviceTimeMs ?? nowMs), attributes: { data: toHex(reader.bytes) } };
}

function readDrivingAlarms(reader: ByteReader, state: DeviceState): FixDraft | null {
  const fix = createFixDraft(0);
  for (let count = reader.uint8(); count > 0 && !reader.overrun; count--) {
    applyDrivingAlarm(fix, reader.uint8());
    reader.take(reader.uint8());
  }
  const status = reader.uint32();
  readPlace(fix, reader, status);
  const timeMs = readTime(reader);
  if (timeMs === null) return null;
  fix.fixTimeMs = timeMs - state.zoneMs;
  applyStatus(fix, status);
  return fix;
}

const tagsMax = 32;
/** Alarm, status, place and height, time, number; then tags: number, address, signal, length, data. */
function readTags(reader: ByteReader, state: DeviceState): FixDraft | null {
  reader.take(4);
  const status = reader.uint32();
  const fix = createFixDraft(0);
  readPlace(fix, reader, status);
  reader.take(2);
  const timeMs = readTime(reader);
  if (timeMs === null) return null;
  fix.fixTimeMs = timeMs - state.zoneMs;
  reader.take(1);
  for (let count = 0; count < tagsMax && reader.remaining >= 9; count++) {
    const name = `tag${reader.uint8() + 1}`;
    fix.attributes[`${name}Mac`] = toHex(reader.take(6));
    fix.attributes[`${name}Rssi`] = reader.int8();
    fix.attributes[`${name}Data`] = toHex(reader.take(reader.uint8()));
  }
  return fix;
}

/** `GTSL|…|…|…|card|…`: a driver's card at the reader. */
function applyCard(fix: FixDraft, content: string): void {
  const card = content.slice(content.indexOf(cardMark)).split("|")[4];
  if (card !== undefined && card !== "") fix.attributes["driverUniqueId"] = card;
}
