import { createGeofenceIndex, type Assignment, type GeofenceIndex } from "@fleet/domain";
import {
  listen,
  loadAssignments,
  loadGeofences,
  loadListeningOrganisations,
  loadVehicles,
  type Database,
  type RegisteredVehicle,
} from "@fleet/postgres";
import type { Logger, Running } from "@fleet/runtime";

/** What derivation looks up of the fleet, cached until Postgres announces a change. */
export interface FleetRegistry extends Running {
  /** All assignments of the devices; `fresh` reads them again whatever the cache holds. */
  assignmentsOf(deviceIds: Iterable<number>, fresh?: "fresh"): Promise<AssignmentsByDevice>;
  vehicles(vehicleIds: Iterable<number>): Promise<ReadonlyMap<number, RegisteredVehicle>>;
  /** Organisations that want `position.updated`. */
  positionListeners(): Promise<ReadonlySet<number>>;
  /** The geofences of the organisations that have any. */
  geofences(): Promise<GeofencesByOrganisation>;
}

export type GeofencesByOrganisation = ReadonlyMap<number, GeofenceIndex>;

export type AssignmentsByDevice = ReadonlyMap<number, readonly Assignment[]>;

export interface FleetRegistryOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

export function createFleetRegistry({ database, databaseUrl, logger }: FleetRegistryOptions): FleetRegistry {
  let assignments = new Map<number, readonly Assignment[]>();
  let vehicles = new Map<number, RegisteredVehicle>();
  let listeners: Promise<ReadonlySet<number>> | null = null;
  let geofences: Promise<GeofencesByOrganisation> | null = null;

  const listening = listen({
    url: databaseUrl,
    applicationName: "state-deriver",
    channels: ["registry_changed", "webhooks_changed", "geofences_changed"],
    onChange(channel) {
      if (channel === "webhooks_changed") listeners = null;
      else if (channel === "geofences_changed") geofences = null;
      else {
        // New maps, so that a lookup under way cannot put what it read before the change into them.
        assignments = new Map();
        vehicles = new Map();
      }
    },
    onLost: (error) => logger.warn({ err: error }, "lost the registry's announcements"),
  });

  return {
    async assignmentsOf(deviceIds, fresh) {
      const cache = assignments;
      const wanted = [...new Set(deviceIds)];
      const missing = fresh === undefined ? wanted.filter((id) => !cache.has(id)) : wanted;
      const loaded = await loadAssignments(database.db, missing);
      for (const id of missing) cache.set(id, []);
      for (const [id, rows] of Map.groupBy(loaded, (row) => row.deviceId)) cache.set(id, rows);
      return cache;
    },
    async vehicles(vehicleIds) {
      const cache = vehicles;
      const missing = [...new Set(vehicleIds)].filter((id) => !cache.has(id));
      for (const vehicle of await loadVehicles(database.db, missing)) cache.set(vehicle.id, vehicle);
      return cache;
    },
    positionListeners() {
      listeners ??= loadListeningOrganisations(database.db, "position.updated").then(
        (ids) => new Set(ids),
        (error: unknown) => {
          listeners = null;
          throw error;
        },
      );
      return listeners;
    },
    geofences() {
      geofences ??= loadGeofences(database.db).then(
        (byOrganisation) =>
          new Map([...byOrganisation].map(([id, fences]) => [id, createGeofenceIndex(fences)])),
        (error: unknown) => {
          geofences = null;
          throw error;
        },
      );
      return geofences;
    },
    stop: () => listening.stop(),
  };
}
