import { parseDecimalText } from "../decimal-text.ts";

export const kmhPerKnot = 1.852;

/** Percent of a battery level: steps from 1 to 6, beyond them percent; null where none is stated. */
export function batteryPercent(level: number | null): number | null {
  if (level === null || level < 1 || level > 100 || !Number.isInteger(level)) return null;
  return steps[level - 1] ?? level;
}

const steps = [0, 10, 20, 60, 80, 100];

/** A decimal number of reasonable length, which spaces may pad, null otherwise. */
export function parseNumber(text: string | undefined): number | null {
  return text === undefined ? null : parseDecimalText(text.trim(), 10);
}
