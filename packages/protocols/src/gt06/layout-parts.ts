import { toHex } from "../hex.ts";
import { unpaddedText } from "../latin-text.ts";
import { ByteReader } from "../byte-reader.ts";
import { setAccessPoint } from "../set-access-point.ts";
import { setCell } from "../set-cell.ts";
import {
  applyAlarmCode,
  assetAlarms,
  commonAlarms,
  drivingAlarms,
  lightStatusAlarms,
  odometerAlarms,
  paddedAlarms,
  speedStatusAlarms,
} from "./alarms.ts";
import {
  dateBytes,
  gpsBytes,
  accessPointBytes,
  hasLongCode,
  longCodeCell,
  mediumCell,
  narrowCell,
  readAccessPoints,
  readCell,
  readCells,
  readCountedCells,
  readKindedCells,
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
  fence,
  gps,
  ignition,
  imeiBytes,
  inputs,
  longAlarm,
  odometer,
  shortCellBytes,
  setDriver,
  skip,
  unixTime,
  utcDate,
  voltage,
} from "./parts.ts";
import type { CellForm } from "./blocks.ts";
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
const stateOfSupply: readonly Part[] = [
  (report) => readInformation(report, speedStatusAlarms),
  voltage("power"),
  readSignal,
];
const stateOfSensors: readonly Part[] = [readInformation, voltage("power"), readSignal];
/** Ignition, reason and whether it was stored, then the odometer where there is more; other bytes say nothing. */
const accessoryTail: Part = (report) => {
  const { bytes, offset } = report.reader;
  if ((bytes[offset] ?? 0) > 1 || (bytes[offset + 2] ?? 0) > 1) return;
  accessory(report);
  odometer(report);
};
const maskMin = 0x1000;
/**
 * Ignition, an input, and either a temperature or the analog input (as sent, or in tenths). Where no cell is known or
 * none of the four highest bits is set, the two bytes may be anything.
 */
const maskOfPorts: Part = ({ fix, reader }) => {
  const mask = reader.uint16();
  if (mask < maskMin || fix.attributes["cellId1"] === undefined) return;
  fix.ignition = (mask & 0x8000) !== 0;
  fix.attributes["in2"] = (mask & 0x4000) !== 0;
  const degrees = mask & 0x1ff;
  const value = mask & 0x3ff;
  if (mask & 0x1000) fix.attributes["temp1"] = mask & 0x200 ? -degrees : degrees;
  else fix.attributes["adc1"] = mask & 0x2000 ? value : value / 10;
};
/** What models add behind the cell of 0x12, by its length. */
const locationTails: ReadonlyMap<number, readonly Part[]> = new Map([
  [2, [maskOfPorts]],
  [3, [accessoryTail]],
  [4, [odometer]],
  [5, stateOfSupply],
  [7, [accessoryTail]],
  [12, [...stateOfSensors, alarmCode, sensorsAndOdometer]],
]);
const locationTail: Part = (report) => {
  const tail = locationTails.get(report.reader.remaining) ?? cardTail;
  for (const part of tail) part(report);
};
/** What a card's tail has besides the text: odometer, length, a flag, its state; in some models the time of driving. */
const cardFrames = new Set([7, 9]);
const cardTail: readonly Part[] = [
  (report) => {
    const { fix, reader } = report;
    const length = reader.bytes[reader.offset + 4] ?? 0;
    if (length === 0 || !cardFrames.has(reader.remaining - length)) return;
    odometer(report);
    reader.take(1);
    const card = unpaddedText(reader.take(length));
    if (card !== "") fix.attributes["card"] = card;
    reader.take(1);
    const cardStatus = reader.uint8();
    if (reader.remaining < 2) return;
    fix.attributes["cardStatus"] = cardStatus;
    fix.attributes["drivingTime"] = reader.uint16();
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
  const height = behind.uint24();
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
  if (accessoryTails.has(report.reader.remaining)) accessoryTail(report);
};
const accessoryTails = new Set([3, 7]);

/** With a network code of two bytes, which the country's highest bit need not announce, the cell has four. */
const cellOf4gModels: Part = ({ fix, reader }) =>
  readCell(fix, reader, reader.remaining < 10 ? narrowCell : longCodeCell);

/** Metres that were driven and minutes that the engine ran, three bytes each. */
const shortTotals: Part = ({ fix, reader }) => {
  if (reader.remaining < 6) return;
  fix.odometerKm = reader.uint24() / 1000;
  fix.attributes["hours"] = reader.uint24() * 60_000;
};
/** A length, which counts the identifier's kind in front of it, or 0. */
const countedDriver: Part = (report) => {
  const { reader } = report;
  if (reader.remaining < 1) return;
  const length = Math.min(reader.uint8(), reader.remaining);
  if (length < 2) return;
  reader.take(1);
  driverOf(length - 1)(report);
};
/** A byte and the identifier. */
const bytesBeforeTimes = 1 + imeiBytes;
/** Models with two times have a byte and the identifier in front; then the device's time and that of the fix. */
const locationOfDoubleTime =
  (form: CellForm): Part =>
  (report) => {
    const { fix, reader } = report;
    reader.take(1);
    report.uniqueId = toHex(reader.take(imeiBytes)).slice(1);
    fix.deviceTimeMs = readDate(reader);
    utcDate(report);
    gps(report);
    countedCell(form, mediumCell)(report);
    readInformation(report);
    batteries(report);
    readSignal(report);
    alarm(report);
    shortTotals(report);
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
    const degrees = reader.uint16();
    const hundredths = degrees & 0x7fff;
    fix.attributes["temp1"] = (degrees & 0x8000 ? -hundredths : hundredths) / 100;
    fix.attributes["humidity"] = reader.uint16() / 100;
  },
];
/** Where nothing is said that may be left out. */
const bytesOfDoubleTime = 47;
/** Whether a byte and the identifier stand in front of two times. */
function hasDoubleTime({ bytes, offset, remaining }: ByteReader): boolean {
  if (remaining < bytesOfDoubleTime || readDate(new ByteReader(bytes, offset)) !== null) return false;
  const times = new ByteReader(bytes, offset + bytesBeforeTimes);
  return readDate(times) !== null && readDate(times) !== null;
}
const narrowDoubleTime = locationOfDoubleTime(narrowCell);
export const locationWithAccess: Part = (report) => {
  const { reader } = report;
  if (hasDoubleTime(reader)) return narrowDoubleTime(report);
  for (const part of reader.remaining === bytesOfClimate ? locationWithClimate : utcLocation) part(report);
};
const mediumLocation: readonly Part[] = [utcDate, gps, cell(mediumCell), accessory, odometer];
const driverOfDoubleTime: readonly Part[] = [locationOfDoubleTime(mediumCell), countedDriver];
/** 0x25 is 0x22 with a longer cell and, in models with two times, a driver. */
export const locationWithDriverBehind: Part = (report) => {
  for (const part of hasDoubleTime(report.reader) ? driverOfDoubleTime : mediumLocation) {
    part(report);
    if (!report.hasTime) return;
  }
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
  if (isMedium) report.state.alarms = drivingAlarms;
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
export const stateOfAlarm: readonly Part[] = [utcDate, gps, countedCell(narrowCell, mediumCell), readStatus];
export const alarmReport: readonly Part[] = [...stateOfAlarm, alarm];

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
  for (const part of hasDate ? datedCells : numberedLocation) {
    part(report);
    if (!report.hasTime) return;
  }
};
const advanceMax = 0x3f;
const noAdvance = 0xff;
const countryMin = 200;
const countryMax = 799;
/** Whether a timing advance stands in front of the country's code. */
function hasAdvance({ bytes, offset }: ByteReader): boolean {
  const [advance = 0, high = 0, low = 0] = bytes.subarray(offset);
  const country = (high << 8) | low;
  return (advance <= advanceMax || advance === noAdvance) && country >= countryMin && country <= countryMax;
}
const longCodeCells = cells(longCodeCell);
const mediumCells = cells(mediumCell);
const datedCells: readonly Part[] = [
  date,
  (report) => {
    if (!hasAdvance(report.reader)) return mediumCells(report);
    report.reader.take(1);
    longCodeCells(report);
  },
];
/** How many bytes stand in front of the cells of 0x24: timing advance, network, number. */
const countAt = 4;
const cellsWithAdvanceMax = 7;
const narrowCells = cells(narrowCell);
/** 0x24 behind the time: a place with voltages; cells; or a timing advance, the network, and as many cells as said. */
export const voltagesOrCells: Part = (report) => {
  const { fix, reader } = report;
  const count = reader.bytes[reader.offset + countAt] ?? 0;
  if (!hasAdvance(reader) || count === 0 || count > cellsWithAdvanceMax) return plainVoltagesOrCells(report);
  reader.take(1);
  readCountedCells(fix, reader, narrowCell);
};
const bytesOfSixCells = 6 * 7;
/** 0x33 without a place: six cells, then access points; the network's code has two bytes where one is over. */
export const sixCells: Part = (report) => {
  const { fix, reader } = report;
  const isLong = (reader.remaining - 3 - bytesOfSixCells - 2) % accessPointBytes === 1;
  readCells(fix, reader, isLong ? longCodeCell : mediumCell, 6);
  accessPoints(report);
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
/** The number of a driver's key, as decimal digits. */
const shortDriver: Part = (report) => setDriver(report, report.reader.uint32());
const numberedLocation: readonly Part[] = [
  skip(4),
  date,
  gps,
  skip(2),
  odometer,
  cell(mediumCell),
  shortDriver,
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

const locationWithVoltages: readonly Part[] = [
  gps,
  cell(narrowCell),
  ignition,
  voltage("power"),
  voltage("battery"),
];
const plainVoltagesOrCells = ifLocation(locationWithVoltages, [narrowCells]);
export const alarmOf4gModels: readonly Part[] = [
  utcDate,
  gps,
  countedCell(wideCell),
  readStatus,
  longAlarm,
  fence,
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
    if (reader.uint8() > 0) readCell(fix, reader, narrowCell);
  },
  readSignal,
  counted,
  counted,
];
/** What an asset tracker reports: a code. */
export const assetStatus: Part = ({ fix, reader }) => {
  const code = readOr(reader, (from) => from.uint8());
  if (code !== null) fix.attributes["status"] = code;
};
const armedCode = 0xa0;
const disarmedCode = 0xa1;
export const assetAlarm: Part = (report) => {
  const { fix } = report;
  assetStatus(report);
  const code = fix.attributes["status"];
  if (code === armedCode || code === disarmedCode) fix.attributes["armed"] = code === armedCode;
  else if (typeof code === "number") applyAlarmCode(fix, code, assetAlarms);
};

const fourthGeneration = 3;
/** 0x38 behind the place: reason, whether it was stored. */
export const reason: Part = ({ fix, reader }) => {
  fix.attributes["event"] = reader.uint8();
  fix.attributes["archive"] = reader.uint8() === 1;
};
/** The network's kind, which says how long the cell is, the cell, its signal. */
export const kindedCell: Part = ({ fix, reader }) => {
  const isWide = reader.uint8() >= fourthGeneration;
  readCell(fix, reader, isWide ? wideCell : narrowCell);
  reader.take(isWide ? 2 : 1);
};

/** Cells behind the network's kind, then timing advance and access points, of which none has a name. */
export const kindedCellsAndPoints: Part = ({ fix, reader }) => {
  readKindedCells(fix, reader);
  reader.take(1);
  const count = reader.uint8();
  const points = reader.take(Math.min(count * accessPointBytes, reader.remaining));
  readAccessPoints(fix, new ByteReader(points), count);
};

const beaconBytes = 30;
/** A beacon by which somebody comes or goes: signal, address, numbers, battery (0.01 V), and which of the two it is. */
export const attendance: Part = (report) => {
  const { fix, reader } = report;
  report.hasTime = reader.remaining >= beaconBytes;
  if (!report.hasTime) return;
  fix.attributes["rssi"] = reader.int8();
  fix.attributes["tagMac"] = toHex(reader.take(6));
  fix.attributes["tagUuid"] = toHex(reader.take(16));
  fix.attributes["tagMajor"] = reader.uint16();
  fix.attributes["tagMinor"] = reader.uint16();
  fix.attributes["tagBattery"] = reader.uint16() / 100;
  fix.attributes["clock"] = (reader.uint8() >> 2) & 0x0f;
};

/** A request for an address by the cell alone, which 4G devices give in their longer form, with a number of 21 digits. */
const bytesOfWideRequest = 38;
export const cellOfRequest: Part = (report) =>
  cell(report.reader.remaining >= bytesOfWideRequest ? wideCell : narrowCell)(report);

const pictureCell: CellForm = { codeBytes: 2, areaBytes: 2, cellBytes: 2 };
const pictureHeadBytes = 47;
/** Where the kind, the format and the number of the piece stand in a piece of a picture. */
const pictureKindAt = 42;
const pictureFormatAt = 43;
const pieceAt = 45;
/** Whether 0x41 is a picture's first piece. */
export function isPictureStart(content: Uint8Array): boolean {
  if (content.length < pictureHeadBytes || content[pictureKindAt] !== 0 || content[pictureFormatAt] !== 0)
    return false;
  return content[pieceAt] === 0 && content[pieceAt + 1] === 0;
}
/** A picture's first piece: number of the device, time, place (of which the scale is not known), cell, numbers, event. */
export const pictureStart: readonly Part[] = [
  skip(8),
  unixTime,
  skip(14),
  cell(pictureCell),
  ({ fix, reader }) => {
    fix.attributes["mediaId"] = reader.uint32();
    reader.take(6);
    fix.attributes["event"] = reader.uint8();
  },
];

const bytesOfKey = 6;
/** A key (48 bits, as decimal digits) that was held to the reader. */
const key: Part = (report) => {
  const { reader } = report;
  const high = reader.uint16();
  setDriver(report, high * 0x1_0000_0000 + reader.uint32());
};
/** 0x61 of a reader of keys, which has the identifier in front. */
export const keyLocation: readonly Part[] = [date, gps, cell(mediumCell), key];
const bytesOfKeyLocation = imeiBytes + dateBytes + gpsBytes + 9 + bytesOfKey;
/** Whether 0x61, which is sound in others, is a location with a key. */
export function isKeyLocation(content: Uint8Array): boolean {
  if (content.length < bytesOfKeyLocation || !/^0\d{15}$/.test(toHex(content.subarray(0, imeiBytes))))
    return false;
  return readDate(new ByteReader(content, imeiBytes)) !== null;
}

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
