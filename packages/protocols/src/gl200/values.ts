/** A decimal number, or null. */
export function parseNumber(text: string | undefined): number | null {
  if (text === undefined || text === "" || text.length > 16) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** A hexadecimal number of at most eight digits, or null. */
export function parseHex(text: string | undefined): number | null {
  if (text === undefined || text === "" || text.length > 8) return null;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = hexDigit(text.charCodeAt(at));
    if (digit < 0) return null;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** `YYYYMMDDHHMMSS`: Unix milliseconds as if it were UTC; null if it is none. */
export function parseTime(text: string | undefined): number | null {
  if (text?.length !== 14) return null;
  let value = 0;
  for (let at = 0; at < 14; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  const date = Math.floor(value / 1e6);
  const time = value % 1e6;
  const [year, month, day] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100];
  const [hour, minute, second] = [Math.floor(time / 10_000), Math.floor(time / 100) % 100, time % 100];
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const timeMs = Date.UTC(year, month - 1, day, hour, minute, second);
  // The 31st of a shorter month would be a day of the next.
  return day > 28 && new Date(timeMs).getUTCDate() !== day ? null : timeMs;
}

/** A whole percentage, or null. */
export function parsePercent(text: string | undefined): number | null {
  if (text === undefined || text.length > 3 || text.includes(".")) return null;
  const value = parseNumber(text);
  return value !== null && value >= 0 && value <= 100 ? value : null;
}
