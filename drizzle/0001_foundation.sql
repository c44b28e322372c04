CREATE TABLE "api_keys" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "api_keys_hash" UNIQUE("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "chunks" (
	"project_id" text COLLATE "C" NOT NULL,
	"entry_id" text COLLATE "C" NOT NULL,
	"space" text NOT NULL,
	"position" integer NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"text_hash" text,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', "text")) STORED,
	"embedding" vector NOT NULL,
	CONSTRAINT "chunks_project_id_entry_id_space_position_pk" PRIMARY KEY("project_id","entry_id","space","position"),
	CONSTRAINT "chunks_text" UNIQUE("project_id","memory_id","space","text_hash")
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"passages" text[] NOT NULL,
	"metadata" jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"utility" double precision DEFAULT 0.5 NOT NULL,
	"importance" double precision DEFAULT 5 NOT NULL,
	"access_count" integer DEFAULT 0 NOT NULL,
	"last_accessed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "entries_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"project_id" text COLLATE "C" NOT NULL,
	"transaction" bigint DEFAULT (pg_current_xact_id()::text::bigint) NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "events_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	"memory_tags" text[] NOT NULL,
	"entry_id" text COLLATE "C",
	"changes" jsonb NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_project_id_transaction_sequence_pk" PRIMARY KEY("project_id","transaction","sequence")
);
--> statement-breakpoint
CREATE TABLE "idempotent_writes" (
	"project_id" text COLLATE "C" NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_writes_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"tags" text[] NOT NULL,
	"duplicate_threshold" double precision,
	"update_threshold" double precision,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"chunk_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memories_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "memories_name" UNIQUE("project_id","name")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"embedding_model" text NOT NULL,
	"embedding_dimensions" integer NOT NULL,
	"duplicate_threshold" double precision,
	"update_threshold" double precision,
	"learning_alpha" double precision,
	"similarity_threshold" double precision,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"project_id" text COLLATE "C" NOT NULL,
	"entry_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"passages" text[] NOT NULL,
	"metadata" jsonb NOT NULL,
	"change" text NOT NULL,
	"similarity" double precision,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "revisions_project_id_entry_id_number_pk" PRIMARY KEY("project_id","entry_id","number")
);
--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_project_id_entry_id_entries_project_id_id_fk" FOREIGN KEY ("project_id","entry_id") REFERENCES "public"."entries"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_project_id_memory_id_memories_project_id_id_fk" FOREIGN KEY ("project_id","memory_id") REFERENCES "public"."memories"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotent_writes" ADD CONSTRAINT "idempotent_writes_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_project_id_entry_id_entries_project_id_id_fk" FOREIGN KEY ("project_id","entry_id") REFERENCES "public"."entries"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chunks_words" ON "chunks" USING gin ("words");--> statement-breakpoint
CREATE INDEX "entries_of_memory" ON "entries" USING btree ("project_id","memory_id","id");--> statement-breakpoint
CREATE INDEX "entries_metadata" ON "entries" USING gin ("metadata" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "memories_tags" ON "memories" USING gin ("tags");