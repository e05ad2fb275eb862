import type { DeviceCapabilities, DeviceModel } from "../protocol.ts";

export const defaultPort = 5034;

const vehicleTracker: DeviceCapabilities = {
  ignition: true,
  odometer: true,
  engine_hours: false,
  can_bus: true,
  commands: true,
  battery: true,
  sos: true,
};
const withoutCan: DeviceCapabilities = { ...vehicleTracker, can_bus: false };
const withoutInputs: DeviceCapabilities = { ...withoutCan, sos: false };

const capabilitiesByModel: readonly (readonly [
  slug: string,
  model: string,
  capabilities: DeviceCapabilities,
])[] = [
  ["v2-5", "v2.5", vehicleTracker],
  ["v2-5-lite", "v2.5 Lite", withoutCan],
  ["v5-0", "v5.0", vehicleTracker],
  ["v5-1", "v5.1", vehicleTracker],
  ["base-block", "Base Block", vehicleTracker],
  ["base-block-lite", "Base Block Lite", withoutCan],
  ["base-block-iridium", "Base Block Iridium", vehicleTracker],
  ["base-block-wifi", "Base Block Wi-Fi", vehicleTracker],
  ["7-0", "7.0", vehicleTracker],
  ["7-0-lite", "7.0 Lite", withoutCan],
  ["7x", "7x", vehicleTracker],
  ["7x-c", "7x C", withoutInputs],
  ["10", "10", vehicleTracker],
  ["10-plus", "10 Plus", vehicleTracker],
];

export const models: readonly DeviceModel[] = capabilitiesByModel.map(([slug, model, capabilities]) => ({
  slug: `galileosky-${slug}`,
  manufacturer: "Galileosky",
  model,
  protocol: "galileo",
  transports: ["tcp"],
  port: defaultPort,
  capabilities,
}));
