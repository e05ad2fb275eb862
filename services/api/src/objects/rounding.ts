/** Where answers are rounded, once: kilometres to a metre, speeds to a tenth, times to a second. */
const decimals = (value: number, digits: number) => Number(value.toFixed(digits));

export const km = (mm: number): number => decimals(mm / 1e6, 3);

export const seconds = (ms: number): number => Math.round(ms / 1000);

/** km/h of a distance in millimetres over a time in milliseconds; null over no time. */
export const kmh = (mm: number, ms: number): number | null => (ms > 0 ? decimals((mm / ms) * 3.6, 1) : null);
