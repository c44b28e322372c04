-- PostgreSQL reads `config.timeout`, `anna@example.org`, `/usr/local/bin` and `-250` as single words. A search for a part of them
-- found nothing, so their parts become words of the chunk as well (docs/decisions/073-words-and-their-parts.md). The first
-- regular expression finds a character that can join words before a letter or digit; most texts have none and are read once.
CREATE FUNCTION lorebase_lexemes(text) RETURNS tsvector
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
DECLARE
	whole tsvector := to_tsvector('pg_catalog.english', $1);
BEGIN
	IF $1 !~ '[-+./:<?=@&%_~][^ \t\r\n!-/:-@\[-`{-~]' THEN
		RETURN whole;
	END IF;
	RETURN whole || ts_delete(
		to_tsvector('pg_catalog.english', regexp_replace($1, '[!-&(-/:-@\[-`{-~]', ' ', 'g')),
		tsvector_to_array(whole));
END $$;
--> statement-breakpoint
ALTER TABLE "chunks" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (setweight(lorebase_lexemes("text"), 'A') || setweight(lorebase_lexemes(coalesce("context", '')), 'D')) STORED;--> statement-breakpoint
CREATE INDEX "chunks_words" ON "chunks" USING gin (lorebase_project_words("project_id", "words")) WITH (fastupdate=false);--> statement-breakpoint
DO $$ BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NULL THEN
    ALTER TABLE "chunks" ALTER COLUMN "words" SET STATISTICS 0;
  END IF;
END $$;
