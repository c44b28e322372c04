CREATE INDEX "generations_age" ON "generations" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "idempotent_writes_age" ON "idempotent_writes" USING btree ("created_at");