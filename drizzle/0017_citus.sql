ALTER TABLE "utility_changes" DROP CONSTRAINT "utility_changes_project_id_trace_id_traces_project_id_id_fk";
--> statement-breakpoint
-- 0014 dropped the index with the column that it replaced.
CREATE INDEX IF NOT EXISTS "chunks_words" ON "chunks" USING gin ("words");--> statement-breakpoint
-- The sums of the elements of two arrays, of which one can be shorter.
CREATE FUNCTION lorebase_sums(integer[], integer[]) RETURNS integer[]
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS $$ SELECT coalesce(array_agg(coalesce(one, 0) + coalesce(other, 0) ORDER BY place), '{}')
		FROM unnest($1, $2) WITH ORDINALITY AS pair(one, other, place) $$;
--> statement-breakpoint
-- A JSON array without the items that have one of the texts at a path.
CREATE FUNCTION lorebase_without(jsonb, text[], text[]) RETURNS jsonb
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS $$ SELECT coalesce(jsonb_agg(item ORDER BY place), '[]') FROM jsonb_array_elements($1) WITH ORDINALITY AS list(item, place)
		WHERE (item #>> $2) = ANY($3) IS NOT TRUE $$;
