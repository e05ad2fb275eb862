export const vehicleTypes = [
  "car",
  "van",
  "truck",
  "bus",
  "motorcycle",
  "trailer",
  "machinery",
  "other",
] as const;

export type VehicleType = (typeof vehicleTypes)[number];

/** Where a device stands in stock keeping; says nothing about its connection. */
export const deviceStatuses = ["active", "inactive", "suspended", "retired"] as const;

export type DeviceStatus = (typeof deviceStatuses)[number];

/** Speed limits that a vehicle may be given, km/h. */
export const speedLimitRangeKmh = { min: 1, max: 300 } as const;
