const earthRadiusM = 6_371_008.8;
export const radiansPerDegree = Math.PI / 180;

/** Metres of a degree of latitude. */
export const metresPerDegree = earthRadiusM * radiansPerDegree;

export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Great-circle distance in metres on the mean sphere (haversine). */
export function distanceM(a: Place, b: Place): number {
  const dLat = (b.lat - a.lat) * radiansPerDegree;
  const dLng = (b.lng - a.lng) * radiansPerDegree;
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.lat * radiansPerDegree) * Math.cos(b.lat * radiansPerDegree) * Math.sin(dLng / 2) ** 2;
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A difference of longitudes the shorter way round the earth, -180 to 180 degrees. */
export function shortWayDeg(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}
