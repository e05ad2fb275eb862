import { InvalidArgumentError, Option } from "@commander-js/extra-typings";

/** Parsers of option values; what cannot be read is refused with the reason. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError("It takes a whole number.");
  return value;
}

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It takes a number.");
  return value;
}

/** An instant with `Z` or an offset, as in 2026-03-01T08:00:00Z. */
export function instant(text: string): Date {
  const value = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(text) || Number.isNaN(value.getTime())) {
    throw new InvalidArgumentError("It takes a time with Z or an offset, as in 2026-03-01T08:00:00Z.");
  }
  return value;
}

export const dataDirOption = () =>
  new Option("--data-dir <dir>", "directory of the installation (the one started last unless given)");

export const jsonOption = () => new Option("--json", "print JSON, one document a line").default(false);
