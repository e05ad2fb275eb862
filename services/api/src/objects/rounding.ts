// Where answers are rounded, once.

/** Kilometres, to the metre: as a summary rounds its odometer, so that every answer gives one reading for one instant. */
export const km = (mm: number): number => Math.round(mm / 1000) / 1000;

/** Hours, to some microseconds, finer than the milliseconds that are summed: the hours of adjoining ranges add up. */
export const hours = (ms: number): number => Number((ms / 3_600_000).toFixed(9));

/** Whole seconds. */
export const seconds = (ms: number): number => Math.round(ms / 1000);
