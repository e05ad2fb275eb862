-- The fold of a vehicle right after one of its records, so that a late record folds again from here and not from the
-- beginning. A row is a function of the records up to its key; when one of those comes late, it is written again.
CREATE TABLE IF NOT EXISTS fold_snapshots (
  organisation_id UInt32,
  vehicle_id UInt32,
  fix_time DateTime64(3, 'UTC'),
  device_id UInt32,
  content_hash UInt32,
  snapshot String CODEC(ZSTD(3)),
  version UInt128
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(fix_time)
ORDER BY (organisation_id, vehicle_id, fix_time, device_id, content_hash);
