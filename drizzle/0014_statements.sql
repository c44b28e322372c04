CREATE FUNCTION lorebase_content(jsonb) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	AS $$ SELECT string_agg(statement->>'text', E'\n' ORDER BY place) FROM jsonb_array_elements($1) WITH ORDINALITY AS one(statement, place) $$;
--> statement-breakpoint
ALTER TABLE "chunks" DROP CONSTRAINT "chunks_text";--> statement-breakpoint
DROP INDEX "chunks_pending";--> statement-breakpoint
DROP INDEX "entries_words";--> statement-breakpoint
ALTER TABLE "chunks" drop column "words";--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "statement" integer;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "context" text;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "text"), 'A') || setweight(to_tsvector('english', coalesce("context", '')), 'D')) STORED;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "superseded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "occurred_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "known_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "known_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "statements" jsonb;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "next_statement" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "last_stated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "superseded_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "superseded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "contradiction_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "duplicate_policy" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "max_statements" integer;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "contradiction_check" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "write_preset" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "duplicate_policy" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "max_statements" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "credit_rule" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "required_metadata_key" text;--> statement-breakpoint
ALTER TABLE "retrievals" ADD COLUMN "used" double precision;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "numbers" integer[];--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "changed" jsonb;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "related_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "embedded_text" text;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "review_baseline" double precision;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "entry_rewards" jsonb;--> statement-breakpoint
ALTER TABLE "utility_changes" ADD COLUMN "baseline" double precision;--> statement-breakpoint
ALTER TABLE "utility_changes" ALTER COLUMN "trace_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "utility_changes" DROP CONSTRAINT "utility_changes_project_id_trace_id_traces_project_id_id_fk";--> statement-breakpoint
ALTER TABLE "utility_changes" ADD CONSTRAINT "utility_changes_project_id_trace_id_traces_project_id_id_fk" FOREIGN KEY ("project_id","trace_id") REFERENCES "public"."traces"("project_id","id") ON DELETE set null ("trace_id") ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION lorebase_statements(texts text[], metadata jsonb, source text, actor text, occurred timestamptz, created timestamptz, updated timestamptz) RETURNS jsonb
	LANGUAGE sql IMMUTABLE
	AS $$ SELECT jsonb_agg(jsonb_build_object('number', place, 'text', one, 'source', source, 'metadata', metadata, 'context', NULL, 'actor', actor,
		'occurredAt', to_char(occurred AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
		'firstStatedAt', to_char((CASE place WHEN 1 THEN created ELSE updated END) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
		'lastStatedAt', to_char(coalesce(occurred, CASE place WHEN 1 THEN created ELSE updated END) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
		'statedCount', 1) ORDER BY place)
		FROM unnest(texts) WITH ORDINALITY AS passage(one, place) $$;
--> statement-breakpoint
UPDATE "entries" SET "statements" = lorebase_statements("passages", "metadata", "source", "created_by", "occurred_at", "created_at", "updated_at"),
	"next_statement" = cardinality("passages") + 1,
	"last_stated_at" = coalesce("occurred_at", CASE WHEN cardinality("passages") > 1 THEN "updated_at" ELSE "created_at" END);
--> statement-breakpoint
UPDATE "revisions" SET "numbers" = array(SELECT generate_series(1, cardinality("revisions"."passages"))),
	"changed" = lorebase_statements("revisions"."passages", "revisions"."metadata", "entries"."source", "entries"."created_by", "entries"."occurred_at", "entries"."created_at", "revisions"."created_at")
	FROM "entries" WHERE "entries"."project_id" = "revisions"."project_id" AND "entries"."id" = "revisions"."entry_id";
--> statement-breakpoint
UPDATE "entries" SET "next_statement" = "used"."next" FROM (
	SELECT "project_id", "entry_id", max(cardinality("numbers")) + 1 AS "next" FROM "revisions" GROUP BY "project_id", "entry_id") AS "used"
	WHERE "used"."project_id" = "entries"."project_id" AND "used"."entry_id" = "entries"."id" AND "used"."next" > "entries"."next_statement";
--> statement-breakpoint
UPDATE "chunks" SET "statement" = numbered."statement" FROM (
	SELECT "project_id", "entry_id", "space", "position",
		greatest(1, count("text_hash") OVER (PARTITION BY "project_id", "entry_id", "space" ORDER BY "position"))::int AS "statement" FROM "chunks") AS numbered
	WHERE numbered."project_id" = "chunks"."project_id" AND numbered."entry_id" = "chunks"."entry_id"
	AND numbered."space" = "chunks"."space" AND numbered."position" = "chunks"."position";
--> statement-breakpoint
UPDATE "chunks" SET "occurred_at" = coalesce("entries"."occurred_at", "entries"."created_at"), "known_from" = "entries"."created_at",
	"text_hash" = CASE WHEN "chunks"."text_hash" IS NULL THEN NULL ELSE
		rtrim(translate(encode(sha256(convert_to(normalize("entries"."statements"->("chunks"."statement" - 1)->>'text', NFC), 'UTF8')), 'base64'), '+/', '-_'), '=') END
	FROM "entries" WHERE "entries"."project_id" = "chunks"."project_id" AND "entries"."id" = "chunks"."entry_id";
--> statement-breakpoint
UPDATE "agents" SET "knowledge_config" = jsonb_build_object('mode', 'SEMANTIC', 'relativeScore', 0, 'tokenBudget', 100000) || "knowledge_config";
--> statement-breakpoint
DROP FUNCTION lorebase_statements(text[], jsonb, text, text, timestamptz, timestamptz, timestamptz);
--> statement-breakpoint
ALTER TABLE "chunks" ALTER COLUMN "statement" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "chunks" ALTER COLUMN "occurred_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "chunks" ALTER COLUMN "known_from" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ALTER COLUMN "statements" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ALTER COLUMN "last_stated_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "revisions" ALTER COLUMN "numbers" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "revisions" ALTER COLUMN "changed" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "chunks_text" ON "chunks" USING btree ("project_id","memory_id","space","text_hash") WHERE text_hash is not null and known_until is null;--> statement-breakpoint
CREATE INDEX "chunks_past" ON "chunks" USING btree ("project_id","memory_id") WHERE known_until is not null;--> statement-breakpoint
CREATE INDEX "entries_superseded" ON "entries" USING btree ("project_id","superseded_by") WHERE superseded_by is not null;--> statement-breakpoint
CREATE INDEX "entries_unchecked" ON "entries" USING btree ("project_id","memory_id","id") WHERE contradiction_pending;--> statement-breakpoint
CREATE INDEX "traces_reviews_of_agent" ON "traces" USING btree ("project_id","agent_id","review_order") WHERE review_order is not null;--> statement-breakpoint
CREATE INDEX "chunks_pending" ON "chunks" USING btree ("project_id","memory_id") WHERE not is_indexed and known_until is null;--> statement-breakpoint
CREATE INDEX "entries_words" ON "entries" USING gin (lorebase_words(lorebase_content("statements")));--> statement-breakpoint
ALTER TABLE "entries" DROP COLUMN "passages";--> statement-breakpoint
ALTER TABLE "revisions" DROP COLUMN "passages";--> statement-breakpoint
ALTER TABLE "revisions" DROP COLUMN "metadata";--> statement-breakpoint
DROP FUNCTION lorebase_lines(text[]);