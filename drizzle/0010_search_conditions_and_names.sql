-- A search leaves out entries that have expired, or are too deep, without reading them.
ALTER TABLE "chunks" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "chunks" SET "expires_at" = "entries"."expires_at", "depth" = "entries"."depth" FROM "entries"
  WHERE "entries"."project_id" = "chunks"."project_id" AND "entries"."id" = "chunks"."entry_id"
    AND ("entries"."expires_at" IS NOT NULL OR "entries"."depth" > 0);--> statement-breakpoint
-- An edit is named an edit, and a job by what it makes.
UPDATE "events" SET "type" = 'ENTRY_EDITED' WHERE "type" = 'ENTRY_UPDATED';--> statement-breakpoint
UPDATE "jobs" SET "kind" = CASE "kind"
    WHEN 'REEMBED' THEN 'PROJECT_REEMBEDDING'
    WHEN 'REFLECT' THEN 'TRACE_REFLECTION'
    WHEN 'RATE' THEN 'IMPORTANCE_RATING'
    WHEN 'INSIGHTS' THEN 'STREAM_INSIGHTS'
    ELSE "kind" END;--> statement-breakpoint
-- Names and tags are compared in the Unicode form NFC; a name that another one has in NFC stays as it is.
UPDATE "memories" AS "named" SET "name" = normalize("name", NFC) WHERE "name" IS NOT NFC NORMALIZED
  AND NOT EXISTS (SELECT 1 FROM "memories" AS "other" WHERE "other"."project_id" = "named"."project_id"
    AND "other"."id" <> "named"."id" AND normalize("other"."name", NFC) = normalize("named"."name", NFC));--> statement-breakpoint
UPDATE "agents" AS "named" SET "name" = normalize("name", NFC) WHERE "name" IS NOT NFC NORMALIZED
  AND NOT EXISTS (SELECT 1 FROM "agents" AS "other" WHERE "other"."project_id" = "named"."project_id"
    AND "other"."id" <> "named"."id" AND normalize("other"."name", NFC) = normalize("named"."name", NFC));--> statement-breakpoint
UPDATE "memories" SET "tags" = ARRAY(SELECT DISTINCT normalize("tag", NFC) FROM unnest("tags") AS "tag" ORDER BY 1)
  WHERE array_to_string("tags", '') IS NOT NFC NORMALIZED;
