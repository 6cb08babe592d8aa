ALTER TABLE "documents" ADD COLUMN "price_overrides" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "price_overrides" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE employee_roles SET permissions = array_append(permissions, 'sales.override_price')
WHERE is_system AND 'sales.post' = ANY(permissions) AND NOT 'sales.override_price' = ANY(permissions);
