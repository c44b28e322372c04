CREATE TABLE "retrievals" (
	"project_id" text COLLATE "C" NOT NULL,
	"trace_id" text COLLATE "C" NOT NULL,
	"entry_id" text COLLATE "C" NOT NULL,
	"rank" integer NOT NULL,
	"score" double precision,
	CONSTRAINT "retrievals_project_id_trace_id_entry_id_pk" PRIMARY KEY("project_id","trace_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "trace_vectors" (
	"project_id" text COLLATE "C" NOT NULL,
	"trace_id" text COLLATE "C" NOT NULL,
	"space" text NOT NULL,
	"embedding" vector NOT NULL,
	CONSTRAINT "trace_vectors_project_id_trace_id_space_pk" PRIMARY KEY("project_id","trace_id","space")
);
--> statement-breakpoint
CREATE TABLE "traces" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"agent_id" text,
	"model" text,
	"task" text NOT NULL,
	"trajectory" jsonb NOT NULL,
	"final_response" text,
	"tools_used" text[] NOT NULL,
	"metadata" jsonb NOT NULL,
	"idempotency_key" text,
	"request_hash" text,
	"review_result" text,
	"review_reward" double precision,
	"review_feedback" text,
	"review_alpha" double precision,
	"review_order" bigint,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"reflection_memory_id" text COLLATE "C",
	"reflection_entry_id" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "traces_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "traces_idempotency_key" UNIQUE("project_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "utility_changes" (
	"project_id" text COLLATE "C" NOT NULL,
	"entry_id" text COLLATE "C" NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "utility_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trace_id" text COLLATE "C" NOT NULL,
	"review_order" bigint NOT NULL,
	"before" double precision NOT NULL,
	"after" double precision NOT NULL,
	"reward" double precision NOT NULL,
	"alpha" double precision NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	CONSTRAINT "utility_changes_project_id_entry_id_number_pk" PRIMARY KEY("project_id","entry_id","number")
);
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "memory_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "lesson" jsonb;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "review_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "trace_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "alpha_floor" double precision;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "learning_rate" text DEFAULT 'CONSTANT' NOT NULL;--> statement-breakpoint
ALTER TABLE "retrievals" ADD CONSTRAINT "retrievals_project_id_trace_id_traces_project_id_id_fk" FOREIGN KEY ("project_id","trace_id") REFERENCES "public"."traces"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retrievals" ADD CONSTRAINT "retrievals_project_id_entry_id_entries_project_id_id_fk" FOREIGN KEY ("project_id","entry_id") REFERENCES "public"."entries"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trace_vectors" ADD CONSTRAINT "trace_vectors_project_id_trace_id_traces_project_id_id_fk" FOREIGN KEY ("project_id","trace_id") REFERENCES "public"."traces"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traces" ADD CONSTRAINT "traces_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "utility_changes" ADD CONSTRAINT "utility_changes_project_id_entry_id_entries_project_id_id_fk" FOREIGN KEY ("project_id","entry_id") REFERENCES "public"."entries"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "utility_changes" ADD CONSTRAINT "utility_changes_project_id_trace_id_traces_project_id_id_fk" FOREIGN KEY ("project_id","trace_id") REFERENCES "public"."traces"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retrievals_of_entry" ON "retrievals" USING btree ("project_id","entry_id");--> statement-breakpoint
CREATE INDEX "traces_metadata" ON "traces" USING gin ("metadata" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "traces_review" ON "traces" USING btree ("project_id","review_order");--> statement-breakpoint
CREATE INDEX "traces_result" ON "traces" USING btree ("project_id","review_result","id");