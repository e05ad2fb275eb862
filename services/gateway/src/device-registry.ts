import { listen, loadDeviceRegistry, type Database, type RegisteredDevice } from "@fleet/postgres";
import type { Logger, Running } from "@fleet/runtime";

/** Devices by the identifier they log in with, as last read from Postgres. */
export interface DeviceRegistry extends Running {
  find(uniqueId: string): RegisteredDevice | undefined;
  /** Null once the registry was read, else why it was not. */
  check(): Promise<string | null>;
}

interface DeviceRegistryOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/**
 * Reads the whole registry, and again whenever it is announced to have changed. While Postgres is away the last known
 * one stays in force.
 */
export async function createDeviceRegistry(options: DeviceRegistryOptions): Promise<DeviceRegistry> {
  const { database, databaseUrl, logger } = options;
  let devices: ReadonlyMap<string, RegisteredDevice> | undefined;
  let wanted = false;
  let reading: Promise<void> | undefined;

  async function readWhileWanted(): Promise<void> {
    while (wanted) {
      wanted = false;
      try {
        devices = await loadDeviceRegistry(database.db);
      } catch (error) {
        logger.warn({ err: error }, "device registry could not be read; the last known one stays in force");
      }
    }
    reading = undefined;
  }

  function refresh(): Promise<void> {
    wanted = true;
    return (reading ??= readWhileWanted());
  }

  const listener = listen({
    url: databaseUrl,
    applicationName: "gateway registry",
    channels: ["registry_changed"],
    onChange: () => void refresh(),
  });
  await refresh();

  return {
    find: (uniqueId) => devices?.get(uniqueId),
    check: async () => (devices === undefined ? "the device registry has not been read yet" : null),
    async stop() {
      await listener.stop();
      await reading;
    },
  };
}
