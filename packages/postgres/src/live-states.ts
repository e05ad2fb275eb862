import { cutPage, type PageRequest, type PageRows, type Principal } from "@fleet/domain";
import { and, eq, type SQL } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { pageBy, type IdKey } from "./page-order.ts";
import { vehicles, vehicleStates } from "./schema/index.ts";

/** A vehicle's live state as last derived; `state` is null for one never heard of. */
export type LiveStateRow = Awaited<ReturnType<typeof selectStates>>[number];

function selectStates(db: Executor, where: SQL | undefined) {
  return db
    .select({
      vehicleId: vehicles.id,
      odometerOffsetM: vehicles.odometerOffsetM,
      state: {
        fixTime: vehicleStates.fixTime,
        deviceTime: vehicleStates.deviceTime,
        lat: vehicleStates.lat,
        lng: vehicleStates.lng,
        speedKmh: vehicleStates.speedKmh,
        course: vehicleStates.course,
        altitude: vehicleStates.altitude,
        ignition: vehicleStates.ignition,
        ignitionSource: vehicleStates.ignitionSource,
        movementStatus: vehicleStates.movementStatus,
        statusSince: vehicleStates.statusSince,
        legsMm: vehicleStates.legsMm,
      },
    })
    .from(vehicles)
    .leftJoin(
      vehicleStates,
      // A state that another organisation left behind is not this one's to see.
      and(
        eq(vehicleStates.vehicleId, vehicles.id),
        eq(vehicleStates.organisationId, vehicles.organisationId),
      ),
    )
    .where(where)
    .$dynamic();
}

/** One page of the live states of the organisation's vehicles, archived ones included, by vehicle id. */
export async function listLiveStates(
  db: Executor,
  principal: Principal,
  page: PageRequest<IdKey>,
): Promise<PageRows<LiveStateRow>> {
  const paging = pageBy(vehicles.id, page);
  const where = and(eq(vehicles.organisationId, principal.organisationId), paging.where);
  return cutPage(page, await selectStates(db, where).orderBy(paging.orderBy).limit(paging.limit));
}

/** Null if the organisation has no such vehicle. */
export async function findLiveState(
  db: Executor,
  principal: Principal,
  vehicleId: number,
): Promise<LiveStateRow | null> {
  const [row] = await selectStates(
    db,
    and(eq(vehicles.id, vehicleId), eq(vehicles.organisationId, principal.organisationId)),
  );
  return row ?? null;
}
