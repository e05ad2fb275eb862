-- A device sits on one vehicle at a time, a vehicle carries one device at a time. Ranges stand for the ids,
-- so that no extension is needed.
ALTER TABLE assignments
  ADD CONSTRAINT assignments_interval CHECK (to_at IS NULL OR to_at > from_at),
  ADD CONSTRAINT assignments_apart_per_device
    EXCLUDE USING gist (int4range(device_id, device_id, '[]') WITH &&, tstzrange(from_at, to_at) WITH &&),
  ADD CONSTRAINT assignments_apart_per_vehicle
    EXCLUDE USING gist (int4range(vehicle_id, vehicle_id, '[]') WITH &&, tstzrange(from_at, to_at) WITH &&);
--> statement-breakpoint
CREATE SEQUENCE ownership_epochs;
--> statement-breakpoint
-- The bus compresses batches itself; Postgres would only try again in vain.
ALTER TABLE bus_batches ALTER COLUMN records SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], '');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What gateways and derivers cache of the fleet.
CREATE TRIGGER devices_changed AFTER INSERT OR UPDATE OR DELETE ON devices
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('registry_changed');
--> statement-breakpoint
CREATE TRIGGER assignments_changed AFTER INSERT OR UPDATE OR DELETE ON assignments
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('registry_changed');
--> statement-breakpoint
CREATE TRIGGER vehicles_changed AFTER INSERT OR UPDATE OR DELETE ON vehicles
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('registry_changed');
--> statement-breakpoint
-- What the API caches of its callers.
CREATE TRIGGER api_tokens_changed AFTER UPDATE OF revoked_at, abilities, allowed_ips, expires_at ON api_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('access_changed');
--> statement-breakpoint
CREATE TRIGGER users_changed AFTER UPDATE OR DELETE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('access_changed');
--> statement-breakpoint
CREATE TRIGGER organisations_changed AFTER UPDATE ON organisations
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('access_changed');
--> statement-breakpoint
-- What dispatchers cache of webhooks, and the deriver of who listens to position.updated.
CREATE TRIGGER webhooks_changed AFTER INSERT OR UPDATE OF url, events, secret, status OR DELETE ON webhooks
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('webhooks_changed');
--> statement-breakpoint
INSERT INTO installation_keys (name, key)
  VALUES ('secret', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
