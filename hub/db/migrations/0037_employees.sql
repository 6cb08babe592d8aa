ALTER TABLE "employees" ADD COLUMN "middle_name" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "position" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "inn" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "pos_pin_key" "bytea";--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "retail_point_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_pos_pin_key" UNIQUE("organization_id","pos_pin_key");--> statement-breakpoint
-- Those who run the organization run its people too.
UPDATE employee_roles SET permissions = permissions
  || '{employees.view,employees.create,employees.update,employees.delete}'::text[]
WHERE is_system AND 'organization.update' = ANY(permissions) AND NOT 'employees.view' = ANY(permissions);
