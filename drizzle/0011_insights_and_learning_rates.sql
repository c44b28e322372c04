-- The learning rate is the number; how it depends on the number of reviews is its schedule.
ALTER TABLE "projects" RENAME COLUMN "learning_rate" TO "learning_rate_schedule";--> statement-breakpoint
ALTER TABLE "projects" RENAME COLUMN "learning_alpha" TO "learning_rate";--> statement-breakpoint
ALTER TABLE "projects" RENAME COLUMN "alpha_floor" TO "learning_rate_floor";--> statement-breakpoint
-- What a stream formed from evidence is an insight; a reflection is the lesson of a reviewed run.
UPDATE "entries" SET "kind" = 'INSIGHT' WHERE "kind" = 'REFLECTION' AND "lesson" IS NULL AND "depth" > 0;--> statement-breakpoint
UPDATE "chunks" SET "kind" = 'INSIGHT' WHERE "kind" = 'REFLECTION' AND "depth" > 0;--> statement-breakpoint
-- How many results a search returns is its limit.
UPDATE "projects" SET "stream_settings" = ("stream_settings" - 'topK') || jsonb_build_object('limit', "stream_settings"->'topK')
  WHERE "stream_settings" ? 'topK';--> statement-breakpoint
UPDATE "memories" SET "stream_settings" = ("stream_settings" - 'topK') || jsonb_build_object('limit', "stream_settings"->'topK')
  WHERE "stream_settings" ? 'topK';
