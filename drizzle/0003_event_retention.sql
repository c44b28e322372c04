ALTER TABLE "projects" ADD COLUMN "purged_transaction" bigint;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "purged_sequence" bigint;