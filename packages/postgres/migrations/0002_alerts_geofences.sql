CREATE TABLE "alerts" (
	"vehicle_id" integer NOT NULL,
	"type" text NOT NULL,
	"fix_time_ms" bigint NOT NULL,
	CONSTRAINT "alerts_vehicle_id_type_fix_time_ms_pk" PRIMARY KEY("vehicle_id","type","fix_time_ms")
);
--> statement-breakpoint
CREATE TABLE "geofences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "geofences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" integer NOT NULL,
	"name" text NOT NULL,
	"shape" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofences" ADD CONSTRAINT "geofences_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "geofences_by_organisation" ON "geofences" USING btree ("organisation_id","id");--> statement-breakpoint
-- What derivers cache of geofences.
CREATE TRIGGER geofences_changed AFTER INSERT OR UPDATE OR DELETE ON geofences
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('geofences_changed');
