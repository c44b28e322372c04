CREATE TABLE "jobs" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"run_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "jobs_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "next_model" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "next_dimensions" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_under_way" ON "jobs" USING btree ("project_id","kind","subject") WHERE status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "jobs_of_subject" ON "jobs" USING btree ("project_id","kind","subject","id");