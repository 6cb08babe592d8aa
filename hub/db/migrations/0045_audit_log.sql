CREATE TABLE "audit_log" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid,
	"employee_id" uuid,
	"actor_name" text,
	"is_super_admin" boolean NOT NULL,
	"inside_id" uuid,
	"reason" text,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid,
	"record_name" text,
	"address" text,
	"user_agent" text,
	"changes" jsonb NOT NULL,
	"changed_records" integer NOT NULL,
	"seal" bigint,
	"hash" "bytea",
	CONSTRAINT "audit_log_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"organization_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"row_count" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_seals_organization_id_number_pk" PRIMARY KEY("organization_id","number")
);
--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("organization_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_record_idx" ON "audit_log" USING btree ("organization_id","record_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_account_idx" ON "audit_log" USING btree ("organization_id","account_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_kind_idx" ON "audit_log" USING btree ("organization_id","kind","at");--> statement-breakpoint
CREATE INDEX "audit_log_seal_idx" ON "audit_log" USING btree ("organization_id","seal");--> statement-breakpoint
-- Those who run the organization see what is done in it.
UPDATE employee_roles SET permissions = permissions || '{audit.view}'::text[]
WHERE is_system AND 'organization.update' = ANY(permissions) AND NOT 'audit.view' = ANY(permissions);
