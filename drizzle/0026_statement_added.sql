-- A write that adds a statement is STATEMENT_ADDED, and MERGED is what `mergeEntries` does. MERGED was the former and JOINED the latter,
-- so both values change in one statement.
UPDATE "revisions" SET "change" = CASE "change" WHEN 'MERGED' THEN 'STATEMENT_ADDED' ELSE 'MERGED' END
	WHERE "change" IN ('MERGED', 'JOINED');--> statement-breakpoint
UPDATE "events" SET "type" = CASE "type" WHEN 'ENTRY_MERGED' THEN 'ENTRY_STATEMENT_ADDED' ELSE 'ENTRY_MERGED' END
	WHERE "type" IN ('ENTRY_MERGED', 'ENTRY_JOINED');
