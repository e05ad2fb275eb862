/** Longest that an organisation's plan may keep positions. */
export const retentionMonthsMax = 120;

/**
 * From when on positions are kept, Unix milliseconds: the first instant (UTC) of the month that lies so many whole
 * months back.
 */
export function keptFromMs(nowMs: number, months: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months);
}
