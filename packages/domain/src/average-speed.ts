/**
 * Average speed in motion, km/h to a tenth; null over no time. Distance counts whole legs, time only what began in
 * motion: between sparse fixes their quotient may be beyond any speed that was reported (0 or null: none was), which is
 * then the answer.
 */
export function averageSpeedKmh(driven: {
  readonly distanceMm: number;
  readonly movingMs: number;
  readonly maxSpeedKmh: number | null;
}): number | null {
  const { distanceMm, movingMs, maxSpeedKmh } = driven;
  if (movingMs <= 0) return null;
  const average = Math.round((distanceMm * 36) / movingMs) / 10;
  return maxSpeedKmh === null || maxSpeedKmh === 0 ? average : Math.min(average, maxSpeedKmh);
}
