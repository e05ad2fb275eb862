import type { DeviceCapabilities, DeviceModel } from "../protocol.ts";

export const defaultPort = 5023;

const vehicleTracker: DeviceCapabilities = {
  ignition: true,
  odometer: false,
  engine_hours: false,
  can_bus: false,
  commands: true,
  battery: true,
  sos: true,
};
const withOdometer: DeviceCapabilities = { ...vehicleTracker, odometer: true };
const obdTracker: DeviceCapabilities = { ...withOdometer, can_bus: true, sos: false };
const dashcam: DeviceCapabilities = { ...vehicleTracker, battery: false };
/** Runs on its own battery, wired to nothing. */
const assetTracker: DeviceCapabilities = { ...vehicleTracker, ignition: false, sos: false };

const capabilitiesByModel: readonly (readonly [
  maker: string,
  model: string,
  capabilities: DeviceCapabilities,
])[] = [
  ["Concox", "GT06", vehicleTracker],
  ["Concox", "GT06N", vehicleTracker],
  ["Concox", "GT06E", vehicleTracker],
  ["Concox", "CRX1", vehicleTracker],
  ["Concox", "ET25", vehicleTracker],
  ["Concox", "WeTrack2", vehicleTracker],
  ["Concox", "X3", withOdometer],
  ["Concox", "OB22", obdTracker],
  ["Concox", "AT4", assetTracker],
  ["Jimi", "VL01", withOdometer],
  ["Jimi", "VL02", withOdometer],
  ["Jimi", "VL03", withOdometer],
  ["Jimi", "VL103", withOdometer],
  ["Jimi", "VL502", obdTracker],
  ["Jimi", "LL301", assetTracker],
  ["Jimi", "JC200", dashcam],
  ["Jimi", "JC400", dashcam],
];

export const models: readonly DeviceModel[] = capabilitiesByModel.map(
  ([manufacturer, model, capabilities]) => ({
    slug: `${manufacturer.toLowerCase()}-${model.toLowerCase()}`,
    manufacturer,
    model,
    protocol: "gt06",
    transports: ["tcp"],
    port: defaultPort,
    capabilities,
  }),
);
