-- Trips and stops as last derived. A withdrawn row stays, so that callers can learn of it by updated_since.
CREATE TABLE IF NOT EXISTS trips (
  organisation_id UInt32,
  vehicle_id UInt32,
  id String,
  start_time DateTime64(3, 'UTC'),
  end_time Nullable(DateTime64(3, 'UTC')),
  start_lat_e7 Int32,
  start_lng_e7 Int32,
  end_lat_e7 Int32,
  end_lng_e7 Int32,
  distance_mm UInt64,
  distance_source Enum8('odometer' = 1, 'gps' = 2, 'mixed' = 3),
  moving_ms UInt64,
  idle_ms UInt64,
  max_speed_e2 UInt32,
  settled_by Nullable(Enum8('fix' = 1, 'timer' = 2)),
  -- Its trip.ended was raised; a revision that opens it again raises none.
  end_announced Bool,
  revision UInt32,
  withdrawn Bool,
  replaced_by Nullable(String),
  split_from Nullable(String),
  updated_at DateTime64(3, 'UTC'),
  version UInt128
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (organisation_id, vehicle_id, id);

CREATE TABLE IF NOT EXISTS stops (
  organisation_id UInt32,
  vehicle_id UInt32,
  id String,
  start_time DateTime64(3, 'UTC'),
  end_time Nullable(DateTime64(3, 'UTC')),
  lat_e7 Int32,
  lng_e7 Int32,
  idle_ms UInt64,
  revision UInt32,
  withdrawn Bool,
  replaced_by Nullable(String),
  split_from Nullable(String),
  updated_at DateTime64(3, 'UTC'),
  version UInt128
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (organisation_id, vehicle_id, id);
