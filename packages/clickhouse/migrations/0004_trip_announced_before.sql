-- What had been announced of the trip before the row was written. A row of a failed attempt hides the committed one, and
-- what it would have announced itself was not; without this a trip might be announced again.
ALTER TABLE trips ADD COLUMN IF NOT EXISTS
  announced_before Enum8('nothing' = 0, 'start' = 1, 'end' = 2) DEFAULT 'nothing' AFTER end_announced;
