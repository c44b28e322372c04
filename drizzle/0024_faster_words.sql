-- The same functions in PL/pgSQL, which keeps their plans for a connection: as SQL functions, they were planned again by each statement
-- that adds entries or chunks (docs/decisions/066-words-in-plpgsql.md). They return what they did, so the indexes stay as they are.
CREATE OR REPLACE FUNCTION lorebase_content(jsonb) RETURNS text
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
BEGIN
	IF $1 -> 1 IS NULL THEN
		RETURN $1 -> 0 ->> 'text';
	END IF;
	RETURN (SELECT string_agg(statement->>'text', E'\n' ORDER BY place) FROM jsonb_array_elements($1) WITH ORDINALITY AS one(statement, place));
END $$;
--> statement-breakpoint
-- A text of ASCII characters is as long in bytes as in characters, and is normalized.
CREATE OR REPLACE FUNCTION lorebase_words(text) RETURNS tsvector
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
BEGIN
	RETURN to_tsvector('pg_catalog.simple', regexp_replace(
		CASE WHEN octet_length($1) = char_length($1) THEN $1 ELSE normalize($1, NFC) END,
		'[!-/:-@\[-`{-~]', ' ', 'g'));
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION lorebase_project_words(text, tsvector) RETURNS bigint[]
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000
	AS $$
DECLARE
	keys bigint[];
	word text;
BEGIN
	FOREACH word IN ARRAY tsvector_to_array($2) LOOP
		keys := keys || hashtextextended($1 || ' ' || word, 0);
	END LOOP;
	RETURN keys;
END $$;
