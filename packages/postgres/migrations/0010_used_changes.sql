-- Which table changed is told too: not every reader uses all of them.
CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Of the columns that are cached. One that nobody has looked up yet is cached nowhere, so that a new vehicle needs none.
CREATE OR REPLACE TRIGGER vehicles_changed
  AFTER UPDATE OF organisation_id, name, plate, speed_limit_kmh, odometer_offset_m, positions_from OR DELETE ON vehicles
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('registry_changed');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER devices_changed AFTER INSERT OR UPDATE OF unique_id, status OR DELETE ON devices
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('registry_changed');
