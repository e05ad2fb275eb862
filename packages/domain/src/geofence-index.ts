import type { Place } from "./geo.ts";
import { boundsOf, insideM, type Bounds, type Geofence } from "./geofence.ts";

/** A vehicle has left a geofence this far outside its border, metres; it enters at the border. */
export const geofenceHysteresisM = 50;

export interface GeofenceIndex {
  readonly byId: ReadonlyMap<number, Geofence>;
  /** Those that may hold the place, and not many more. */
  near(place: Place): readonly Geofence[];
}

const cellDeg = 0.05;
const columns = 360 / cellDeg;
/** Whatever covers more cells than this is looked at for every place. */
const cellsMax = 4096;

/** A grid over the bounds of an organisation's geofences. */
export function createGeofenceIndex(fences: readonly Geofence[]): GeofenceIndex {
  const cells = new Map<number, Geofence[]>();
  const wide: Geofence[] = [];
  for (const fence of fences) {
    const covered = cellsOf(boundsOf(fence.shape));
    if (covered === null) wide.push(fence);
    else {
      for (const cell of covered) {
        const there = cells.get(cell);
        if (there === undefined) cells.set(cell, [fence]);
        else there.push(fence);
      }
    }
  }
  return {
    byId: new Map(fences.map((fence) => [fence.id, fence])),
    near({ lat, lng }) {
      const there = cells.get(cellAt(Math.floor(lat / cellDeg), Math.floor(lng / cellDeg))) ?? [];
      return wide.length === 0 ? there : [...wide, ...there];
    },
  };
}

function cellsOf({ south, north, west, east }: Bounds): number[] | null {
  const [bottom, top] = [Math.floor(south / cellDeg), Math.floor(north / cellDeg)];
  const [left, right] = [Math.floor(west / cellDeg), Math.floor(east / cellDeg)];
  if ((top - bottom + 1) * (right - left + 1) > cellsMax) return null;
  const cells: number[] = [];
  for (let row = bottom; row <= top; row += 1) {
    for (let column = left; column <= right; column += 1) cells.push(cellAt(row, column));
  }
  return cells;
}

/** Columns go on round the earth. */
function cellAt(row: number, column: number): number {
  return row * columns + (((column % columns) + columns) % columns);
}

/** What a place changes of the geofences that a vehicle is in. */
export interface GeofenceCrossing {
  /** Ids in ascending order. */
  readonly inside: readonly number[];
  readonly entered: readonly Geofence[];
  readonly left: readonly Geofence[];
}

/**
 * Compares the geofences that a vehicle was in with its next place. What exists no more is left without a word; a
 * vehicle enters at the border and leaves well outside, so that jitter there is one crossing.
 */
export function crossGeofences(
  index: GeofenceIndex,
  before: readonly number[],
  place: Place,
): GeofenceCrossing {
  const near = index.near(place);
  if (near.length === 0 && before.length === 0) return { inside: before, entered: [], left: [] };
  const known = before.flatMap((id) => index.byId.get(id) ?? []);
  const left = known.filter(({ shape }) => insideM(shape, place) < -geofenceHysteresisM);
  const entered = near
    .filter(({ id, shape }) => !before.includes(id) && insideM(shape, place) >= 0)
    .toSorted((a, b) => a.id - b.id);
  const inside = [...known.filter((fence) => !left.includes(fence)), ...entered].map(({ id }) => id);
  return { inside: inside.toSorted((a, b) => a - b), entered, left };
}
