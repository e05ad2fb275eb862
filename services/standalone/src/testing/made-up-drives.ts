/** A drive on a straight road east: its rows once a second as the recorded drives have them, and its truth. */
export interface MadeUpDrive {
  readonly rows: readonly string[];
  readonly startTime: string;
  readonly endTime: string;
  readonly distanceKm: number;
}

const header = "drive,fix_time,lat,lng,altitude_m,course_deg,speed_kmh,distance_km";
const pauseMs = 600_000;
const kmPerDegreeLng = 111.195 * Math.cos((48 * Math.PI) / 180);

/**
 * Accelerates for 20 s, holds 50 km/h, waits at a light for 40 s with the engine on, drives on and brakes. Each drive
 * begins where the one before ended, `pauseMs` later.
 */
export function makeUpDrives(count: number, startTimeMs: number): { csv: string; drives: MadeUpDrive[] } {
  const profile = [
    ...ramp(0, 50, 20),
    ...hold(50, 120),
    ...ramp(50, 0, 15),
    ...hold(0, 40),
    ...ramp(0, 70, 25),
    ...hold(70, 180),
    ...ramp(70, 0, 20),
    ...hold(0, 5),
  ];
  const drives: MadeUpDrive[] = [];
  let lng = 11;
  let timeMs = startTimeMs;
  for (let drive = 1; drive <= count; drive += 1) {
    const startMs = timeMs;
    let distanceKm = 0;
    const rows = profile.map((speedKmh, second) => {
      const legKm = second === 0 ? 0 : (speedKmh + (profile[second - 1] ?? 0)) / 2 / 3600;
      distanceKm += legKm;
      lng += legKm / kmPerDegreeLng;
      const fixTime = new Date(startMs + second * 1000).toISOString();
      return `${drive},${fixTime},48.0000000,${lng.toFixed(7)},400.0,90.0,${speedKmh.toFixed(2)},${legKm.toFixed(6)}`;
    });
    const endMs = startMs + (profile.length - 1) * 1000;
    drives.push({
      rows,
      startTime: new Date(startMs).toISOString(),
      endTime: new Date(endMs).toISOString(),
      distanceKm,
    });
    timeMs = endMs + pauseMs;
  }
  return { csv: [header, ...drives.flatMap(({ rows }) => rows)].join("\n"), drives };
}

function ramp(from: number, to: number, seconds: number): number[] {
  return Array.from({ length: seconds }, (_, second) => from + ((to - from) * second) / seconds);
}

function hold(speedKmh: number, seconds: number): number[] {
  return Array.from({ length: seconds }, () => speedKmh);
}
