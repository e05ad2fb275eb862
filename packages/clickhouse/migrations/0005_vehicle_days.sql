-- What the positions of one device on one vehicle come to in a day (UTC). Each day that has positions has a row: an open
-- one, whose positions have to be read, or a summed one. Whoever writes a position of a summed day opens the day before.
CREATE TABLE IF NOT EXISTS vehicle_days (
  organisation_id UInt32,
  vehicle_id UInt32,
  day Date,
  device_id UInt32,
  -- All below but the version means something only with it.
  summed Bool,
  -- Of its first and last record.
  first_time DateTime64(3, 'UTC'),
  last_time DateTime64(3, 'UTC'),
  legs_mm UInt64,
  -- Records up to the first with a place that counts, and those behind the last: (Unix ms, has such a place, movement,
  -- ignition on, leg in mm, its source). Without any such place all are in the head.
  head Array(Tuple(Int64, Bool, Enum8('parked' = 0, 'idle' = 1, 'moving' = 2), Bool, UInt64, Enum8('none' = 0, 'odometer' = 1, 'gps' = 2))),
  tail Array(Tuple(Int64, Bool, Enum8('parked' = 0, 'idle' = 1, 'moving' = 2), Bool, UInt64, Enum8('none' = 0, 'odometer' = 1, 'gps' = 2))),
  -- Between the first and the last such place: what its legs and times come to.
  placed_until Nullable(DateTime64(3, 'UTC')),
  last_movement Enum8('parked' = 0, 'idle' = 1, 'moving' = 2),
  last_ignition Bool,
  stretch_legs_mm UInt64,
  leg_sources Array(Enum8('none' = 0, 'odometer' = 1, 'gps' = 2)),
  moving_ms UInt64,
  idle_ms UInt64,
  parked_ms UInt64,
  engine_ms UInt64,
  -- (Unix ms, Unix ms) beyond 600 s after a place with the ignition off.
  silences Array(Tuple(Int64, Int64)),
  max_speed_e2 Nullable(UInt32),
  -- (Unix ms, mm): the day's legs up to where trips began and ended when it was summed.
  legs_at Array(Tuple(Int64, UInt64)),
  -- Of the commit for which the day was opened, or that asked for the sum. Summing comes after, so it wins.
  version UInt128
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (organisation_id, vehicle_id, day, device_id);

INSERT INTO vehicle_days (organisation_id, vehicle_id, day, device_id, version)
SELECT organisation_id, vehicle_id, toDate(fix_time) AS day, device_id, max(version) FROM positions
GROUP BY organisation_id, vehicle_id, day, device_id;

-- From its arrival, the longest that any organisation's plan keeps a position; what plans keep for a shorter time is
-- deleted by the services.
ALTER TABLE positions MODIFY TTL toDateTime(fix_time) + toIntervalSecond(receive_delay_s) + toIntervalMonth(121);
