CREATE TABLE "cycles" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	"importance" double precision DEFAULT 0 NOT NULL,
	"observation_count" integer DEFAULT 0 NOT NULL,
	"through" text COLLATE "C",
	"questions" jsonb,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "cycles_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "evidence" (
	"project_id" text COLLATE "C" NOT NULL,
	"entry_id" text COLLATE "C" NOT NULL,
	"evidence_id" text COLLATE "C" NOT NULL,
	"role" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "evidence_project_id_entry_id_evidence_id_pk" PRIMARY KEY("project_id","entry_id","evidence_id")
);
--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "importance_parts" jsonb;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "occurred_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "purge_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "stream_settings" jsonb;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "stream_importance" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "stream_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "last_reflection_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "reflected_through" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "stream_settings" jsonb;--> statement-breakpoint
ALTER TABLE "cycles" ADD CONSTRAINT "cycles_project_id_memory_id_memories_project_id_id_fk" FOREIGN KEY ("project_id","memory_id") REFERENCES "public"."memories"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_project_id_entry_id_entries_project_id_id_fk" FOREIGN KEY ("project_id","entry_id") REFERENCES "public"."entries"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_project_id_evidence_id_entries_project_id_id_fk" FOREIGN KEY ("project_id","evidence_id") REFERENCES "public"."entries"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cycles_open" ON "cycles" USING btree ("project_id","memory_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "cycles_of_memory" ON "cycles" USING btree ("project_id","memory_id","id");--> statement-breakpoint
CREATE INDEX "evidence_of" ON "evidence" USING btree ("project_id","evidence_id");--> statement-breakpoint
CREATE INDEX "entries_unrated" ON "entries" USING btree ("project_id","memory_id","id") WHERE (importance_parts->>'pending') = 'true';--> statement-breakpoint
CREATE INDEX "entries_expiry" ON "entries" USING btree ("expires_at") WHERE expires_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_purge" ON "entries" USING btree ("purge_at") WHERE purge_at is not null;