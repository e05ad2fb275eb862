import type { FixDraft } from "../fix-draft.ts";
import type { FrameDecoder, FrameOutcome, FrameRefused, RefusalReason } from "../protocol.ts";
import { refuse } from "../refuse.ts";
import { assetAlarmAt, readAsset, readAssetOrWifi, readLock, readTemperatures, readWifi } from "./asset.ts";
import { readAccident, readAcceleration, readManoeuvre } from "./behaviour.ts";
import { FrameFields } from "./fields.ts";
import { lines, readPacket, writeAnswer } from "./packet.ts";
import type { Packet } from "./packet.ts";
import { readBluetooth } from "./peripherals.ts";
import { hasEncryptedItems, readItems } from "./items.ts";
import {
  readAnswer,
  readBusLine,
  readDiagnostics,
  readNetwork,
  readOneWire,
  readSerialLine,
} from "./texts.ts";
import {
  extendedLayout,
  readExtended,
  readObd,
  readVehicle,
  readWithSensors,
  vehicleLayout,
} from "./vehicle.ts";

export const loginType = 0x01;
const secondLoginType = 0x31;
const heartbeatType = 0x03;
/** Names of Bluetooth devices, debugging, the vehicle's bus as it is. */
const passedOverTypes: ReadonlySet<number> = new Set([0x08, 0x40, 0x44]);
/** What happened at the fences that an asset's tracker keeps itself. */
const innerFenceType = 0x20;
const answerType = 0x81;
const nothing = new Uint8Array(0);
const vehicleTypes: ReadonlySet<number> = new Set([0x02, 0x04, 0x16, 0x18]);
const sensorTypes: ReadonlySet<number> = new Set([0x16, 0x18, 0x33, 0x34]);
const vehicleAlarmTypes: ReadonlySet<number> = new Set([0x04, 0x14, 0x18, 0x34]);
const itemsAlarmType = 0x64;
const itemsTypes: ReadonlySet<number> = new Set([0x62, itemsAlarmType]);

/** What a frame says: records, null where its content is none, undefined where its type is not read. */
interface Reading {
  readonly fixes: readonly (FixDraft | null)[];
  /** The alarm that the answer repeats. */
  readonly alarmCode: number | null;
}

/** Reads the frames of one connection; each names its device. */
export function createDecoder(): FrameDecoder {
  let loggedInAs: string | null = null;
  let isTracker = false;
  return {
    decode(frame, nowMs) {
      const packet = readPacket(frame);
      if (packet === null) return refuse(frame, "garbage", { close: !isTracker });
      if (!packet.isWhole) return refuseTruncated(frame, packet, nowMs);
      isTracker = true;
      const { type, uniqueId } = packet;
      const isLogin = type === loginType || type === secondLoginType;
      if (isLogin && loggedInAs === null) {
        loggedInAs = uniqueId;
        return { kind: "login", uniqueId, accept: writeAnswer(packet, nothing), refuse: null };
      }
      if (isLogin && loggedInAs !== uniqueId) return refuse(frame, "second_login", { close: true });
      if (isLogin || type === heartbeatType || isPassedOver(packet))
        return { kind: "alive", uniqueId, reply: writeAnswer(packet, nothing) };
      return decodeReport(frame, packet, nowMs);
    },
  };
}

function isPassedOver({ line, type }: Packet): boolean {
  return passedOverTypes.has(type) || (line === lines.asset && type === innerFenceType);
}

function decodeReport(frame: Uint8Array, packet: Packet, nowMs: number): FrameOutcome {
  const fields = new FrameFields(packet.bytes);
  if (packet.type === answerType) {
    const fixes = [readAnswer(fields, nowMs)];
    return { kind: "fixes", uniqueId: packet.uniqueId, fixes, acknowledgement: null };
  }
  const reading = readReport(packet, fields);
  if (reading === null) return refuseAnswered(frame, packet, "unsupported");
  const fixes = reading.fixes.filter((fix) => fix !== null);
  if (fixes.length === 0) return refuseAnswered(frame, packet, "malformed");
  const { alarmCode } = reading;
  const acknowledgement = writeAnswer(packet, alarmCode === null ? nothing : Uint8Array.of(alarmCode));
  return { kind: "fixes", uniqueId: packet.uniqueId, fixes, acknowledgement };
}

/** What can be read of a frame that someone holds in hand and that lacks its end. */
function refuseTruncated(frame: Uint8Array, packet: Packet, nowMs: number): FrameRefused {
  const outcome = decodeReport(frame, packet, nowMs);
  const fixes = outcome.kind === "fixes" ? outcome.fixes : [];
  return refuse(frame, "truncated", { close: false, fixes });
}

/** Sent again the report would be no better. */
function refuseAnswered(frame: Uint8Array, packet: Packet, reason: RefusalReason): FrameRefused {
  return refuse(frame, reason, { close: false, reply: writeAnswer(packet, nothing) });
}

function readReport(packet: Packet, fields: FrameFields): Reading | null {
  const { line, type } = packet;
  if (itemsTypes.has(type)) {
    if (hasEncryptedItems(fields)) return null;
    const report = readItems(fields, line);
    const isAlarm = type === itemsAlarmType;
    return { fixes: [report?.fix ?? null], alarmCode: isAlarm ? (report?.alarmCode ?? 0) : null };
  }
  return line === lines.asset ? readAssetLine(packet, fields) : readVehicleLine(packet, fields);
}

function readAssetLine({ type }: Packet, fields: FrameFields): Reading | null {
  switch (type) {
    case 0x02:
    case 0x04:
      return { fixes: [readAsset(fields)], alarmCode: type === 0x04 ? fields.byte(assetAlarmAt) : null };
    case 0x24:
    case 0x25:
      return {
        fixes: [readAssetOrWifi(fields)],
        alarmCode: type === 0x25 ? fields.byte(assetAlarmAt) : null,
      };
    case 0x05:
      return plain(readNetwork(fields));
    case 0x10:
    case 0x12:
      return plain(readBluetooth(fields, type === 0x12));
    case 0x15:
      return plain(readWifi(fields));
    case 0x17:
    case 0x27:
      return plain(readLock(fields, type === 0x27));
    case 0x26:
      return plain(readTemperatures(fields));
    default:
      return null;
  }
}

function readVehicleLine({ line, type }: Packet, fields: FrameFields): Reading | null {
  const isAlarm = vehicleAlarmTypes.has(type);
  if (vehicleTypes.has(type)) {
    if (line === lines.obd) {
      const report = readObd(fields, isAlarm, sensorTypes.has(type));
      return { fixes: [report?.fix ?? null], alarmCode: isAlarm ? (report?.code ?? 0) : null };
    }
    const fix = sensorTypes.has(type)
      ? readWithSensors(fields, isAlarm)
      : readVehicle(fields, isAlarm, vehicleLayout);
    return { fixes: [fix], alarmCode: isAlarm ? fields.byte(vehicleLayout.alarm) : null };
  }
  switch (type) {
    case 0x05:
      return { fixes: readManoeuvre(fields, line), alarmCode: null };
    case 0x06:
      return { fixes: readAcceleration(fields, line), alarmCode: null };
    case 0x07:
      return { fixes: readAccident(fields, line), alarmCode: null };
    case 0x09:
      return plain(line === lines.obd ? readDiagnostics(fields) : readSerialLine(fields));
    case 0x10:
    case 0x12:
      return plain(readBluetooth(fields, type === 0x12));
    case 0x11:
      return plain(readNetwork(fields));
    case 0x13:
    case 0x14:
    case 0x33:
    case 0x34: {
      const fix = readExtended(fields, isAlarm, sensorTypes.has(type));
      return { fixes: [fix], alarmCode: isAlarm ? fields.byte(extendedLayout.alarm) : null };
    }
    case 0x15:
      return plain(readWifi(fields));
    case 0x21:
      return plain(readBusLine(fields));
    case 0x22:
      return plain(readDiagnostics(fields));
    case 0x23:
      return plain(readOneWire(fields));
    default:
      return null;
  }
}

function plain(fix: FixDraft | null): Reading {
  return { fixes: [fix], alarmCode: null };
}
