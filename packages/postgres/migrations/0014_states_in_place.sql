-- A state is written with each fix. Postgres does so in its place, without touching an index, where none has a column that
-- changes and the page has room.
DROP INDEX "vehicle_states_due";--> statement-breakpoint
CREATE INDEX "vehicle_states_by_partition" ON "vehicle_states" USING btree ("bus_partition");--> statement-breakpoint
ALTER TABLE "vehicle_states" SET (fillfactor = 70);
