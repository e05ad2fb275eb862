import { toHex } from "../hex.ts";
import { unpaddedText } from "../latin-text.ts";
import { ByteReader } from "../byte-reader.ts";
import { setAccessPoint } from "../set-access-point.ts";
import { setCell } from "../set-cell.ts";
import {
  applyAlarmCode,
  assetAlarms,
  commonAlarms,
  lightStatusAlarms,
  odometerAlarms,
  paddedAlarms,
} from "./alarms.ts";
import {
  dateBytes,
  gpsBytes,
  hasLongCode,
  longCodeCell,
  mediumCell,
  narrowCell,
  readAccessPoints,
  readCell,
  readCells,
  readDate,
  readGps,
  wideCell,
  isPlace,
} from "./blocks.ts";
import { readModules } from "./modules.ts";
import {
  accessory,
  alarm,
  alarmCode,
  altitude,
  batteries,
  cell,
  cells,
  countedCell,
  date,
  driver,
  driverOf,
  driverOrOdometer,
  gps,
  ignition,
  imeiBytes,
  inputs,
  odometer,
  shortCellBytes,
  skip,
  utcDate,
  voltage,
} from "./parts.ts";
import type { Part, Report } from "./report.ts";
import {
  readVoltage,
  readInformation,
  readOr,
  readPercent,
  readSignal,
  readStatus,
  readVoltageHeartbeat,
} from "./status.ts";
import { readInformationPacket } from "./texts.ts";

/** Fuel as its sensor gives it, temperature (the highest bit says below zero), odometer in tens of metres. */
const sensorsAndOdometer: Part = ({ fix, reader }) => {
  fix.attributes["fuelSensor"] = reader.uint16();
  const degrees = reader.uint8();
  fix.attributes["temp1"] = degrees & 0x80 ? -(degrees & 0x7f) : degrees;
  fix.odometerKm = reader.uint32() / 100;
};
const stateOfSupply: readonly Part[] = [readInformation, voltage("power"), readSignal];
/** What models add behind the cell of 0x12, by its length. */
const locationTails: ReadonlyMap<number, readonly Part[]> = new Map([
  [4, [odometer]],
  [5, stateOfSupply],
  [12, [...stateOfSupply, alarmCode, sensorsAndOdometer]],
]);
const locationTail: Part = (report) => {
  const tail = locationTails.get(report.reader.remaining) ?? cardTail;
  for (const part of tail) part(report);
};
/** What a card's tail has besides the text: odometer, length, two flags; in some models the time of driving. */
const cardFrames = new Set([7, 9]);
const cardTail: readonly Part[] = [
  (report) => {
    const { fix, reader } = report;
    const length = reader.bytes[reader.offset + 4] ?? 0;
    if (length === 0 || !cardFrames.has(reader.remaining - length)) return;
    odometer(report);
    reader.take(1);
    const card = unpaddedText(reader.take(length));
    if (card !== "") fix.attributes["driverUniqueId"] = card;
  },
];

const bytesOfHeight = 10;
const heightSign = 0x10_0000;
/** The highest that a vehicle gets, in tenths of a metre. */
const heightMax = 90_000;
const signalFlag = 0x80;
/**
 * Devices that know no cell have in its place steps, and accuracy (three bits), sign and tenths of a metre of the height;
 * then the signal with its highest bit set. They count the satellites of another system in the upper half.
 */
function readHeight({ fix, reader }: Report): boolean {
  const { bytes, offset } = reader;
  const signal = bytes[offset + 8] ?? 0;
  if (reader.remaining !== bytesOfHeight || (signal & signalFlag) === 0) return false;
  const behind = new ByteReader(bytes, offset + 2);
  const height = behind.uint8() * 0x1_0000 + behind.uint16();
  const tenths = height & (heightSign - 1);
  const hasCell = behind.uint8() !== 0 || behind.uint16() !== 0;
  if (hasCell || tenths === 0 || tenths > heightMax) return false;
  const satellites = bytes[offset - gpsBytes] ?? 0;
  fix.satellites = (satellites >> 4) + (satellites & 0x0f);
  fix.altitude = (height & heightSign ? -tenths : tenths) / 10;
  const steps = reader.uint16();
  if (steps > 0) fix.attributes["steps"] = steps;
  fix.attributes["rssi"] = signal & ~signalFlag;
  reader.take(bytesOfHeight - 2);
  return true;
}
/** What 0x12 has behind the place. */
export const cellOrHeight: Part = (report) => {
  if (readHeight(report)) return;
  readCell(report.fix, report.reader, narrowCell);
  locationTail(report);
};

/** 0x11 is a location in old devices and a cell in others. */
export const locationOrCell: Part = (report) => {
  const isLocation = report.reader.remaining >= gpsBytes;
  if (isLocation) gps(report);
  if (report.reader.remaining >= 8) cellOf4gModels(report);
};

/** With a network code of two bytes, which the country's highest bit need not announce, the cell has four. */
const cellOf4gModels: Part = ({ fix, reader }) =>
  readCell(fix, reader, reader.remaining < 10 ? narrowCell : longCodeCell);

const bytesOfDoubleTime = 54;
/** Models with two times have a byte and the identifier in front; then the device's time and that of the fix. */
const locationOfDoubleTime: Part = (report) => {
  const { fix, reader } = report;
  reader.take(1);
  report.uniqueId = toHex(reader.take(imeiBytes)).slice(1);
  fix.deviceTimeMs = readDate(reader);
  utcDate(report);
  gps(report);
  countedCell(narrowCell, mediumCell)(report);
  readInformation(report);
  readVoltage(report, "power");
  fix.attributes["battery"] = reader.uint8() / 10;
  readSignal(report);
  alarm(report);
  odometer(report);
  fix.attributes["hours"] = reader.uint16() * 60_000;
};

export const location = (time: Part): readonly Part[] => [time, gps, cell(narrowCell), accessory, odometer];
const utcLocation = location(utcDate);
const bytesOfClimate = 42;
/** Behind the odometer: the time of the journey, temperature and humidity in hundredths. */
const locationWithClimate: readonly Part[] = [
  utcDate,
  gps,
  cell(mediumCell),
  accessory,
  odometer,
  skip(4),
  ({ fix, reader }) => {
    fix.attributes["temp1"] = reader.int16() / 100;
    fix.attributes["humidity"] = reader.uint16() / 100;
  },
];
export const locationWithAccess: Part = (report) => {
  const { bytes, offset } = report.reader;
  const hasDoubleTime =
    bytes.length - offset >= bytesOfDoubleTime && readDate(new ByteReader(bytes, offset)) === null;
  if (hasDoubleTime) return locationOfDoubleTime(report);
  for (const part of report.reader.remaining === bytesOfClimate ? locationWithClimate : utcLocation)
    part(report);
};

const locationWithSupplyBytes = 24;
/** How long the engine ran, in seconds. */
const secondsOfIgnition: Part = ({ fix, reader }) => {
  if (reader.remaining >= 4) fix.attributes["hours"] = reader.uint32() * 1000;
};
/**
 * 0x32 and 0x33 behind the place: a cell behind its length, and a status; or, with more bytes, a cell without its
 * length, then ignition, odometer, supply, engine time and the network's kind; or a cell and the tracks of a card.
 */
export const statusOrSupply: Part = (report) => {
  const { remaining } = report.reader;
  const tail = remaining === locationWithSupplyBytes ? supplyTail : statusTail;
  for (const part of remaining > locationWithSupplyBytes ? trackTail : tail) part(report);
};

const statusTail: readonly Part[] = [countedCell(narrowCell, longCodeCell), readStatus, alarm, altitude];
const trackTail: readonly Part[] = [cell(narrowCell)];
/** A network code of one byte is seldom 0, the first of two always; where the country is 0 too, no cell is known. */
const supplyCell: Part = ({ fix, reader }) => {
  const [high, low, code] = reader.bytes.subarray(reader.offset);
  const isLong = code === 0 && (high !== 0 || low !== 0);
  readCell(fix, reader, isLong ? longCodeCell : mediumCell);
};
const supplyTail: readonly Part[] = [supplyCell, accessory, odometer, voltage("power"), secondsOfIgnition];
export const taggedModules: Part = (report) => readModules(report, 1);
/** Cell without its length, then state and alarm. */
const bytesOfUncountedCell = 13;
/** Length, cell with an identity of four bytes, state and alarm. */
const bytesOfMediumCell = 15;
/** The cell of 0x16: where a country's code begins in place of the length, it has none. */
const alarmCell: Part = (report) => {
  const { fix, reader } = report;
  const length = reader.bytes[reader.offset] ?? 0;
  const isCountry = hasLongCode(reader) || (length > 0 && length <= countryHighMax);
  const isUncounted = reader.remaining === bytesOfUncountedCell || isCountry;
  if (isUncounted) return readCell(fix, reader, narrowCell);
  const isMedium = length === shortCellBytes && reader.remaining === bytesOfMediumCell;
  countedCell(isMedium ? mediumCell : narrowCell, mediumCell)(report);
};
const bytesOfPaddedCell = 46;
const bytesOfPaddedAlarm = bytesOfPaddedCell + 5;
/** A cell in a field that has room for its neighbours, then state, level and signal that are not said, alarm and a flag. */
const paddedAlarm: readonly Part[] = [
  ({ fix, reader }) => readCell(fix, new ByteReader(reader.take(bytesOfPaddedCell), 1), mediumCell),
  (report) => readInformation(report, lightStatusAlarms),
  skip(2),
  ({ fix, reader }) => applyAlarmCode(fix, reader.uint8(), paddedAlarms),
];
const bytesOfOdometerAlarm = 18;
const odometerAlarm: readonly Part[] = [
  alarmCell,
  readStatus,
  ({ fix, reader, state }) => {
    applyAlarmCode(fix, reader.uint8(), state.alarms === commonAlarms ? odometerAlarms : state.alarms);
  },
  skip(1),
  odometer,
];
/** What 0x16 has behind the place, by its length. */
const alarmTails: ReadonlyMap<number, readonly Part[]> = new Map([
  [bytesOfPaddedAlarm, paddedAlarm],
  [bytesOfOdometerAlarm, odometerAlarm],
]);
const localAlarm: readonly Part[] = [alarmCell, readStatus, alarm, driverOrOdometer];
export const alarmTail: Part = (report) => {
  for (const part of alarmTails.get(report.reader.remaining) ?? localAlarm) part(report);
};
const bytesOfDatedCell = 18;
/** 0x19 has in some devices a time, and a number of cells between the network and the cell, but no state. */
export const cellWithStateOrTime: Part = (report) => {
  const isDated = report.reader.remaining === bytesOfDatedCell;
  for (const part of isDated ? [date, numberedCell] : [cell(narrowCell), readStatus, alarm]) part(report);
};
const numberedCell: Part = ({ fix, reader }) => {
  const mcc = reader.uint16();
  const mnc = reader.uint8();
  reader.take(1);
  setCell(fix, 1, { mcc, mnc, lac: reader.uint16(), cellId: reader.uint32() });
};
export const alarmReport: readonly Part[] = [
  utcDate,
  gps,
  countedCell(narrowCell, mediumCell),
  readStatus,
  alarm,
];

const bytesOfVoltageHeartbeat = 4;
/** 0x36 is a location with supply and driver in vehicle trackers, a heartbeat with or without modules in others. */
export const locationOrHeartbeat: Part = (report) => {
  const { remaining } = report.reader;
  if (remaining <= bytesOfVoltageHeartbeat) return readVoltageHeartbeat(report);
  for (const part of remaining < dateBytes + gpsBytes ? heartbeatWithModules : locationWithDriver) {
    part(report);
    if (!report.hasTime) return;
  }
};
const heartbeatWithModules: readonly Part[] = [readStatus, alarm, taggedModules];
const locationWithDriver: readonly Part[] = [
  date,
  gps,
  cell(mediumCell),
  accessory,
  odometer,
  batteries,
  skip(3),
  driver,
];

/** Access points behind cells: timing advance, number, address and signal each. */
export const accessPoints: Part = ({ fix, reader }) => {
  if (reader.remaining < 2) return;
  reader.take(1);
  readAccessPoints(fix, reader, reader.uint8());
};
/** Access points with signal first. */
export const signalFirstPoints: Part = ({ fix, reader }) => {
  const count = reader.uint8();
  for (let index = 1; index <= count && reader.remaining >= 8; index++) {
    const rssi = reader.int16();
    setAccessPoint(fix, index, reader.take(6), rssi);
  }
};
/** In the frames without checksum: access points, as many as the length says, then a number of cells. */
export const plainCells: Part = ({ fix, reader }) => {
  const count = reader.uint8();
  readCells(fix, reader, { areaBytes: 2, cellBytes: 2 }, count);
};

/** A place has its length in the upper half of its first byte; a country's code begins with 0 to 3. */
const countryHighMax = 3;
export function ifLocation(location: readonly Part[], otherwise: readonly Part[]): Part {
  return (report) => {
    const first = report.reader.bytes[report.reader.offset] ?? 0;
    for (const part of (first & 0x7f) > countryHighMax ? location : otherwise) part(report);
  };
}

/** Where what is no location has no time either. */
export function ifDatedLocation(location: readonly Part[], otherwise: readonly Part[]): Part {
  return (report) => {
    for (const part of beginsLikeLocation(report.reader.bytes) ? location : otherwise) part(report);
  };
}

/** 0x34 is a location behind a number of four bytes in some devices, cells in others. */
export const numberedLocationOrCells: Part = (report) => {
  const hasDate = readDate(new ByteReader(report.reader.bytes, report.reader.offset)) !== null;
  for (const part of hasDate ? [date, cells(mediumCell)] : numberedLocation) {
    part(report);
    if (!report.hasTime) return;
  }
};
const portsBytes = 6;
/** Behind the voltages of 0x34: what is at the ports, how many analog inputs there are (four bits), inputs, outputs. */
const ports: Part = ({ fix, reader }) => {
  if (reader.remaining < portsBytes) return;
  const analogInputs = (reader.uint32() >>> 20) & 0x0f;
  fix.attributes["input"] = reader.uint8();
  fix.attributes["output"] = reader.uint8();
  for (let index = 1; index <= analogInputs && reader.remaining >= 2; index++) {
    fix.attributes[`adc${index}`] = reader.uint16();
  }
};
const numberedLocation: readonly Part[] = [
  skip(4),
  date,
  gps,
  skip(2),
  odometer,
  cell(mediumCell),
  driverOf(4),
  voltage("power"),
  voltage("battery"),
  ports,
];

/** 0xA2 behind the place: cell, network's kind, state, odometer, engine time, identifier, inputs. */
export const assetLocation: readonly Part[] = [
  gps,
  cell(wideCell),
  skip(1),
  readInformation,
  voltage("power"),
  readPercent,
  readSignal,
  alarm,
  odometer,
  secondsOfIgnition,
  skip(imeiBytes),
  inputs,
];

export const locationWithVoltages: readonly Part[] = [
  gps,
  cell(narrowCell),
  ignition,
  voltage("power"),
  voltage("battery"),
];
export const alarmOf4gModels: readonly Part[] = [
  utcDate,
  gps,
  countedCell(wideCell),
  readStatus,
  alarm,
  skip(1),
  odometer,
];
export const information = readInformationPacket(date);
/** In the short form 0x94 may be nothing but a voltage. */
export const voltageOrInformation: Part = (report) =>
  report.reader.remaining === 2 ? readVoltage(report, "power") : information(report);

/** What is passed over behind its length. */
const counted: Part = ({ reader }) => {
  reader.take(Math.min(reader.uint8(), reader.remaining));
};
/** Place and cell, each behind a length that is 0 for none, the cell's signal; neighbours and access points. */
export const countedLocation: readonly Part[] = [
  date,
  ({ fix, reader }) => {
    if (reader.uint8() > 0) readGps(fix, reader);
  },
  ({ fix, reader }) => {
    if (reader.uint8() > 0) readCells(fix, reader, narrowCell, 1);
    else reader.take(1);
  },
  counted,
  counted,
];
const armedCode = 0xa0;
const disarmedCode = 0xa1;
export const assetAlarm: Part = ({ fix, reader }) => {
  const code = readOr(reader, (from) => from.uint8());
  if (code === armedCode || code === disarmedCode) fix.attributes["armed"] = code === armedCode;
  else if (code !== null) applyAlarmCode(fix, code, assetAlarms);
};

/** The length of the place in front of the satellites, as the manuals have it. */
const statedGpsLength = 0xc;

/** Whether content begins with a time and a place as all locations do. */
export function beginsLikeLocation(content: Uint8Array): boolean {
  const reader = new ByteReader(content);
  if (readDate(reader) === null || reader.remaining < gpsBytes || reader.uint8() >> 4 !== statedGpsLength) {
    return false;
  }
  return isPlace(reader.uint32(), reader.uint32());
}
