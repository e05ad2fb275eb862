-- Later than all that were given out before, whatever has become of the sequence: where Postgres is restored, or a
-- standby takes over that lacks the last commits, ClickHouse may have rows of epochs that are unknown here. Milliseconds
-- of the clock run ahead of any number of takings. The version before this one draws from the sequence itself.
CREATE FUNCTION next_ownership_epoch() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  drawn bigint;
  by_clock bigint;
BEGIN
  -- Who draws meanwhile would be turned back by what is set here.
  PERFORM pg_advisory_xact_lock(hashtext('ownership_epochs'));
  drawn := nextval('ownership_epochs');
  by_clock := extract(epoch FROM clock_timestamp()) * 1000;
  RETURN CASE WHEN drawn < by_clock THEN setval('ownership_epochs', by_clock) ELSE drawn END;
END $$;
