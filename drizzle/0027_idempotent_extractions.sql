CREATE TABLE "idempotent_extractions" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	"method" text NOT NULL,
	"texts" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_extractions_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "idempotent_extractions_key" UNIQUE("project_id","key")
);
--> statement-breakpoint
-- On Citus, only a distributed table can refer to the distributed tables of projects and memories (`src/db/distribute.ts`).
DO $$ BEGIN
	IF to_regclass('pg_dist_partition') IS NOT NULL THEN
		IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'projects'::regclass) THEN
			PERFORM create_distributed_table('idempotent_extractions', 'project_id', colocate_with => 'projects');
		END IF;
	END IF;
END $$;
--> statement-breakpoint
ALTER TABLE "idempotent_writes" ADD COLUMN "extraction_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "idempotent_extractions" ADD CONSTRAINT "idempotent_extractions_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotent_extractions" ADD CONSTRAINT "idempotent_extractions_memory" FOREIGN KEY ("project_id","memory_id") REFERENCES "public"."memories"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotent_extractions_age" ON "idempotent_extractions" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "idempotent_writes" ADD CONSTRAINT "idempotent_writes_extraction" FOREIGN KEY ("project_id","extraction_id") REFERENCES "public"."idempotent_extractions"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotent_writes_of_extraction" ON "idempotent_writes" USING btree ("extraction_id") WHERE extraction_id is not null;