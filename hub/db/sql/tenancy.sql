-- Roles of the tables, and the rows that they see.

-- The role of the hub. It owns nothing and does not bypass row-level security: a query without its organization
-- returns nothing. Each connection of the hub switches to this role (hub/db/pool.ts).
DO $$
BEGIN
  CREATE ROLE counterfoil_app NOLOGIN NOBYPASSRLS;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

GRANT counterfoil_app TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO counterfoil_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO counterfoil_app;
GRANT USAGE ON SEQUENCE fiscal_receipts_place_seq TO counterfoil_app;
-- The hub never deletes uploads of tills.
REVOKE DELETE ON uploads, upload_conflicts, device_chains, work_items, till_shifts, cash_movements, till_events
  FROM counterfoil_app;
-- The ledgers of points and of gift vouchers are append-only.
REVOKE UPDATE, DELETE ON loyalty_points, gift_voucher_entries FROM counterfoil_app;

-- Returns the organization of the transaction, named with SET LOCAL, or null when none was named.
-- current_setting(..., true) returns null for a setting that was never made, and an empty text for one that has
-- ended.
CREATE OR REPLACE FUNCTION current_organization() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.organization_id', true), '')::uuid $$;

-- Every table with an organization_id is a tenant table, except those that are read before the organization is known:
-- a login (accounts, refresh tokens), a pairing code, an invitation, the page of a receipt, a code of a messenger,
-- the link of an export.
DO $$
DECLARE
  tenant record;
BEGIN
  FOR tenant IN
    SELECT t.oid, t.relname AS name, CASE t.relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END AS key
    FROM pg_class t
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p')
      AND t.relname NOT IN ('accounts', 'pairing_codes', 'refresh_tokens', 'invitations', 'receipt_links', 'messenger_codes', 'export_links')
      AND (t.relname = 'organizations' OR EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'organization_id' AND NOT a.attisdropped))
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = t.oid AND p.polname = 'tenant')
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant.name);
    EXECUTE format(
      'CREATE POLICY tenant ON %1$I USING (%2$I = current_organization()) WITH CHECK (%2$I = current_organization())',
      tenant.name, tenant.key);
  END LOOP;
END
$$;
