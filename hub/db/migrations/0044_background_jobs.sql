CREATE TABLE "background_jobs" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"input" jsonb NOT NULL,
	"once_key" text,
	"status" text DEFAULT 'Queued' NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"message" text,
	"result" jsonb,
	"run_id" uuid NOT NULL,
	"cancel_requested_at" timestamp (3) with time zone,
	"asked_by_id" uuid,
	"asked_by_employee_id" uuid,
	"asked_by_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "background_jobs_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE INDEX "background_jobs_recent_idx" ON "background_jobs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "background_jobs_once_key" ON "background_jobs" USING btree ("organization_id","type","once_key") WHERE status IN ('Queued', 'Running');--> statement-breakpoint
CREATE INDEX "background_jobs_open_idx" ON "background_jobs" USING btree ("run_id") WHERE status IN ('Queued', 'Running');