import type { DeviceCapabilities, DeviceModel } from "../protocol.ts";

export const defaultPort = 5015;

const vehicleTracker: DeviceCapabilities = {
  ignition: true,
  odometer: true,
  engine_hours: false,
  can_bus: false,
  commands: true,
  battery: true,
  sos: true,
};
const obdTracker: DeviceCapabilities = { ...vehicleTracker, can_bus: true, sos: false };
const dashcam: DeviceCapabilities = { ...vehicleTracker, battery: false };
/** Runs on its own battery, wired to nothing. */
const assetTracker: DeviceCapabilities = { ...vehicleTracker, ignition: false, odometer: false, sos: false };

const capabilitiesByModel: readonly (readonly [
  maker: string,
  model: string,
  capabilities: DeviceCapabilities,
])[] = [
  ["Jimi", "JC371", dashcam],
  ["Jimi", "JC450", dashcam],
  ["Jimi", "JC181", dashcam],
  ["Micodus", "MV710G", vehicleTracker],
  ["Micodus", "MV930G", vehicleTracker],
  ["Micodus", "MV55G", obdTracker],
  ["Jointech", "JT701D", assetTracker],
  ["Jointech", "GP4000", vehicleTracker],
  ["Kingwo", "NT06E", vehicleTracker],
  ["Kingwo", "LT02", assetTracker],
];

export const models: readonly DeviceModel[] = capabilitiesByModel.map(
  ([manufacturer, model, capabilities]) => ({
    slug: `${manufacturer.toLowerCase()}-${model.toLowerCase()}`,
    manufacturer,
    model,
    protocol: "jt808",
    transports: ["tcp"],
    port: defaultPort,
    capabilities,
  }),
);
