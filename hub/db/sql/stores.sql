-- Limits reading for users of some stores only (docs/domain.md#stores-of-an-employee). Their queries run in this
-- role, and the policies below apply to no other role. So a query that forgets the stores returns no more rows for
-- them, and the queries of all other users are unaffected. hub/db/transact.ts
DO $$
BEGIN
  CREATE ROLE counterfoil_of_stores NOLOGIN NOBYPASSRLS;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

GRANT counterfoil_app TO counterfoil_of_stores;
GRANT counterfoil_of_stores TO CURRENT_USER;

-- Returns the stores of the caller, named with SET LOCAL. Returns null when none were named: no row matches null.
CREATE OR REPLACE FUNCTION current_stores() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.store_ids', true), '')::uuid[] $$;

CREATE OR REPLACE FUNCTION current_retail_points() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT array_agg(id) FROM retail_points
  WHERE organization_id = current_organization() AND store_id = ANY (current_stores())
$$;

CREATE OR REPLACE FUNCTION current_devices() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT array_agg(id) FROM devices
  WHERE organization_id = current_organization() AND retail_point_id = ANY (current_retail_points())
$$;

DO $$
DECLARE
  rule record;
BEGIN
  FOR rule IN
    SELECT * FROM (VALUES
      -- A draft may have no store yet. A transfer belongs to both of its stores.
      ('documents', 'store_id = ANY ((SELECT current_stores())::uuid[]) OR target_store_id = ANY ((SELECT current_stores())::uuid[])
        OR store_id IS NULL AND target_store_id IS NULL'),
      ('retail_points', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('devices', 'retail_point_id = ANY ((SELECT current_retail_points())::uuid[])'),
      ('retail_sales', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('stock_balances', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('stock_movements', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('dirty_days', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('product_days', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('group_days', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('store_days', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('receipt_days', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('customer_days', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('payment_days', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('stock_days', 'store_id = ANY ((SELECT current_stores())::uuid[])'),
      ('till_shifts', 'retail_point_id = ANY ((SELECT current_retail_points())::uuid[])'),
      ('cash_movements', 'retail_point_id = ANY ((SELECT current_retail_points())::uuid[])'),
      ('fiscal_cash_operations', 'retail_point_id = ANY ((SELECT current_retail_points())::uuid[])'),
      ('till_events', 'retail_point_id = ANY ((SELECT current_retail_points())::uuid[])'),
      ('work_items', 'device_id = ANY ((SELECT current_devices())::uuid[])'),
      ('uploads', 'device_id = ANY ((SELECT current_devices())::uuid[])'),
      -- These tables cover all stores.
      ('audit_log', 'false'),
      ('morning_digests', 'false'),
      ('product_periods', 'false'),
      ('product_months', 'false'),
      ('product_quarters', 'false'),
      ('product_years', 'false'),
      ('group_months', 'false'),
      ('group_quarters', 'false'),
      ('group_years', 'false'),
      -- Lines of visible records.
      ('document_lines', 'EXISTS (SELECT FROM documents WHERE documents.organization_id = document_lines.organization_id
        AND documents.id = document_lines.document_id)'),
      ('retail_sale_lines', 'EXISTS (SELECT FROM retail_sales WHERE retail_sales.organization_id = retail_sale_lines.organization_id
        AND retail_sales.id = retail_sale_lines.sale_id)'),
      ('retail_sale_payments', 'EXISTS (SELECT FROM retail_sales WHERE retail_sales.organization_id = retail_sale_payments.organization_id
        AND retail_sales.id = retail_sale_payments.sale_id)'),
      ('retail_sale_vouchers', 'EXISTS (SELECT FROM retail_sales WHERE retail_sales.organization_id = retail_sale_vouchers.organization_id
        AND retail_sales.id = retail_sale_vouchers.sale_id)')
    ) AS given (name, condition)
  LOOP
    EXECUTE format('DROP POLICY IF EXISTS stores ON %I', rule.name);
    EXECUTE format(
      'CREATE POLICY stores ON %I AS RESTRICTIVE FOR SELECT TO counterfoil_of_stores USING (%s)',
      rule.name, rule.condition);
  END LOOP;
END
$$;

-- Returns true when the row is visible with the stores of the caller; for a transaction that works with all stores.
CREATE OR REPLACE FUNCTION is_seen(relation regclass, organization uuid, row_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE
SET role = 'counterfoil_of_stores'
AS $$
DECLARE
  seen boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE organization_id = $1 AND id = $2)', relation)
    INTO seen USING organization, row_id;
  RETURN seen;
END
$$;
