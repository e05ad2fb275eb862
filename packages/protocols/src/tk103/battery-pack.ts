import { ByteReader } from "../byte-reader.ts";
import { createFixDraft, setBatteryLevel } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { fromHex } from "../hex.ts";

const currentOffset = 30_000;
const temperatureOffset = 40;
const chargingState = 1;
const cellsPerFrame = 3;
const sensorsPerFrame = 7;
/** A number and the cells or sensors that it begins with. */
const frameBytes = 8;
const framesMax = 16;
/** What is kept of a register without a name, in hexadecimal digits. */
const unnamedDigitsMax = 128;

/**
 * Registers of an electric vehicle's battery, `90:…,91:…`, each in hexadecimal digits, as Daly's battery managers have
 * them. Null if there are none.
 */
export function readBatteryPack(body: string, nowMs: number): FixDraft | null {
  const fix = createFixDraft(nowMs);
  for (const part of body.split(",")) {
    const [register = "", digits = ""] = part.split(":");
    const bytes = fromHex(digits);
    if (!/^[0-9A-F]{2}$/i.test(register) || bytes === null || bytes.length === 0) continue;
    const isRead = readers.get(register)?.(fix.attributes, new ByteReader(bytes)) ?? false;
    if (!isRead && digits.length <= unnamedDigitsMax) fix.attributes[`bms${register}`] = digits;
  }
  return Object.keys(fix.attributes).length === 0 ? null : fix;
}

/** Begins the state of a pack; `FA` begins its settings. */
const liveHead = 0xff;
const liveCells = 24;
const liveSensors = 7;
/** Of which the first three have a name. */
const flagNames = ["batteryOverheat", "chargeProtection", "dischargeProtection"];
const flagBytes = 5;
/** Behind the faults. */
const warningBytes = 6;
const capacityBytes = 6;

/**
 * `BS50`: in some devices how many bytes follow, in four digits, then a pack's state in hexadecimal digits, numbers with
 * their low byte first: how many cells, the voltages of 24 (mV), 0 while it charges, current (0.1 A), voltage (0.01 V),
 * level (%), flags, cycles, faults, warnings, how many sensors, temperatures of the board and of seven sensors (°C, from
 * -40 on), in some the capacity (0.01 Ah) and what has been taken from it. Null if it is none.
 */
export function readLivePack(body: string, nowMs: number): FixDraft | null {
  const bytes = fromHex(/^ff/i.test(body) ? body : body.slice(4));
  if (bytes === null) return null;
  const fix = createFixDraft(nowMs);
  const reader = new ByteReader(bytes);
  const head = reader.uint8();
  const cells = reader.uint8();
  for (let cell = 1; cell <= liveCells; cell++) {
    const voltage = lowFirst(reader);
    if (cell <= cells && voltage > 0) fix.attributes[`battery${cell}`] = voltage / 1000;
  }
  fix.attributes["charge"] = reader.uint8() === 0;
  fix.attributes["current"] = lowFirst(reader) / 10;
  const voltage = lowFirst(reader);
  if (voltage > 0) fix.attributes["battery"] = voltage / 100;
  setBatteryLevel(fix, reader.uint8());
  const flags = reader.take(flagBytes);
  for (const [index, name] of flagNames.entries()) fix.attributes[name] = (flags[index] ?? 0) > 0;
  fix.attributes["cycles"] = lowFirst(reader);
  fix.attributes["faultAlarm"] = reader.uint8();
  reader.take(warningBytes);
  const sensors = reader.uint8();
  setTemperature(fix.attributes, "powerTemp", reader.uint8());
  setTemperature(fix.attributes, "equilibriumTemp", reader.uint8());
  for (const [index, raw] of reader.take(liveSensors).entries())
    if (index < sensors) setTemperature(fix.attributes, `batteryTemp${index + 1}`, raw);
  if (head !== liveHead || reader.overrun) return null;
  if (reader.remaining >= capacityBytes) {
    fix.attributes["calibrationCapacity"] = lowFirst(reader) / 100;
    fix.attributes["dischargeCapacity"] = lowFirst(reader) + lowFirst(reader) * 0x1_0000;
  }
  return fix;
}

/** From -40 °C on; zero is a sensor that there is none of. */
function setTemperature(attributes: Attributes, name: string, raw: number): void {
  if (raw > 0) attributes[name] = raw - temperatureOffset;
}

function lowFirst(reader: ByteReader): number {
  return reader.uint8() | (reader.uint8() << 8);
}

type Attributes = FixDraft["attributes"];
/** False if the register is shorter than it should be. */
type ReadRegister = (attributes: Attributes, reader: ByteReader) => boolean;

const readers: ReadonlyMap<string, ReadRegister> = new Map<string, ReadRegister>([
  ["90", readCharge],
  ["91", readCellExtremes],
  ["92", readTemperatures],
  ["93", readState],
  ["94", readCounts],
  ["95", readCells],
  ["96", readCellTemperatures],
]);

/** Voltage (0.1 V), the same as it is gathered, in some zero, current (0.1 A, from -3000 A on), level (0.1 %). */
function readCharge(attributes: Attributes, reader: ByteReader): boolean {
  const voltage = reader.uint16();
  const gathered = reader.uint16();
  const current = reader.uint16() - currentOffset;
  const level = reader.uint16();
  if (reader.overrun) return false;
  attributes["battery"] = voltage / 10;
  if (gathered > 0) attributes["gatherVoltage"] = gathered / 10;
  attributes["current"] = current / 10;
  if (level <= 1000) attributes["batteryLevel"] = level / 10;
  return true;
}

/** Highest and lowest voltage of a cell (mV), each with the cell's number, which Traccar calls a count. */
function readCellExtremes(attributes: Attributes, reader: ByteReader): boolean {
  const [max, maxCell, min, minCell] = [reader.uint16(), reader.uint8(), reader.uint16(), reader.uint8()];
  if (reader.overrun) return false;
  attributes["maxCellVoltage"] = max / 1000;
  attributes["maxCellVoltageCount"] = maxCell;
  attributes["minCellVoltage"] = min / 1000;
  attributes["minCellVoltageCount"] = minCell;
  return true;
}

/** Highest and lowest temperature (°C, from -40 on), each with the sensor's number. */
function readTemperatures(attributes: Attributes, reader: ByteReader): boolean {
  const [max, maxSensor, min, minSensor] = [reader.uint8(), reader.uint8(), reader.uint8(), reader.uint8()];
  if (reader.overrun) return false;
  attributes["maxTemp"] = max - temperatureOffset;
  attributes["maxTempCount"] = maxSensor;
  attributes["minTemp"] = min - temperatureOffset;
  attributes["minTempCount"] = minSensor;
  return true;
}

/** Whether it stands, charges or discharges, two switches, life cycles, what is left (mAh). */
function readState(attributes: Attributes, reader: ByteReader): boolean {
  const state = reader.uint8();
  reader.take(3);
  const capacity = reader.uint32();
  if (reader.overrun) return false;
  attributes["charge"] = state === chargingState;
  attributes["batteryCapacity"] = capacity / 1000;
  return true;
}

/** Cells, sensors, charger, load, inputs and outputs, cycles. */
function readCounts(attributes: Attributes, reader: ByteReader): boolean {
  reader.take(5);
  const cycles = reader.uint16();
  if (reader.overrun) return false;
  attributes["cycles"] = cycles;
  return true;
}

/** Voltages of the cells (mV), three behind each frame's number. */
function readCells(attributes: Attributes, reader: ByteReader): boolean {
  if (reader.remaining < frameBytes) return false;
  while (reader.remaining >= frameBytes) {
    const frame = reader.uint8();
    for (let index = 1; index <= cellsPerFrame; index++) {
      const voltage = reader.uint16();
      if (frame < 1 || frame > framesMax) continue;
      attributes[`battery${(frame - 1) * cellsPerFrame + index}`] = voltage / 1000;
    }
    reader.uint8();
  }
  return true;
}

/** Temperatures of the cells (°C, from -40 on), seven behind each frame's number. */
function readCellTemperatures(attributes: Attributes, reader: ByteReader): boolean {
  if (reader.remaining < frameBytes) return false;
  while (reader.remaining >= frameBytes) {
    const frame = reader.uint8();
    for (const [index, raw] of reader.take(sensorsPerFrame).entries()) {
      if (frame < 1 || frame > framesMax) continue;
      setTemperature(attributes, `cellTemp${(frame - 1) * sensorsPerFrame + index + 1}`, raw);
    }
  }
  return true;
}
