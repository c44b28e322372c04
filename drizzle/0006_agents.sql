CREATE TABLE "agents" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"instructions" text,
	"model" text,
	"temperature" double precision,
	"max_steps" integer NOT NULL,
	"knowledge_config" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agents_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "agents_name" UNIQUE("project_id","name")
);
--> statement-breakpoint
CREATE TABLE "generations" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"status" text NOT NULL,
	"state" jsonb NOT NULL,
	"trace_id" text COLLATE "C",
	"idempotency_key" text,
	"request_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "generations_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "generations_idempotency_key" UNIQUE("project_id","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_project_id_agent_id_agents_project_id_id_fk" FOREIGN KEY ("project_id","agent_id") REFERENCES "public"."agents"("project_id","id") ON DELETE cascade ON UPDATE no action;