CREATE TABLE "alerts" (
	"vehicle_id" integer NOT NULL,
	"type" text NOT NULL,
	"fix_time_ms" bigint NOT NULL,
	CONSTRAINT "alerts_vehicle_id_type_fix_time_ms_pk" PRIMARY KEY("vehicle_id","type","fix_time_ms")
);
--> statement-breakpoint
CREATE TABLE "device_presences" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"assigned_from" timestamp (3) with time zone NOT NULL,
	"organisation_id" integer NOT NULL,
	"online" boolean NOT NULL,
	"sign_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "refused_frames" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refused_frames_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"protocol" text NOT NULL,
	"reason" text NOT NULL,
	"unique_id" text,
	"peer" text NOT NULL,
	"frame" "bytea" NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_devices" (
	"protocol" text NOT NULL,
	"unique_id" text NOT NULL,
	"peer" text NOT NULL,
	"attempts" bigint NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unknown_devices_protocol_unique_id_pk" PRIMARY KEY("protocol","unique_id")
);
--> statement-breakpoint
CREATE TABLE "idempotent_requests" (
	"organisation_id" integer NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"claim" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"response" "bytea",
	CONSTRAINT "idempotent_requests_organisation_id_method_path_key_pk" PRIMARY KEY("organisation_id","method","path","key")
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"organisation_id" integer PRIMARY KEY NOT NULL,
	"minute" bigint NOT NULL,
	"taken" integer NOT NULL,
	"granted" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" integer NOT NULL,
	"generation" integer NOT NULL,
	"organisation" text NOT NULL,
	"recipients" text[] NOT NULL,
	"url" text NOT NULL,
	"reason" text NOT NULL,
	"disabled_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "requested_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requested_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" integer NOT NULL,
	"delivery_id" bigint,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"body" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "events_by_organisation";--> statement-breakpoint
ALTER TABLE "delivery_attempts" ALTER COLUMN "delivery_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "partition_claims" ADD COLUMN "watched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partition_claims" ADD COLUMN "attempt_next_offset" bigint;--> statement-breakpoint
ALTER TABLE "partition_claims" ADD COLUMN "attempt_timer_number" integer;--> statement-breakpoint
ALTER TABLE "partition_claims" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "next_secret" "bytea";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "next_secret_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_presences" ADD CONSTRAINT "device_presences_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_presences" ADD CONSTRAINT "device_presences_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofences" ADD CONSTRAINT "geofences_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotent_requests" ADD CONSTRAINT "idempotent_requests_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_windows" ADD CONSTRAINT "rate_windows_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_attempts" ADD CONSTRAINT "requested_attempts_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "geofences_by_organisation" ON "geofences" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "refused_frames_by_protocol" ON "refused_frames" USING btree ("protocol","id");--> statement-breakpoint
CREATE INDEX "unknown_devices_by_time" ON "unknown_devices" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "idempotent_requests_by_age" ON "idempotent_requests" USING btree ("claimed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_by_disabling" ON "mails" USING btree ("webhook_id","generation");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE next_attempt_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "requested_attempts_due" ON "requested_attempts" USING btree ("webhook_id","next_attempt_at");--> statement-breakpoint
CREATE INDEX "events_by_organisation" ON "events" USING btree ("organisation_id","transaction","sequence");