-- The role the hub works as. It owns nothing and does not bypass row-level security, so a query that forgets its
-- organization finds nothing. The login that DATABASE_URL names becomes this role on every connection (db/pool.ts).
DO $$
BEGIN
  CREATE ROLE counterfoil_app NOLOGIN NOBYPASSRLS;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;
--> statement-breakpoint
GRANT counterfoil_app TO CURRENT_USER;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO counterfoil_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO counterfoil_app;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO counterfoil_app;
--> statement-breakpoint
-- What a till has handed over is never deleted by the application.
REVOKE DELETE ON uploads, upload_conflicts FROM counterfoil_app;
--> statement-breakpoint

-- The organization of the transaction, named with SET LOCAL; null when it was not named. The second argument of
-- current_setting makes a missing setting null, and nullif covers the empty text it leaves behind once used.
CREATE FUNCTION current_organization() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.organization_id', true), '')::uuid $$;
--> statement-breakpoint

-- Every table with an organization_id is a tenant table, but for the two that are read before the organization is
-- known: a login (accounts) and a pairing code.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOR tenant_table IN
    SELECT c.table_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' AND t.table_type = 'BASE TABLE'
      AND c.table_name NOT IN ('accounts', 'pairing_codes')
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = current_organization())'
      ' WITH CHECK (organization_id = current_organization())', tenant_table);
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON organizations USING (id = current_organization()) WITH CHECK (id = current_organization());
--> statement-breakpoint

-- The change feed. A statement trigger marks what changed; its arguments are the kind and the column that holds the
-- entity's id. TG_OP needs a trigger each, because a transition table belongs to one event.
CREATE FUNCTION feed_mark() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO feed (organization_id, kind, entity_id, seq)
     SELECT DISTINCT %1$I, %2$L, %3$I, NULL::bigint FROM changed ORDER BY 3
     ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL',
    TG_ARGV[2], TG_ARGV[0], TG_ARGV[1]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  source record;
BEGIN
  FOR source IN
    SELECT * FROM (VALUES
      ('organizations', 'settings', 'id', 'id'),
      ('retail_points', 'settings', 'id', 'organization_id'),
      ('organization_units', 'unit', 'unit_id', 'organization_id'),
      ('product_groups', 'group', 'id', 'organization_id'),
      ('products', 'product', 'id', 'organization_id'),
      ('product_barcodes', 'product', 'product_id', 'organization_id'),
      ('product_prices', 'product', 'product_id', 'organization_id'),
      ('employees', 'cashier', 'id', 'organization_id'),
      ('employee_roles', 'role', 'id', 'organization_id')
    ) AS v (table_name, kind, id_column, organization_column)
  LOOP
    EXECUTE format(
      'CREATE TRIGGER feed_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION feed_mark(%L, %L, %L)',
      source.table_name, source.kind, source.id_column, source.organization_column);
    EXECUTE format(
      'CREATE TRIGGER feed_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION feed_mark(%L, %L, %L)',
      source.table_name, source.kind, source.id_column, source.organization_column);
    EXECUTE format(
      'CREATE TRIGGER feed_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION feed_mark(%L, %L, %L)',
      source.table_name, source.kind, source.id_column, source.organization_column);
  END LOOP;
END
$$;
--> statement-breakpoint

-- Gives everything the transaction changed the organization's next number. It must be the last statement before
-- COMMIT: the lock on the counter is held from here to the commit, and a transaction becomes visible before it
-- releases its locks, so nobody can take number n + 1 before n can be seen (offline.md 3.3).
CREATE FUNCTION feed_bump() RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  organization uuid := current_organization();
  next_seq bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM feed WHERE organization_id = organization AND seq IS NULL) THEN
    RETURN;
  END IF;
  INSERT INTO feed_counters AS counter (organization_id, seq) VALUES (organization, 1)
    ON CONFLICT (organization_id) DO UPDATE SET seq = counter.seq + 1
    RETURNING seq INTO next_seq;
  UPDATE feed SET seq = next_seq WHERE organization_id = organization AND seq IS NULL;
  INSERT INTO feed_commits (organization_id, seq, fingerprint) VALUES (organization, next_seq, gen_random_uuid());
  PERFORM pg_notify('feed', organization::text);
END
$$;
--> statement-breakpoint

-- A transaction that changed what tills hold and did not bump fails at commit.
CREATE FUNCTION feed_must_be_bumped() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM feed
    WHERE organization_id = NEW.organization_id AND kind = NEW.kind AND entity_id = NEW.entity_id AND seq IS NULL
  ) THEN
    RAISE EXCEPTION 'replicated rows changed without feed_bump() as the last statement';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER feed_must_be_bumped AFTER INSERT OR UPDATE ON feed
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.seq IS NULL) EXECUTE FUNCTION feed_must_be_bumped();
--> statement-breakpoint

-- Three questions that concern all organizations at once, which the application's role cannot ask itself.
-- Who uses a global unit (for the SuperAdmin, before it is deleted):
CREATE FUNCTION platform_unit_usage(unit uuid) RETURNS TABLE (kind text, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  (SELECT 'organization', o.name FROM organization_units u JOIN organizations o ON o.id = u.organization_id
   WHERE u.unit_id = unit ORDER BY o.name LIMIT 20)
  UNION ALL
  (SELECT 'product', p.name FROM products p WHERE p.unit_of_measure_id = unit ORDER BY p.name LIMIT 20)
$$;
--> statement-breakpoint
-- A global unit was renamed: tells the tills of every organization that has it.
CREATE FUNCTION platform_unit_changed(unit uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  organization uuid;
BEGIN
  FOR organization IN SELECT organization_id FROM organization_units WHERE unit_id = unit ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', organization::text, true);
    UPDATE organization_units SET enabled_at = enabled_at WHERE organization_id = organization AND unit_id = unit;
    PERFORM feed_bump();
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
--> statement-breakpoint
-- Which organizations have uploads in custody that are still to be posted:
CREATE FUNCTION platform_organizations_with_unposted_uploads() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT DISTINCT organization_id FROM uploads WHERE status IN ('received', 'held') $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION platform_unit_usage(uuid), platform_unit_changed(uuid),
  platform_organizations_with_unposted_uploads() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION platform_unit_usage(uuid), platform_unit_changed(uuid),
  platform_organizations_with_unposted_uploads() TO counterfoil_app;
--> statement-breakpoint

INSERT INTO currencies (id, code, iso_code, name, symbol) VALUES
  ('0192a000-0000-7000-8000-000000000398', '398', 'KZT', 'Tenge', '₸'),
  ('0192a000-0000-7000-8000-000000000643', '643', 'RUB', 'Russian rouble', '₽'),
  ('0192a000-0000-7000-8000-000000000860', '860', 'UZS', 'Uzbek sum', 'сум'),
  ('0192a000-0000-7000-8000-000000000933', '933', 'BYN', 'Belarusian rouble', 'Br'),
  ('0192a000-0000-7000-8000-000000000417', '417', 'KGS', 'Kyrgyz som', 'сом'),
  ('0192a000-0000-7000-8000-000000000826', '826', 'GBP', 'Pound sterling', '£'),
  ('0192a000-0000-7000-8000-000000000840', '840', 'USD', 'US dollar', '$'),
  ('0192a000-0000-7000-8000-000000000978', '978', 'EUR', 'Euro', '€');
--> statement-breakpoint
INSERT INTO units_of_measure (id, name, full_name, code, is_fractional, fiscal_measure) VALUES
  ('0192a001-0000-7000-8000-000000000796', 'шт', 'Штука', '796', false, 0),
  ('0192a001-0000-7000-8000-000000000166', 'кг', 'Килограмм', '166', true, 11),
  ('0192a001-0000-7000-8000-000000000163', 'г', 'Грамм', '163', true, 10),
  ('0192a001-0000-7000-8000-000000000112', 'л', 'Литр', '112', true, 41),
  ('0192a001-0000-7000-8000-000000000006', 'м', 'Метр', '006', true, 22),
  ('0192a001-0000-7000-8000-000000000778', 'упак', 'Упаковка', '778', false, 0);
