CREATE TABLE "api_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" integer NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"abilities" text[] NOT NULL,
	"allowed_ips" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bus_batches" (
	"topic" text NOT NULL,
	"partition" integer NOT NULL,
	"first_offset" bigint NOT NULL,
	"record_count" integer NOT NULL,
	"records" "bytea" NOT NULL,
	"appended_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bus_batches_topic_partition_first_offset_pk" PRIMARY KEY("topic","partition","first_offset")
);
--> statement-breakpoint
CREATE TABLE "bus_heads" (
	"topic" text NOT NULL,
	"partition" integer NOT NULL,
	"next_offset" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "bus_heads_topic_partition_pk" PRIMARY KEY("topic","partition")
);
--> statement-breakpoint
CREATE TABLE "bus_leases" (
	"consumer_group" text NOT NULL,
	"topic" text NOT NULL,
	"partition" integer NOT NULL,
	"member_id" text NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bus_leases_consumer_group_topic_partition_pk" PRIMARY KEY("consumer_group","topic","partition")
);
--> statement-breakpoint
CREATE TABLE "bus_members" (
	"consumer_group" text NOT NULL,
	"topic" text NOT NULL,
	"member_id" text NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bus_members_consumer_group_topic_member_id_pk" PRIMARY KEY("consumer_group","topic","member_id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"vehicle_id" integer NOT NULL,
	"event" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partition_claims" (
	"consumer_group" text NOT NULL,
	"topic" text NOT NULL,
	"partition" integer NOT NULL,
	"epoch" bigint NOT NULL,
	"next_offset" bigint NOT NULL,
	"timer_number" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partition_claims_consumer_group_topic_partition_pk" PRIMARY KEY("consumer_group","topic","partition")
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assignments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"unique_id" text NOT NULL,
	"model" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organisations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"rate_limit_per_minute" integer DEFAULT 600 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_counts" (
	"organisation_id" integer NOT NULL,
	"day" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "request_counts_organisation_id_day_pk" PRIMARY KEY("organisation_id","day")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" integer NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "vehicle_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vehicle_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vehicle_states" (
	"vehicle_id" integer PRIMARY KEY NOT NULL,
	"organisation_id" integer NOT NULL,
	"device_id" integer,
	"position_id" text,
	"fix_time" timestamp (3) with time zone,
	"device_time" timestamp (3) with time zone,
	"lat" double precision,
	"lng" double precision,
	"speed_kmh" double precision,
	"course" double precision,
	"altitude" double precision,
	"ignition" boolean NOT NULL,
	"ignition_source" text NOT NULL,
	"movement_status" text NOT NULL,
	"status_since" timestamp (3) with time zone,
	"legs_mm" bigint NOT NULL,
	"odometer_m" bigint,
	"derivation" json NOT NULL,
	"bus_partition" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vehicles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vehicles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" integer NOT NULL,
	"group_id" integer,
	"name" text NOT NULL,
	"plate" text,
	"vin" text,
	"type" text DEFAULT 'car' NOT NULL,
	"speed_limit_kmh" integer,
	"odometer_offset_m" bigint,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"webhook_id" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"event_created_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"webhook_id" integer NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"attempt" integer NOT NULL,
	"status" text NOT NULL,
	"response_status" integer,
	"duration_ms" integer,
	"error" text,
	"response_excerpt" text,
	"attempted_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "events" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"organisation_id" integer NOT NULL,
	"type" text NOT NULL,
	"vehicle_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" integer NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	"failure_count" integer DEFAULT 0 NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"probe_step" integer,
	"next_probe_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"created_by_token_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_counts" ADD CONSTRAINT "request_counts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_groups" ADD CONSTRAINT "vehicle_groups_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_states" ADD CONSTRAINT "vehicle_states_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_states" ADD CONSTRAINT "vehicle_states_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_group_id_vehicle_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vehicle_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_token_id_api_tokens_id_fk" FOREIGN KEY ("created_by_token_id") REFERENCES "public"."api_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_by_hash" ON "api_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_tokens_by_owner" ON "api_tokens" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "outbox_by_event" ON "outbox" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "assignments_by_device" ON "assignments" USING btree ("device_id","from_at");--> statement-breakpoint
CREATE INDEX "assignments_by_vehicle" ON "assignments" USING btree ("vehicle_id","from_at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_by_unique_id" ON "devices" USING btree ("unique_id");--> statement-breakpoint
CREATE INDEX "users_by_organisation" ON "users" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "vehicle_groups_by_organisation" ON "vehicle_groups" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "vehicle_states_by_organisation" ON "vehicle_states" USING btree ("organisation_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "vehicle_states_due" ON "vehicle_states" USING btree ("bus_partition","due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "vehicles_by_organisation" ON "vehicles" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_by_event_and_webhook" ON "deliveries" USING btree ("event_id","webhook_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("webhook_id","next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_pending_by_age" ON "deliveries" USING btree ("event_created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("webhook_id") WHERE lease_token IS NOT NULL;--> statement-breakpoint
CREATE INDEX "delivery_attempts_by_webhook" ON "delivery_attempts" USING btree ("webhook_id","attempted_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_by_id" ON "events" USING btree ("id");--> statement-breakpoint
CREATE INDEX "events_by_organisation" ON "events" USING btree ("organisation_id","sequence");--> statement-breakpoint
CREATE INDEX "webhooks_by_organisation" ON "webhooks" USING btree ("organisation_id","id");