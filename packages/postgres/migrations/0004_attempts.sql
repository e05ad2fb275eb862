ALTER TABLE "partition_claims" ADD COLUMN "attempt_next_offset" bigint;--> statement-breakpoint
ALTER TABLE "partition_claims" ADD COLUMN "attempt_timer_number" integer;--> statement-breakpoint
ALTER TABLE "partition_claims" ADD COLUMN "attempted_at" timestamp (3) with time zone;