CREATE INDEX "entries_updated" ON "entries" USING btree ("project_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_kind" ON "entries" USING btree ("project_id","kind","id") WHERE kind <> 'FACT';--> statement-breakpoint
CREATE INDEX "memories_deleted" ON "memories" USING btree ("project_id","id") WHERE deleted_at is not null;