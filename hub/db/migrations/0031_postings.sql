ALTER TABLE "documents" ADD COLUMN "postings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "postings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE documents SET postings = jsonb_build_array(jsonb_build_object(
  'action', 'Posted', 'at', to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'employeeId', posted_by_id, 'overrides', '[]'::jsonb))
WHERE status = 'Posted' AND posted_at IS NOT NULL;--> statement-breakpoint
UPDATE retail_sales SET postings = jsonb_build_array(jsonb_build_object(
  'action', 'Posted', 'at', to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'employeeId', posted_by_id, 'overrides', '[]'::jsonb))
WHERE status = 'Posted' AND posted_by_id IS NOT NULL;--> statement-breakpoint
-- Who could read a list could have it as a file.
UPDATE employee_roles SET permissions = permissions || ARRAY(
  SELECT area || '.export' FROM unnest(ARRAY['catalog', 'purchases', 'sales', 'inventory']) AS area
  WHERE area || '.view' = ANY(permissions) AND NOT area || '.export' = ANY(permissions));--> statement-breakpoint
UPDATE employee_roles SET permissions = array_append(permissions, 'sales.override_return_period')
WHERE is_system AND 'sales.override_price' = ANY(permissions) AND NOT 'sales.override_return_period' = ANY(permissions);--> statement-breakpoint
UPDATE employee_roles SET permissions = array_append(permissions, 'period.override')
WHERE is_system AND 'organization.update' = ANY(permissions) AND NOT 'period.override' = ANY(permissions);
