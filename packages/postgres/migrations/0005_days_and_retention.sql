CREATE TABLE "days_to_sum" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "days_to_sum_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"day" integer NOT NULL,
	"version" numeric(39, 0) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "retention_months" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "positions_from" timestamp (3) with time zone;