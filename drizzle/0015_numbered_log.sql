CREATE TABLE "event_logs" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"last_number" bigint NOT NULL,
	"last_token" bigint NOT NULL,
	"purged_number" bigint,
	"purged_token" bigint
);
--> statement-breakpoint
ALTER TABLE "event_logs" ADD CONSTRAINT "event_logs_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_project_id_projects_project_id_fk";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "number" bigint;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "token" bigint;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "is_erased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Existing events are numbered in their old order. Cursors from before the migration are expired.
UPDATE "events" SET "number" = "numbered"."number", "token" = ('x' || substr(md5(gen_random_uuid()::text), 1, 16))::bit(64)::bigint & 9223372036854775807
FROM (SELECT "project_id", "transaction", "sequence", row_number() OVER (PARTITION BY "project_id" ORDER BY "transaction", "sequence") AS "number" FROM "events") AS "numbered"
WHERE "events"."project_id" = "numbered"."project_id" AND "events"."transaction" = "numbered"."transaction" AND "events"."sequence" = "numbered"."sequence";--> statement-breakpoint
INSERT INTO "event_logs" ("project_id", "last_number", "last_token")
SELECT DISTINCT ON ("project_id") "project_id", "number", "token" FROM "events" ORDER BY "project_id", "number" DESC;--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_project_id_transaction_sequence_pk";--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "transaction";--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "sequence";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "token" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_number_pk" PRIMARY KEY("project_id","number");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_event_logs_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."event_logs"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" DROP COLUMN "purged_transaction";--> statement-breakpoint
ALTER TABLE "projects" DROP COLUMN "purged_sequence";
