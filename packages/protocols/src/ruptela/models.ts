import type { DeviceCapabilities, DeviceModel } from "../protocol.ts";

export const defaultPort = 5046;

const vehicleTracker: DeviceCapabilities = {
  ignition: true,
  odometer: true,
  engine_hours: false,
  can_bus: false,
  commands: true,
  battery: true,
  sos: false,
};
const withoutBattery: DeviceCapabilities = { ...vehicleTracker, battery: false };
const withCan: DeviceCapabilities = { ...vehicleTracker, can_bus: true, engine_hours: true };
const obdTracker: DeviceCapabilities = { ...vehicleTracker, can_bus: true };

const capabilitiesByModel: readonly (readonly [
  slug: string,
  model: string,
  capabilities: DeviceCapabilities,
])[] = [
  ["fm-eco3", "FM-Eco3", vehicleTracker],
  ["fm-eco4", "FM-Eco4", vehicleTracker],
  ["fm-eco4-plus", "FM-Eco4+", vehicleTracker],
  ["fm-eco4-light", "FM-Eco4 light", withoutBattery],
  ["fm-eco4-light-plus", "FM-Eco4 light+", vehicleTracker],
  ["fm-plug4", "FM-Plug4", obdTracker],
  ["fm-pro4", "FM-Pro4", withCan],
  ["fm-tco4-hcv", "FM-Tco4 HCV", withCan],
  ["fm-tco4-lcv", "FM-Tco4 LCV", withCan],
  ["eco5", "ECO5", vehicleTracker],
  ["eco5-lite", "ECO5 Lite", vehicleTracker],
  ["plug5", "Plug5", obdTracker],
  ["trace5", "Trace5", vehicleTracker],
  ["pro5", "Pro5", withCan],
  ["pro5-lite", "Pro5 Lite", withCan],
  ["hcv5", "HCV5", withCan],
  ["hcv5-lite", "HCV5 Lite", withCan],
  ["lcv5", "LCV5", withCan],
];

export const models: readonly DeviceModel[] = capabilitiesByModel.map(([slug, model, capabilities]) => ({
  slug: `ruptela-${slug}`,
  manufacturer: "Ruptela",
  model,
  protocol: "ruptela",
  transports: ["tcp", "udp"],
  port: defaultPort,
  capabilities,
}));
