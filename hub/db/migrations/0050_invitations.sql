CREATE TABLE "invitations" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"email" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"token_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_organization_id_employee_id_pk" PRIMARY KEY("organization_id","employee_id"),
	CONSTRAINT "invitations_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "is_account_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
CREATE INDEX "employees_account_idx" ON "employees" USING btree ("account_id");
--> statement-breakpoint
UPDATE "refresh_tokens" t SET "organization_id" = a."organization_id" FROM "accounts" a WHERE a."id" = t."account_id";--> statement-breakpoint
-- Tills know nothing of it.
ALTER TABLE "employees" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "employees" e SET "is_account_active" = false FROM "accounts" a WHERE a."id" = e."account_id" AND NOT a."is_active";--> statement-breakpoint
ALTER TABLE "employees" ENABLE TRIGGER USER;--> statement-breakpoint
-- A lock is of the organization from now on.
UPDATE "accounts" SET "is_active" = true WHERE NOT "is_active" AND "organization_id" IS NOT NULL;
