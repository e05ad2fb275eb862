-- One row per distinct accepted record of a device: (device, fix time, decoded content). Writing a row again is
-- harmless: its key is the same and the newest version stays.
CREATE TABLE IF NOT EXISTS positions (
  organisation_id UInt32 CODEC(ZSTD(1)),
  vehicle_id UInt32 CODEC(ZSTD(1)),
  fix_time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  device_id UInt32 CODEC(ZSTD(1)),
  -- Tells apart records of one device and instant.
  content_hash UInt32 CODEC(NONE),
  -- Device clock less fix time; null where the tracker gave one time only.
  device_delay_ms Nullable(Int64) CODEC(T64, ZSTD(1)),
  receive_delay_s Int32 CODEC(T64, ZSTD(1)),
  -- A record without a valid position has coordinates of 0 and counts for ignition and alarms only.
  valid Bool CODEC(ZSTD(1)),
  -- Degrees x 10^7.
  lat_e7 Int32 CODEC(DoubleDelta, ZSTD(1)),
  lng_e7 Int32 CODEC(DoubleDelta, ZSTD(1)),
  -- km/h x 100, degrees x 100, metres x 10.
  speed_e2 Nullable(UInt32) CODEC(T64, ZSTD(1)),
  course_e2 Nullable(UInt16) CODEC(T64, ZSTD(1)),
  altitude_e1 Nullable(Int32) CODEC(T64, ZSTD(1)),
  ignition Nullable(Bool) CODEC(ZSTD(1)),
  -- The device's own odometer.
  odometer_m Nullable(UInt64) CODEC(DoubleDelta, ZSTD(1)),
  satellites Nullable(UInt8) CODEC(T64, ZSTD(1)),
  hdop_e2 Nullable(UInt16) CODEC(T64, ZSTD(1)),
  alarms Array(LowCardinality(String)) CODEC(ZSTD(1)),
  attributes String CODEC(ZSTD(1)),
  -- What the fold makes of the record and the one before it.
  leg_mm UInt64 CODEC(T64, ZSTD(1)),
  leg_source Enum8('none' = 0, 'odometer' = 1, 'gps' = 2) CODEC(ZSTD(1)),
  -- Ignition in force from this record on, reported or inferred, and the movement status.
  ignition_on Bool CODEC(ZSTD(1)),
  ignition_inferred Bool CODEC(ZSTD(1)),
  movement Enum8('parked' = 0, 'idle' = 1, 'moving' = 2) CODEC(ZSTD(1)),
  -- Marked as implausibly far from its neighbours and left out of everything derived.
  leap Bool CODEC(ZSTD(1)),
  -- (owner epoch, bus offset, timer number) of the write.
  version UInt128 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(fix_time)
ORDER BY (organisation_id, vehicle_id, fix_time, device_id, content_hash);
