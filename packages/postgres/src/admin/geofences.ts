import {
  geofenceLimits,
  geofenceShapeSchema,
  polygonFault,
  type Geofence,
  type GeofenceShape,
} from "@fleet/domain";

import type { Executor } from "../database.ts";
import { eq } from "../drizzle.ts";
import { onlyRow } from "../only-row.ts";
import { geofences } from "../schema/index.ts";
import { noOrganisation, ofOrganisation, organisationExists, type Inventory } from "./organisations.ts";
import { refused, type AdminOutcome } from "./outcome.ts";

export interface NewGeofence {
  readonly organisationId: number;
  readonly name: string;
  readonly shape: GeofenceShape;
}

/** Makes a geofence for all vehicles of an organisation; derivation knows it within a second. */
export async function createGeofence(db: Executor, wanted: NewGeofence): Promise<AdminOutcome> {
  const { organisationId, shape } = wanted;
  const name = wanted.name.trim();
  if (name === "") return refused("A geofence needs a name.");
  const fault = shapeFault(shape);
  if (fault !== null) return refused(fault);
  if (!(await organisationExists(db, organisationId))) return refused(noOrganisation(organisationId));
  const rows = await db
    .insert(geofences)
    .values({ organisationId, name, shape })
    .returning({ id: geofences.id });
  return { ok: true, id: onlyRow(rows).id };
}

/** The geofences of an organisation, by id. */
export function listGeofences(db: Executor, organisationId: number): Promise<Inventory<Geofence>> {
  const { id, name, shape } = geofences;
  return ofOrganisation(db, organisationId, () =>
    db
      .select({ id, name, shape })
      .from(geofences)
      .where(eq(geofences.organisationId, organisationId))
      .orderBy(id),
  );
}

/** Ends a geofence. Vehicles inside it do not leave it: it is simply no more. */
export async function deleteGeofence(db: Executor, geofenceId: number): Promise<AdminOutcome> {
  const [row] = await db
    .delete(geofences)
    .where(eq(geofences.id, geofenceId))
    .returning({ id: geofences.id });
  return row === undefined ? refused(`There is no geofence ${geofenceId}.`) : { ok: true, id: row.id };
}

function shapeFault(shape: GeofenceShape): string | null {
  if (!geofenceShapeSchema.safeParse(shape).success) return outOfBounds[shape.kind];
  if (shape.kind === "circle") return null;
  const fault = polygonFault(shape.ring);
  return fault === null ? null : polygonFaults[fault];
}

const { cornersMax, radiusMinM, radiusMaxM } = geofenceLimits;
const outOfBounds = {
  circle: `A circle has a radius from ${radiusMinM} to ${radiusMaxM} m, and its centre within ±90 and ±180 degrees.`,
  polygon: `A polygon has 3 to ${cornersMax} corners, all within ±90 and ±180 degrees.`,
} as const;

const polygonFaults = {
  pole: "A polygon cannot go round a pole; use a circle there.",
  flat: "The polygon has no area.",
} as const;
