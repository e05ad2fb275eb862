-- In the order in which dispatchers that run meanwhile lock them.
LOCK TABLE "webhooks", "deliveries" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_webhook_id_webhooks_id_fk";
--> statement-breakpoint
DROP INDEX "deliveries_leased";--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("webhook_id","next_attempt_at") WHERE lease_token IS NOT NULL;