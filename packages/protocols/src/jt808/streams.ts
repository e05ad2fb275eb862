import { ByteReader } from "../byte-reader.ts";
import type { FixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import { unpaddedText } from "../latin-text.ts";
import type { ItemReader } from "./state.ts";

/** A value of the vehicle: its name, how many bytes it has, what one unit of it is, and what is added. */
interface VehicleValue {
  readonly name: string;
  readonly bytes: 1 | 2 | 4;
  readonly unit?: number;
  readonly offset?: number;
}

/** What a diagnostic device says in item F3. */
const diagnosticValues = new Map<number, VehicleValue>([
  [0x0002, { name: "obdSpeed", bytes: 2, unit: 0.1 }],
  [0x0003, { name: "rpm", bytes: 2 }],
  [0x0004, { name: "power", bytes: 2, unit: 0.001 }],
  [0x0009, { name: "coolantTemp", bytes: 2, offset: -40 }],
]);
/** What the terminals of Holloo say in items EA to ED. */
const terminalValues = new Map<number, VehicleValue>([
  [0x0012, { name: "power", bytes: 2, unit: 0.1 }],
  [0x0013, { name: "battery", bytes: 1, unit: 0.1 }],
  [0x0014, { name: "rssi", bytes: 1 }],
  [0x6050, { name: "coolantTemp", bytes: 1, offset: -40 }],
  [0x60b0, { name: "intakePressure", bytes: 1 }],
  [0x60c0, { name: "rpm", bytes: 2 }],
  [0x60d0, { name: "obdSpeed", bytes: 1 }],
  [0x60f0, { name: "intakeTemp", bytes: 1, offset: -40 }],
  [0x511f, { name: "engineLoad", bytes: 1 }],
  [0x7002, { name: "batteryLevel", bytes: 1 }],
  [0x7003, { name: "obdSpeed", bytes: 1 }],
]);
const vinIds = new Set([0x0050, 0x5115]);
const mileageId = 0x0003;
const satellitesId = 0x0018;
const precisionId = 0x0019;

/** Values of a diagnostic device: identifier of two bytes, length of one. */
export const diagnosticStream: ItemReader = (fix, value) =>
  readStream(value, (id, bytes) => applyValue(fix, diagnosticValues, id, bytes));

/** Values of a terminal with a diagnostic socket, in the same form. */
export const terminalStream: ItemReader = (fix, value) =>
  readStream(value, (id, bytes) => {
    const reader = new ByteReader(bytes);
    // The kind of the mileage, then metres.
    if (id === mileageId && bytes.length === 5) {
      reader.take(1);
      fix.attributes["obdOdometer"] = reader.uint32();
    } else if (id === satellitesId && bytes.length === 1) fix.satellites ??= reader.uint8();
    else if (id === precisionId && bytes.length === 2) fix.hdop = reader.uint16() / 100;
    else applyValue(fix, terminalValues, id, bytes);
  });

/** Reads a stream whose lengths fit to its end, and says whether they do. */
function readStream(value: ByteReader, apply: (id: number, bytes: Uint8Array) => void): boolean {
  const values: (readonly [id: number, bytes: Uint8Array])[] = [];
  while (value.remaining >= 3) {
    const id = value.uint16();
    values.push([id, value.take(value.uint8())]);
  }
  if (value.overrun || value.remaining > 0 || values.length === 0) return false;
  for (const [id, bytes] of values) apply(id, bytes);
  return true;
}

function applyValue(
  fix: FixDraft,
  names: ReadonlyMap<number, VehicleValue>,
  id: number,
  bytes: Uint8Array,
): void {
  const value = names.get(id);
  const reader = new ByteReader(bytes);
  if (vinIds.has(id)) {
    const vin = unpaddedText(bytes);
    if (vin !== "") fix.attributes["vin"] = vin;
  } else if (value === undefined || value.bytes !== bytes.length) {
    fix.attributes[`obd${id.toString(16).padStart(4, "0")}`] = toHex(bytes);
  } else {
    const raw = value.bytes === 1 ? reader.uint8() : value.bytes === 2 ? reader.uint16() : reader.uint32();
    fix.attributes[value.name] = Math.round((raw * (value.unit ?? 1) + (value.offset ?? 0)) * 1e3) / 1e3;
  }
}
