import { z } from "zod";

import { distanceM, type Place } from "./geo.ts";

const placeSchema = z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });

/** Most corners of a polygon, and the widest circle, metres. */
export const geofenceLimits = { cornersMax: 1000, radiusMinM: 1, radiusMaxM: 1_000_000 } as const;

export const geofenceShapeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("circle"),
    centre: placeSchema,
    radiusM: z.number().min(geofenceLimits.radiusMinM).max(geofenceLimits.radiusMaxM),
  }),
  z.object({
    kind: z.literal("polygon"),
    /** Corners in either direction, the last one joined to the first. Sides take the shorter way round. */
    ring: z.array(placeSchema).min(3).max(geofenceLimits.cornersMax),
  }),
]);

export type GeofenceShape = z.infer<typeof geofenceShapeSchema>;

export interface Geofence {
  readonly id: number;
  readonly name: string;
  readonly shape: GeofenceShape;
}

const metresPerDegree = 111_195.08;

/**
 * Metres from a place to the border: above nought inside, below outside. A circle's is great-circle distance; a
 * polygon's sides are straight in degrees (as on a Mercator or plain map they nearly are at these sizes), and the
 * distance to them is that on the plane that touches the place, exact near the border and coarse far away.
 */
export function insideM(shape: GeofenceShape, place: Place): number {
  if (shape.kind === "circle") return shape.radiusM - distanceM(shape.centre, place);
  const corners = around(shape.ring, place.lng);
  const perLng = metresPerDegree * Math.cos((place.lat * Math.PI) / 180);
  let nearest = Infinity;
  let inside = false;
  let before = corners.at(-1);
  for (const corner of corners) {
    if (before !== undefined) {
      if (corner.lat > place.lat !== before.lat > place.lat) {
        const part = (place.lat - corner.lat) / (before.lat - corner.lat);
        if (corner.lng + part * (before.lng - corner.lng) > 0) inside = !inside;
      }
      nearest = Math.min(nearest, distanceToSide(before, corner, place.lat, perLng));
    }
    before = corner;
  }
  return inside ? nearest : -nearest;
}

/**
 * Why a polygon cannot be a geofence, or null: it encloses a pole (its sides go once round the earth, so that inside
 * and outside are a matter of taste), or it has no area.
 */
export function polygonFault(ring: readonly Place[]): "pole" | "flat" | null {
  let turnedDeg = 0;
  let area = 0;
  const corners = unwrapped(ring);
  ring.forEach((corner, i) => {
    const next = ring[(i + 1) % ring.length] ?? corner;
    turnedDeg += shortWay(next.lng - corner.lng);
    const [a, b] = [corners[i], corners[(i + 1) % corners.length]];
    if (a !== undefined && b !== undefined) area += a.lng * b.lat - b.lng * a.lat;
  });
  if (Math.abs(turnedDeg) > 180) return "pole";
  return Math.abs(area) < 1e-12 ? "flat" : null;
}

/** Degrees; `west` may be below -180 or `east` above 180 where a shape lies across the 180th meridian. */
export interface Bounds {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** What a shape lies within. A circle that reaches a pole lies within all longitudes. */
export function boundsOf(shape: GeofenceShape): Bounds {
  if (shape.kind === "polygon") {
    const corners = unwrapped(shape.ring);
    const lats = corners.map(({ lat }) => lat);
    const lngs = corners.map(({ lng }) => lng);
    return {
      south: Math.min(...lats),
      north: Math.max(...lats),
      west: Math.min(...lngs),
      east: Math.max(...lngs),
    };
  }
  const { centre, radiusM } = shape;
  const reach = (radiusM / metresPerDegree) * 1.001;
  const [south, north] = [centre.lat - reach, centre.lat + reach];
  if (north >= 90 || south <= -90) return { south, north, west: -180, east: 180 };
  // The widest point of a circle on the sphere is nearer to the pole than its centre.
  const sine = Math.sin((reach * Math.PI) / 180) / Math.cos((centre.lat * Math.PI) / 180);
  const wide = (Math.asin(Math.min(1, sine)) * 180) / Math.PI;
  return { south, north, west: centre.lng - wide, east: centre.lng + wide };
}

/** Corners with longitudes that run on across the 180th meridian. */
function unwrapped(ring: readonly Place[]): Place[] {
  let lng = ring[0]?.lng ?? 0;
  return ring.map((corner) => {
    lng += shortWay(corner.lng - lng);
    return { lat: corner.lat, lng };
  });
}

/** Corners with longitudes from the given one, such that the whole ring lies round it the shorter way. */
function around(ring: readonly Place[], lng: number): Place[] {
  const corners = unwrapped(ring);
  const lngs = corners.map((corner) => corner.lng);
  const middle = (Math.min(...lngs) + Math.max(...lngs)) / 2;
  const shift = middle + shortWay(lng - middle);
  return corners.map((corner) => ({ lat: corner.lat, lng: corner.lng - shift }));
}

function distanceToSide(a: Place, b: Place, lat: number, perLng: number): number {
  const [ax, ay] = [a.lng * perLng, (a.lat - lat) * metresPerDegree];
  const [dx, dy] = [(b.lng - a.lng) * perLng, (b.lat - a.lat) * metresPerDegree];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + part * dx, ay + part * dy);
}

/** A difference of longitudes from -180 to 180. */
function shortWay(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}
