CREATE FUNCTION lorebase_lines(text[]) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	AS $$ SELECT array_to_string($1, E'\n') $$;
--> statement-breakpoint
CREATE FUNCTION lorebase_words(text) RETURNS tsvector
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	AS $$ SELECT to_tsvector('pg_catalog.simple', translate(normalize($1, NFC), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))) $$;
--> statement-breakpoint
CREATE TABLE "hourly_stats" (
	"project_id" text COLLATE "C" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"traces" integer DEFAULT 0 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"reward_sum" double precision DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"merged" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"searches" integer DEFAULT 0 NOT NULL,
	"generations" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"search_latencies" integer[] NOT NULL,
	"generation_latencies" integer[] NOT NULL,
	CONSTRAINT "hourly_stats_project_id_hour_memory_id_agent_id_pk" PRIMARY KEY("project_id","hour","memory_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "idempotent_creates" (
	"project_id" text COLLATE "C" NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"object_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_creates_project_id_operation_key_pk" PRIMARY KEY("project_id","operation","key")
);
--> statement-breakpoint
ALTER TABLE "memories" DROP CONSTRAINT "memories_name";--> statement-breakpoint
ALTER TABLE "retrievals" DROP CONSTRAINT "retrievals_project_id_entry_id_entries_project_id_id_fk";
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "prefix" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "agent_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "subject_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "content_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "purge_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "trace_retention_days" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "quotas" jsonb;--> statement-breakpoint
ALTER TABLE "retrievals" ADD COLUMN "content" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "message_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "input_tokens" integer;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "output_tokens" integer;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "hourly_stats" ADD CONSTRAINT "hourly_stats_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotent_creates_age" ON "idempotent_creates" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "api_keys_previous_hash" ON "api_keys" USING btree ("project_id","previous_hash") WHERE previous_hash is not null;--> statement-breakpoint
CREATE INDEX "entries_words" ON "entries" USING gin (lorebase_words(lorebase_lines("passages")));--> statement-breakpoint
CREATE INDEX "generations_of_agent" ON "generations" USING btree ("project_id","agent_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "memories_name" ON "memories" USING btree ("project_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "memories_purge" ON "memories" USING btree ("purge_at") WHERE purge_at is not null;--> statement-breakpoint
CREATE INDEX "traces_agent" ON "traces" USING btree ("project_id","agent_id","id");--> statement-breakpoint
CREATE INDEX "traces_age" ON "traces" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "traces_words" ON "traces" USING gin (lorebase_words("task" || ' ' || left(coalesce("final_response", ''), 100000)));--> statement-breakpoint
CREATE INDEX "utility_changes_of_trace" ON "utility_changes" USING btree ("project_id","trace_id");--> statement-breakpoint
UPDATE "traces" SET "message_count" = jsonb_array_length("trajectory");
--> statement-breakpoint
UPDATE "memories" SET "content_bytes" = (
	SELECT coalesce(sum(octet_length(lorebase_lines("entries"."passages"))), 0)
	FROM "entries"
	WHERE "entries"."project_id" = "memories"."project_id"
		AND "entries"."memory_id" = "memories"."id"
		AND "entries"."deleted_at" IS NULL
);
--> statement-breakpoint
UPDATE "retrievals" SET "content" = lorebase_lines("entries"."passages")
FROM "entries"
WHERE "entries"."project_id" = "retrievals"."project_id" AND "entries"."id" = "retrievals"."entry_id";
--> statement-breakpoint
UPDATE "agents" SET "knowledge_config" = jsonb_build_object('scope', jsonb_build_object(
	'memoryIds', "knowledge_config"->'memoryIds',
	'memoryTags', "knowledge_config"->'memoryTags',
	'kinds', nullif("knowledge_config"->'kinds', '[]'::jsonb),
	'sources', null,
	'metadata', null,
	'occurredAfter', null,
	'occurredBefore', null,
	'createdAfter', null,
	'createdBefore', null,
	'updatedAfter', null,
	'updatedBefore', null,
	'minUtility', null,
	'maxUtility', null,
	'reviewed', null
)) || ("knowledge_config" - 'memoryIds' - 'memoryTags' - 'kinds');
