-- A memory stream forms insights in cycles. A reflection is the lesson of a reviewed run, so these two columns had the wrong names.
ALTER TABLE "memories" RENAME COLUMN "last_reflection_at" TO "last_cycle_at";--> statement-breakpoint
ALTER TABLE "memories" RENAME COLUMN "reflected_through" TO "covered_through";
