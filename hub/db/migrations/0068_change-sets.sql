CREATE TABLE "change_set_rows" (
	"organization_id" uuid NOT NULL,
	"change_set_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"file_row" integer,
	"record_id" uuid,
	"name" text NOT NULL,
	"version" integer,
	"outcome" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"refusal" jsonb,
	CONSTRAINT "change_set_rows_organization_id_change_set_id_position_pk" PRIMARY KEY("organization_id","change_set_id","position")
);
--> statement-breakpoint
CREATE TABLE "change_sets" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"step" text DEFAULT 'Previewed' NOT NULL,
	"asked" jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"job_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"applied_by_name" text,
	"undone_at" timestamp (3) with time zone,
	"undone_by_name" text,
	CONSTRAINT "change_sets_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "change_set_rows" ADD CONSTRAINT "change_set_rows_organization_id_change_set_id_change_sets_organization_id_id_fk" FOREIGN KEY ("organization_id","change_set_id") REFERENCES "public"."change_sets"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_set_rows_outcome_idx" ON "change_set_rows" USING btree ("organization_id","change_set_id","outcome","position");--> statement-breakpoint
CREATE INDEX "change_sets_created_idx" ON "change_sets" USING btree ("organization_id","created_at","id");