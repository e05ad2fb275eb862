import { modelsOf } from "../device-models.ts";
import type { DeviceCapabilities } from "../protocol.ts";

export const defaultPort = 5002;

const capabilities: DeviceCapabilities = {
  ignition: true,
  odometer: true,
  engine_hours: false,
  can_bus: false,
  commands: true,
  battery: false,
  sos: true,
};

export const models = modelsOf("Xexun", [
  ["TK103", capabilities],
  ["TK103-2", capabilities],
]);
