/** Where answers are rounded, once: kilometres to a metre, speeds to a tenth, times to a second. */
const decimals = (value: number, digits: number) => Number(value.toFixed(digits));

/** As a summary rounds its odometer, so that every answer gives one reading for one instant. */
export const km = (mm: number): number => Math.round(mm / 1000) / 1000;

/** To the microsecond, finer than the milliseconds that are summed: the hours of adjoining ranges add up. */
export const hours = (ms: number): number => decimals(ms / 3_600_000, 9);

export const seconds = (ms: number): number => Math.round(ms / 1000);

/** km/h of a distance in millimetres over a time in milliseconds; null over no time. */
export const kmh = (mm: number, ms: number): number | null => (ms > 0 ? decimals((mm / ms) * 3.6, 1) : null);
