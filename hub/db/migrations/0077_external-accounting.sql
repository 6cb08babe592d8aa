CREATE TABLE "extsys_pages" (
	"organization_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "extsys_pages_organization_id_run_id_position_pk" PRIMARY KEY("organization_id","run_id","position")
);
--> statement-breakpoint
CREATE TABLE "extsys_runs" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"created_by_name" text,
	"job_id" uuid,
	"entity" text NOT NULL,
	"options" jsonb NOT NULL,
	"since" text,
	"next_offset" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"changed_until" text,
	"counts" jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes_total" integer DEFAULT 0 NOT NULL,
	"import_id" uuid,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "extsys_runs_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "extsys_settings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"auth_kind" text NOT NULL,
	"login" text,
	"secret" text
);
--> statement-breakpoint
ALTER TABLE "extsys_pages" ADD CONSTRAINT "extsys_pages_organization_id_run_id_extsys_runs_organization_id_id_fk" FOREIGN KEY ("organization_id","run_id") REFERENCES "public"."extsys_runs"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extsys_runs" ADD CONSTRAINT "extsys_runs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extsys_settings" ADD CONSTRAINT "extsys_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "extsys_runs_entity_idx" ON "extsys_runs" USING btree ("organization_id","entity","created_at");