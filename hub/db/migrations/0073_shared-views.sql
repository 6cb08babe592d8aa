CREATE TABLE "shared_views" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"role_id" uuid,
	CONSTRAINT "shared_views_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "shared_views" ADD CONSTRAINT "shared_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_views" ADD CONSTRAINT "shared_views_organization_id_role_id_employee_roles_organization_id_id_fk" FOREIGN KEY ("organization_id","role_id") REFERENCES "public"."employee_roles"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shared_views_key_idx" ON "shared_views" USING btree ("organization_id","key");--> statement-breakpoint
CREATE INDEX "shared_views_role_idx" ON "shared_views" USING btree ("organization_id","role_id");--> statement-breakpoint
UPDATE employee_roles SET permissions = array_append(permissions, 'organization.share_views')
WHERE is_system AND 'catalog.create' = ANY(permissions) AND NOT 'organization.share_views' = ANY(permissions);--> statement-breakpoint
-- Tills hold roles: what was changed for them is numbered, organization by organization.
DO $$
DECLARE
  changed uuid;
BEGIN
  FOR changed IN SELECT DISTINCT organization_id FROM feed WHERE seq IS NULL LOOP
    PERFORM set_config('app.organization_id', changed::text, true);
    PERFORM feed_bump();
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
