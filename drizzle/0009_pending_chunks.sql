-- What is stored already is in its index; what comes is not, until it is put there behind the write.
ALTER TABLE "chunks" ADD COLUMN "is_indexed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "chunks" ALTER COLUMN "is_indexed" SET DEFAULT false;--> statement-breakpoint
CREATE INDEX "chunks_pending" ON "chunks" USING btree ("project_id","memory_id") WHERE not is_indexed;
