import type { ByteReader } from "../byte-reader.ts";
import type { FixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import type { ItemReader } from "./state.ts";

const signBit = 0x8000;
/** The highest temperature (0.1 °C) behind a sign; what is beyond is a negative number of sixteen bits. */
const signedTemperatureMax = 2000;
/** What stands for a sensor that is not there, or not heard. */
const noTemperatures: ReadonlySet<number> = new Set([0xffff, signBit, 0x04f6]);

/** Temperatures of 0.1 °C, as many as there is room for. The highest bit is a sign, or that of a number with one. */
export const temperatures: ItemReader = (fix, value) => {
  if (value.remaining % 2 !== 0 || value.remaining > 16) return false;
  for (let index = 1; value.remaining >= 2; index++) {
    const raw = value.uint16();
    if (noTemperatures.has(raw)) continue;
    const unsigned = raw & (signBit - 1);
    const negative = unsigned <= signedTemperatureMax ? -unsigned : raw - 2 * signBit;
    fix.attributes[`temp${index}`] = (raw < signBit ? raw : negative) / 10;
  }
  return true;
};

/** The highest temperature of a load (°C); what is beyond is a negative number of sixteen bits. */
const carriageTemperatureMax = 200;

/** The temperature of the load (°C), in whole degrees behind a sign; some write a number with one. */
export const carriageTemperature: ItemReader = (fix, value) => {
  if (value.remaining !== 2) return false;
  const raw = value.uint16();
  const unsigned = raw & (signBit - 1);
  const negative = unsigned <= carriageTemperatureMax ? 0 - unsigned : raw - 2 * signBit;
  fix.attributes["carriageTemp"] = raw < signBit ? raw : negative;
  return true;
};

const humidityMax = 1000;
/** Humidities of 0.1 %, as many as there is room for. */
export const humidities: ItemReader = (fix, value) => {
  if (value.remaining % 2 !== 0 || value.remaining > 16) return false;
  for (let index = 1; value.remaining >= 2; index++) {
    const raw = value.uint16();
    if (raw <= humidityMax) fix.attributes[`humidity${index}`] = raw / 10;
  }
  return true;
};

const rotations = ["", "forward", "reverse", "stopped"];
/** How a drum turns: forward when it is empty, in reverse when it is loaded; 0 where that is not known. */
export const rotation: ItemReader = (fix, value) => {
  if (value.remaining !== 1) return false;
  const turn = rotations[value.uint8()];
  if (turn === undefined) return false;
  if (turn !== "") fix.attributes["rotation"] = turn;
  return true;
};

/** A load in eight bytes (0.1 kg). */
export const load: ItemReader = (fix, value) => {
  if (value.remaining !== 8) return false;
  fix.attributes["weight"] = value.uint64() / 10;
  return true;
};

function setAcceleration(fix: FixDraft, value: ByteReader): void {
  fix.attributes["acceleration"] = `[${value.int16()},${value.int16()},${value.int16()}]`;
}

export const axes: ItemReader = (fix, value) => {
  if (value.remaining !== 6) return false;
  setAcceleration(fix, value);
  return true;
};

/** Tyres: number, sensor, pressure (0.025 bar), temperature, state. */
export const tyres: ItemReader = (fix, value) => {
  if (value.remaining % 8 !== 0) return false;
  while (value.remaining >= 8) {
    const index = value.uint8();
    value.take(3);
    const pressure = value.uint16();
    const temperature = value.uint8();
    if (value.uint8() === 0 && pressure === 0) continue;
    fix.attributes[`tire${index}Pressure`] = Math.round(pressure * 25) / 1000;
    fix.attributes[`tire${index}Temp`] = temperature - 50;
  }
  return true;
};

/** Sensors: number, address, temperature and humidity, each a whole and 255ths. */
export const sensors: ItemReader = (fix, value) => {
  if (value.remaining % 11 !== 0) return false;
  while (value.remaining >= 11) {
    const index = value.uint8();
    value.take(6);
    const whole = value.int8();
    fix.attributes[`temp${index}`] = whole + ((whole < 0 ? -1 : 1) * value.uint8()) / 255;
    fix.attributes[`humidity${index}`] = value.uint8() + value.uint8() / 255;
    value.take(1);
  }
  return true;
};

/** Locks: sensor, card, battery, state of two bytes. */
export const locks: ItemReader = (fix, value) => {
  const count = value.uint8();
  if (count === 0 || value.remaining !== count * 13) return false;
  for (let index = 1; index <= count; index++) {
    fix.attributes[`lock${index}Id`] = toHex(value.take(5));
    fix.attributes[`lock${index}Card`] = toHex(value.take(5));
    fix.attributes[`lock${index}Battery`] = value.uint8();
    fix.attributes[`lock${index}Locked`] = (value.uint16() & 0x20) === 0;
  }
  return true;
};

/** Reason, which values follow, then temperature, humidity, light, acceleration; the thresholds behind are not kept. */
export const environment: ItemReader = (fix, value) => {
  if (value.remaining < 2) return false;
  // The same event is a vibration in the alarm word.
  if (value.uint8() === 0x02) fix.attributes["alarm"] = "movement";
  const present = value.uint8();
  if (present & 0x01) fix.attributes["light"] = value.uint16();
  if (present & 0x02) fix.attributes["temp1"] = value.int16() / 10;
  if (present & 0x04) fix.attributes["humidity"] = value.uint16() / 10;
  if (present & 0x08) setAcceleration(fix, value);
  return true;
};
