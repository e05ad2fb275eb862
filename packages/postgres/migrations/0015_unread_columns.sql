DROP INDEX "outbox_by_event";--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "event_id" DROP NOT NULL;