// How an encoder writes a number where its form has no room for any.

/** The nearest whole number within the range of its field. */
export function roundWithin(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}

/** With so many decimals; nothing where there is none. */
export function decimalsOrNothing(value: number | null, decimals: number): string {
  return value === null ? "" : value.toFixed(decimals);
}
