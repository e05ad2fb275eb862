import type { DeviceCapabilities, ProtocolModel } from "../protocol.ts";

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

export const models: readonly ProtocolModel[] = [
  {
    slug: "traccar-client",
    manufacturer: "Traccar",
    model: "Traccar Client",
    capabilities: { ...phone, odometer: true },
  },
  { slug: "osmand", manufacturer: "OsmAnd", model: "OsmAnd", capabilities: phone },
];
