import type { DeviceCapabilities, DeviceModel } from "../protocol.ts";

export const defaultPort = 5055;

const phone: DeviceCapabilities = {
  ignition: false,
  odometer: false,
  engine_hours: false,
  can_bus: false,
  commands: false,
  battery: true,
  sos: false,
};

const shared = { protocol: "osmand", transports: ["http"], port: defaultPort } as const;

export const models: readonly DeviceModel[] = [
  {
    ...shared,
    slug: "traccar-client",
    manufacturer: "Traccar",
    model: "Traccar Client",
    capabilities: { ...phone, odometer: true },
  },
  { ...shared, slug: "osmand", manufacturer: "OsmAnd", model: "OsmAnd", capabilities: phone },
];
