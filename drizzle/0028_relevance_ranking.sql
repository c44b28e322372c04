-- The ranking of an agent that ranks by relevance was called SIMILARITY, though its search mode defines what is compared.
UPDATE "agents" SET "knowledge_config" = jsonb_set("knowledge_config", '{ranking}', '"RELEVANCE"')
	WHERE "knowledge_config" ->> 'ranking' = 'SIMILARITY';
