import { metresPerDegree, radiansPerDegree, shortWayDeg, type Place } from "../geo.ts";
import { rules } from "./rules.ts";

/** A place, and how the vehicle moved there. */
export interface Moving extends Place {
  readonly speedKmh: number | null;
  readonly course: number | null;
}

/**
 * Metres from one place to another along the cubic that starts and ends with the speeds and courses given there (a
 * Hermite spline), for roads bend between fixes; at most what the faster end's speed covers. Null where a leg is too
 * short or too long for that, or an end says nothing of its speed or course.
 */
export function curveM(from: Moving, to: Moving, ms: number): number | null {
  if (ms < rules.bendMinMs || ms > rules.bendMaxMs) return null;
  const start = velocity(from);
  const end = velocity(to);
  if (start === null || end === null) return null;
  const seconds = ms / 1000;
  const northM = (to.lat - from.lat) * metresPerDegree;
  const eastM = shortWayDeg(to.lng - from.lng) * metresPerDegree * Math.cos(from.lat * radiansPerDegree);
  const paceMs = (t: number): number => {
    const chord = 6 * t * (1 - t);
    const atStart = (1 - t) * (1 - 3 * t) * seconds;
    const atEnd = t * (3 * t - 2) * seconds;
    return Math.hypot(
      chord * northM + atStart * start.north + atEnd * end.north,
      chord * eastM + atStart * start.east + atEnd * end.east,
    );
  };
  return Math.min(integrate(paceMs), Math.max(start.speed, end.speed) * seconds);
}

/** Metres per second; a vehicle that stands has no course to speak of. */
function velocity({ speedKmh, course }: Moving): { speed: number; north: number; east: number } | null {
  if (speedKmh === 0) return { speed: 0, north: 0, east: 0 };
  if (speedKmh === null || course === null) return null;
  const speed = speedKmh / 3.6;
  const radians = course * radiansPerDegree;
  return { speed, north: speed * Math.cos(radians), east: speed * Math.sin(radians) };
}

/** Gauss-Legendre with five points over 0 to 1. */
function integrate(f: (t: number) => number): number {
  let sum = 0.568_888_888_888_888_9 * f(0.5);
  sum += 0.478_628_670_499_366_5 * (f(0.5 - 0.269_234_655_052_841_5) + f(0.5 + 0.269_234_655_052_841_5));
  sum += 0.236_926_885_056_189_1 * (f(0.5 - 0.453_089_922_969_332) + f(0.5 + 0.453_089_922_969_332));
  return sum / 2;
}
