ALTER TABLE "refused_frames" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "refused_frames" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;