CREATE TABLE "days_to_sum" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "days_to_sum_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"day" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "retention_months" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
-- How long positions are kept is part of what derivers cache of vehicles.
CREATE TRIGGER organisations_kept_changed AFTER UPDATE OF retention_months ON organisations
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('registry_changed');
