CREATE TABLE "device_presences" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"assigned_from" timestamp (3) with time zone NOT NULL,
	"organisation_id" integer NOT NULL,
	"online" boolean NOT NULL,
	"sign_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partition_claims" ADD COLUMN "watched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device_presences" ADD CONSTRAINT "device_presences_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_presences" ADD CONSTRAINT "device_presences_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;