DROP INDEX "chunks_text";--> statement-breakpoint
CREATE INDEX "chunks_text" ON "chunks" USING btree ("project_id","memory_id","space","text_hash") WHERE known_until is null;