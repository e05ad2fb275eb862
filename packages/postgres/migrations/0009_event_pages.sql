CREATE TABLE "event_marks" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "events_by_vehicle" ON "events" USING btree ("vehicle_id","organisation_id","transaction","sequence");--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("organisation_id","type","transaction","sequence");