import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { distanceM, type Place } from "./geo.ts";
import { boundsOf, createBorder, polygonFault, type Geofence, type GeofenceShape } from "./geofence.ts";
import { createGeofenceIndex, crossGeofences, geofenceHysteresisM } from "./geofence-index.ts";

const metresPerDegree = 111_195.08;

const insideM = (shape: GeofenceShape, place: Place): number => createBorder(shape)(place);

/** A place so many metres north and east of another. */
function moved({ lat, lng }: Place, northM: number, eastM: number): Place {
  const east = lng + eastM / metresPerDegree / Math.cos((lat * Math.PI) / 180);
  return { lat: lat + northM / metresPerDegree, lng: east - 360 * Math.round(east / 360) };
}

/** Anywhere but at the poles, the 180th meridian as likely as the rest together. */
const anywhere = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lng: fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: 179.9, max: 180, noNaN: true }),
    fc.double({ min: -180, max: -179.9, noNaN: true }),
  ),
});

/** Corners round a centre by angle, some metres out each: a star, convex or not. */
const star = fc
  .record({
    centre: anywhere,
    out: fc.array(fc.integer({ min: 50, max: 5000 }), { minLength: 3, maxLength: 12 }),
  })
  .map(({ centre, out }) => ({
    centre,
    ring: out.map((metres, i) => {
      const angle = (2 * Math.PI * i) / out.length;
      return moved(centre, metres * Math.cos(angle), metres * Math.sin(angle));
    }),
  }));

const offset = fc.record({
  north: fc.integer({ min: -6000, max: 6000 }),
  east: fc.integer({ min: -6000, max: 6000 }),
});

/** Inside by the sum of the angles under which the sides are seen: another way than crossing counts. */
function windsRound(ring: readonly Place[], place: Place): boolean {
  const from = ring.map(({ lat, lng }) => {
    const east = lng - place.lng;
    return [east - 360 * Math.round(east / 360), lat - place.lat] as const;
  });
  const turned = from.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = from[(i + 1) % from.length] ?? [x, y];
    return sum + Math.atan2(x * nextY - y * nextX, x * nextX + y * nextY);
  }, 0);
  return Math.abs(turned) > Math.PI;
}

describe("a polygon", () => {
  it("holds what its sides wind round, anywhere on earth", () => {
    fc.assert(
      fc.property(star, offset, ({ centre, ring }, { north, east }) => {
        const place = moved(centre, north, east);
        const inside = insideM({ kind: "polygon", ring }, place);
        // Within a millimetre of the border either answer is right.
        if (Math.abs(inside) > 0.001) expect(inside > 0).toBe(windsRound(ring, place));
      }),
      { numRuns: 1000 },
    );
  });

  it("has its border as far away as the nearest of many points along its sides", () => {
    fc.assert(
      fc.property(star, offset, ({ centre, ring }, { north, east }) => {
        const place = moved(centre, north / 5, east / 5);
        const parts = Array.from({ length: 201 }, (_, i) => i / 200);
        const along = ring.flatMap((a, i) => {
          const b = ring[(i + 1) % ring.length] ?? a;
          const width = b.lng - a.lng - 360 * Math.round((b.lng - a.lng) / 360);
          return parts.map((part) => ({ lat: a.lat + part * (b.lat - a.lat), lng: a.lng + part * width }));
        });
        const nearestM = Math.min(...along.map((point) => distanceM(place, point)));
        // The points lie up to 50 m apart; the plane that touches the place bends off by some per mille.
        expect(Math.abs(Math.abs(insideM({ kind: "polygon", ring }, place)) - nearestM)).toBeLessThan(
          26 + nearestM * 0.01,
        );
      }),
      { numRuns: 200 },
    );
  });

  it("cannot go round a pole or be flat", () => {
    const roundThePole = [0, 90, 180, -90].map((lng) => ({ lat: 80, lng }));
    expect(polygonFault(roundThePole)).toBe("pole");
    expect(polygonFault([0, 1, 2].map((lng) => ({ lat: 10, lng })))).toBe("flat");
    const acrossTheMeridian = [
      { lat: 0, lng: 179 },
      { lat: 0, lng: -179 },
      { lat: 1, lng: -179 },
    ];
    expect(polygonFault(acrossTheMeridian)).toBeNull();
  });
});

it("a circle holds what is within its radius, also at a pole", () => {
  fc.assert(
    fc.property(
      anywhere,
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      fc.double({ min: 0, max: 2, noNaN: true }),
      (centre, radiusM, bearing, part) => {
        const place = destination(centre, bearing, radiusM * part);
        const inside = insideM({ kind: "circle", centre, radiusM }, place);
        expect(Math.abs(inside - radiusM * (1 - part))).toBeLessThan(0.1 + radiusM * 1e-6);
      },
    ),
  );
});

/** The place at a distance along a great circle (the direct problem on the sphere). */
function destination({ lat, lng }: Place, bearing: number, metres: number): Place {
  const [phi, delta] = [(lat * Math.PI) / 180, metres / 6_371_008.8];
  const sine = Math.sin(phi) * Math.cos(delta) + Math.cos(phi) * Math.sin(delta) * Math.cos(bearing);
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(delta) * Math.cos(phi),
    Math.cos(delta) - Math.sin(phi) * sine,
  );
  const degrees = lng + (east * 180) / Math.PI;
  return { lat: (Math.asin(sine) * 180) / Math.PI, lng: degrees - 360 * Math.round(degrees / 360) };
}

const shape: fc.Arbitrary<GeofenceShape> = fc.oneof(
  star.map(({ ring }): GeofenceShape => ({ kind: "polygon", ring })),
  fc
    .record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      radiusM: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 1_000_000 })),
    })
    .map(({ lat, lng, radiusM }): GeofenceShape => ({ kind: "circle", centre: { lat, lng }, radiusM })),
);

describe("the index", () => {
  it("finds every geofence that holds a place", () => {
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1, maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(), offset), { minLength: 10, maxLength: 10 }),
        (shapes, near) => {
          const fences = shapes.map((one, id) => ({ id, name: "", shape: one }));
          const index = createGeofenceIndex(fences);
          for (const [pick, { north, east }] of near) {
            const one = fences[pick % fences.length];
            if (one === undefined) continue;
            const { south, west } = boundsOf(one.shape);
            const middle =
              one.shape.kind === "circle" ? one.shape.centre : { lat: Math.max(-89, south), lng: west };
            const place = moved({ ...middle, lat: Math.max(-89.9, Math.min(89.9, middle.lat)) }, north, east);
            if (Math.abs(place.lat) > 90) continue;
            const holding = fences.filter((fence) => insideM(fence.shape, place) >= 0).map(({ id }) => id);
            expect(index.near(place).map(({ id }) => id)).toEqual(expect.arrayContaining(holding));
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("leaves out nearly all of a thousand that are elsewhere", () => {
    const fences = Array.from({ length: 1000 }, (_, i): Geofence => ({
      id: i,
      name: "",
      shape: {
        kind: "circle",
        centre: { lat: 45 + Math.floor(i / 32) / 10, lng: 5 + (i % 32) / 10 },
        radiusM: 500,
      },
    }));
    expect(createGeofenceIndex(fences).near({ lat: 46.5, lng: 6.5 }).length).toBeLessThan(5);
  });
});

describe("crossing", () => {
  const depot: Geofence = {
    id: 7,
    name: "Depot",
    shape: { kind: "circle", centre: { lat: 53.5, lng: 10 }, radiusM: 200 },
  };
  const index = createGeofenceIndex([depot]);

  /** Crossings on the way along places so many metres from the centre. */
  function along(metresOut: readonly number[], start: readonly number[] = []): string[] {
    let inside = start;
    return metresOut.flatMap((metres) => {
      const crossing = crossGeofences(index, inside, moved({ lat: 53.5, lng: 10 }, metres, 0));
      inside = crossing.inside;
      return [
        ...crossing.entered.map(() => `in at ${metres}`),
        ...crossing.left.map(() => `out at ${metres}`),
      ];
    });
  }

  it("enters at the border and leaves 50 m outside", () => {
    expect(along([300, 199, 0, 201, 249, 251, 300, 201, 199])).toEqual([
      "in at 199",
      "out at 251",
      "in at 199",
    ]);
  });

  it("is one, whatever the jitter on the border", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 201 - geofenceHysteresisM, max: 199 + geofenceHysteresisM }), {
          maxLength: 50,
        }),
        (metresOut) => {
          expect(along([199, ...metresOut])).toEqual(["in at 199"]);
        },
      ),
    );
  });

  it("out of a deleted geofence is none", () => {
    expect(crossGeofences(createGeofenceIndex([]), [7], { lat: 0, lng: 0 })).toEqual({
      inside: [],
      entered: [],
      left: [],
    });
  });
});
