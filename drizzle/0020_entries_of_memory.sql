DROP INDEX "entries_of_memory";--> statement-breakpoint
CREATE INDEX "entries_of_memory" ON "entries" USING btree ("memory_id","id");