-- The words of a chunk as numbers that are made of its project and each word. An index of them finds the chunks of one
-- project, where an index of the words alone reads those of all projects. The cost keeps the planner from computing them
-- for each chunk instead, which a plan that was made for an empty table would do for all of a large one.
CREATE FUNCTION lorebase_project_words(text, tsvector) RETURNS bigint[]
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
	AS $$ SELECT array_agg(hashtextextended($1 || ' ' || word, 0)) FROM unnest(tsvector_to_array($2)) AS word $$;
--> statement-breakpoint
DROP INDEX "chunks_words";--> statement-breakpoint
CREATE INDEX "chunks_words" ON "chunks" USING gin (lorebase_project_words("project_id", "words")) WITH (fastupdate=false);
