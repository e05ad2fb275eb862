import type { DeviceCapabilities, DeviceModel } from "../protocol.ts";

export const defaultPort = 5001;

const vehicleTracker: DeviceCapabilities = {
  ignition: true,
  odometer: false,
  engine_hours: false,
  can_bus: false,
  commands: true,
  battery: true,
  sos: true,
};
const obdTracker: DeviceCapabilities = { ...vehicleTracker, odometer: true, can_bus: true, sos: false };

const capabilitiesByModel: readonly (readonly [model: string, capabilities: DeviceCapabilities])[] = [
  ["GPS103A", vehicleTracker],
  ["GPS103B", vehicleTracker],
  ["TK103B", vehicleTracker],
  ["GPS303F", vehicleTracker],
  ["GPS303G", vehicleTracker],
  ["GPS306A", obdTracker],
];

export const models: readonly DeviceModel[] = capabilitiesByModel.map(([model, capabilities]) => ({
  slug: `coban-${model.toLowerCase()}`,
  manufacturer: "Coban",
  model,
  protocol: "gps103",
  transports: ["tcp"],
  port: defaultPort,
  capabilities,
}));
