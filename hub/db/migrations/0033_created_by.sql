ALTER TABLE "counterparties" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "countries" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "organization_currencies" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "price_types" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "product_groups" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "employee_roles" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid;