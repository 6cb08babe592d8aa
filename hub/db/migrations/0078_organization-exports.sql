CREATE TABLE "export_links" (
	"organization_id" uuid NOT NULL,
	"export_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	CONSTRAINT "export_links_organization_id_export_id_pk" PRIMARY KEY("organization_id","export_id"),
	CONSTRAINT "export_links_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "organization_exports" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"file_key" text,
	"size_bytes" bigint,
	"sha256" "bytea",
	"tables" integer,
	"rows" bigint,
	"files" integer,
	"missing_files" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_name" text,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "organization_exports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "export_links" ADD CONSTRAINT "export_links_organization_id_export_id_organization_exports_organization_id_id_fk" FOREIGN KEY ("organization_id","export_id") REFERENCES "public"."organization_exports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_exports" ADD CONSTRAINT "organization_exports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;