ALTER TABLE "outbox" ADD COLUMN "trace_context" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "trace_context" text;