-- The audit log: who has changed what (docs/security/audit-log.md).

-- A transaction names its command with SET LOCAL (hub/db/transact.ts). Triggers note the changes in app.changes, and
-- audit_write() makes one row of both at the end. So no route can omit a change. Work without a user (uploads of
-- tills, jobs of the hub itself) costs nothing.

REVOKE INSERT, UPDATE, DELETE ON audit_log, audit_seals FROM counterfoil_app;

-- Masks secrets: the log shows that they have changed, and nothing else about them.
CREATE OR REPLACE FUNCTION audit_shown(key text, value jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN value <> 'null' AND key ~ '(hash|secret|token|sealed|password|pin_key)' THEN '"***"' ELSE value END
$$;

-- Notes the change of a row. Its arguments: the columns that identify a row.
CREATE OR REPLACE FUNCTION audit_note() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  -- Columns for the hub's internal use.
  technical CONSTANT text[] := '{organization_id,version,created_at,updated_at,created_by_id,feed_seq,sync_epoch,cost_before_supplies,price_before_supplies,deed,sending_since,next_at,failure,failing_since}';
  noted integer := coalesce(nullif(current_setting('app.noted', true), ''), '0')::integer;
  record jsonb;
  was jsonb := '{}';
  is_now jsonb := '{}';
  note text;
BEGIN
  IF noted >= 100 AND TG_OP <> 'UPDATE' THEN
    PERFORM set_config('app.noted', (noted + 1)::text, true);
    RETURN NULL;
  END IF;
  record := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  IF TG_OP = 'UPDATE' THEN
    is_now := record - technical;
    SELECT coalesce(jsonb_object_agg(key, audit_shown(key, value)), '{}'),
      coalesce(jsonb_object_agg(key, audit_shown(key, is_now -> key)), '{}')
    INTO was, is_now
    FROM jsonb_each(to_jsonb(OLD) - technical) WHERE value IS DISTINCT FROM is_now -> key;
    IF was = '{}' THEN
      RETURN NULL;
    END IF;
  ELSE
    SELECT coalesce(jsonb_object_agg(key, audit_shown(key, value)), '{}') INTO is_now
    FROM jsonb_each(record - technical) WHERE value <> 'null';
    IF TG_OP = 'DELETE' THEN
      was := is_now;
      is_now := '{}';
    END IF;
  END IF;
  PERFORM set_config('app.noted', (noted + 1)::text, true);
  IF noted < 100 THEN
    note := jsonb_build_object(
      'table', TG_TABLE_NAME,
      'op', TG_OP,
      'key', (SELECT jsonb_agg(record -> column_name) FROM unnest(TG_ARGV) AS column_name),
      'id', coalesce(record ->> 'id', record ->> 'product_id', record ->> 'retail_point_id', record ->> 'unit_id'),
      'name', coalesce(record ->> 'name', record ->> 'number', record ->> 'card_number', record ->> 'email',
        nullif(concat_ws(' ', record ->> 'last_name', record ->> 'first_name'), '')),
      'was', was, 'now', is_now)::text;
    IF length(note) < 20000 AND length(coalesce(current_setting('app.changes', true), '')) < 200000 THEN
      PERFORM set_config('app.changes', concat_ws(',', nullif(current_setting('app.changes', true), ''), note), true);
      RETURN NULL;
    END IF;
  END IF;
  IF TG_TABLE_NAME = 'product_prices' AND TG_OP = 'UPDATE' THEN
    PERFORM set_config('app.unnamed_prices',
      (coalesce(nullif(current_setting('app.unnamed_prices', true), ''), '0')::integer + 1)::text, true);
  END IF;
  RETURN NULL;
END
$$;

-- Merges the notes of a command: a row written in several steps is one change, and no change when it ends as it was.
-- Many records are updated by deleting and inserting their rows.
CREATE OR REPLACE FUNCTION audit_merged(notes jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
AS $$
  WITH noted AS (
    SELECT position, note, note ->> 'table' AS source, note -> 'key' AS key, note ->> 'op' AS op
    FROM jsonb_array_elements(notes) WITH ORDINALITY AS n (note, position)
  ), steps AS (
    SELECT source, key, min(position) AS position,
      (array_agg(op ORDER BY position))[1] AS first_op, (array_agg(op ORDER BY position DESC))[1] AS last_op,
      (array_agg(note ORDER BY position DESC))[1] AS latest,
      jsonb_agg(note -> 'was' ORDER BY position DESC) AS befores, jsonb_agg(note -> 'now' ORDER BY position) AS afters
    FROM noted GROUP BY source, key
  ), folded AS (
    SELECT position, first_op, last_op, latest,
      -- The earliest value before and the latest value after.
      (SELECT coalesce(jsonb_object_agg(m.key, m.value), '{}')
       FROM jsonb_array_elements(befores) AS each, jsonb_each(each) AS m) AS was,
      (SELECT coalesce(jsonb_object_agg(m.key, m.value), '{}')
       FROM jsonb_array_elements(afters) AS each, jsonb_each(each) AS m) AS is_now
    FROM steps WHERE NOT (first_op = 'INSERT' AND last_op = 'DELETE')
  ), compared AS (
    SELECT position, latest,
      CASE WHEN first_op = 'INSERT' THEN '{}' WHEN last_op = 'DELETE' THEN was ELSE (
        SELECT coalesce(jsonb_object_agg(m.key, m.value), '{}') FROM jsonb_each(was) AS m
        WHERE m.key <> 'id' AND (m.value IS DISTINCT FROM is_now -> m.key OR m.value = '"***"')) END AS was,
      CASE WHEN last_op = 'DELETE' THEN '{}' WHEN first_op = 'INSERT' THEN is_now ELSE (
        SELECT coalesce(jsonb_object_agg(m.key, m.value), '{}') FROM jsonb_each(is_now) AS m
        WHERE m.key <> 'id' AND (m.value IS DISTINCT FROM was -> m.key OR m.value = '"***"')) END AS is_now
    FROM folded
  )
  SELECT coalesce(jsonb_agg(
      (latest - '{op,key}'::text[]) || jsonb_build_object('was', was, 'now', is_now) ORDER BY position), '[]')
  FROM compared WHERE was <> '{}' OR is_now <> '{}'
$$;

-- All tables, except those that are derived, counted, or internal to the hub. Derived columns are not noted:
-- documents and their lines are noted when they are written, not when they are costed. Presets, such as 249
-- countries, are created with the organization and not chosen by a user, so they are not noted.
DO $$
DECLARE
  audited record;
  arguments text;
BEGIN
  FOR audited IN
    SELECT t.relname AS name,
      CASE t.relname WHEN 'document_lines' THEN '{document_id,line_no}' WHEN 'retail_sale_lines' THEN '{sale_id,line_no}'
        ELSE (
          SELECT array_agg(a.attname ORDER BY a.attname) FROM pg_index i JOIN pg_attribute a ON a.attrelid = t.oid
            AND a.attnum = ANY(i.indkey)
          WHERE i.indrelid = t.oid AND i.indisprimary AND a.attname <> 'organization_id')::text[] END AS key,
      (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attname) FROM pg_attribute a
       WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (
         '{organization_id,id,version,created_at,updated_at,created_by_id,sync_epoch,cost_sum,unit_cost,overhead_share,difference}')
      ) AS columns,
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'is_preset') AS has_presets
    FROM pg_class t
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND t.relname NOT IN (
      'audit_log', 'audit_seals', 'feed', 'feed_counters', 'feed_commits', 'counters',
      'uploads', 'upload_conflicts', 'device_chains', 'till_shifts', 'cash_movements', 'till_events', 'till_receipts', 'till_receipt_stores', 'till_receipt_changes',
      'stock_movements', 'stock_balances', 'cost_recalculations', 'books_checks',
      'dirty_days', 'product_days', 'store_days', 'receipt_days', 'customer_days', 'payment_days', 'stock_days',
      'product_periods', 'product_months', 'product_quarters', 'product_years',
      'stale_groups', 'group_days', 'group_months', 'group_quarters', 'group_years',
      'till_stock', 'till_stock_stores', 'till_stock_changes', 'till_cards', 'till_card_changes', 'till_vouchers', 'till_voucher_changes', 'product_words', 'past_prices',
      'idempotency_keys', 'rate_limits', 'signing_keys', 'trusted_origins', 'preset_countries', 'user_presets',
      'mails', 'messenger_bot', 'messenger_codes', 'messenger_notices', 'morning_digests', 'receipt_links', 'export_links', 'password_resets', 'sign_on_codes', 'passkey_challenges', 'job_processes', 'change_set_rows',
      'extsys_runs', 'extsys_pages', 'fiscal_settings', 'fiscal_leases', 'fiscal_receipts')
  LOOP
    arguments := (SELECT string_agg(quote_literal(c), ', ') FROM unnest(audited.key) AS c);
    EXECUTE format(
      $trigger$
        CREATE OR REPLACE TRIGGER audit AFTER %s DELETE OR UPDATE OF %s ON %I FOR EACH ROW
        WHEN (coalesce(current_setting('app.deed', true), '') <> '') EXECUTE FUNCTION audit_note(%s)
      $trigger$,
      CASE WHEN audited.has_presets THEN '' ELSE 'INSERT OR' END, audited.columns, audited.name, arguments);
    IF audited.has_presets THEN
      EXECUTE format(
        $trigger$
          CREATE OR REPLACE TRIGGER audit_insert AFTER INSERT ON %I FOR EACH ROW
          WHEN (NOT NEW.is_preset AND coalesce(current_setting('app.deed', true), '') <> '')
          EXECUTE FUNCTION audit_note(%s)
        $trigger$,
        audited.name, arguments);
    END IF;
  END LOOP;
END
$$;

-- Runs before the end of a transaction with a command. A command with several transactions is one row. The function
-- runs as the owner, because the hub itself may not write to the log.
CREATE OR REPLACE FUNCTION audit_write() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  noted integer := coalesce(nullif(current_setting('app.noted', true), ''), '0')::integer;
  notes jsonb;
  changed jsonb;
BEGIN
  IF noted = 0 THEN
    RETURN;
  END IF;
  notes := ('[' || coalesce(current_setting('app.changes', true), '') || ']')::jsonb;
  changed := CASE jsonb_array_length(notes)
    WHEN 1 THEN jsonb_build_array((notes -> 0) - '{op,key}'::text[]) ELSE audit_merged(notes) END;
  noted := noted - jsonb_array_length(notes) + jsonb_array_length(changed);
  IF noted > 0 THEN
    PERFORM audit_add(current_setting('app.deed')::jsonb, changed, noted);
  END IF;
END
$$;

-- Returns the display name of a record that a command refers to without changing it.
CREATE OR REPLACE FUNCTION audit_name(organization uuid, record uuid) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT coalesce(
    (SELECT name FROM products WHERE organization_id = organization AND id = record),
    (SELECT number FROM documents WHERE organization_id = organization AND id = record),
    (SELECT coalesce(receipt_number, number) FROM retail_sales WHERE organization_id = organization AND id = record),
    (SELECT card_number FROM loyalty_cards WHERE organization_id = organization AND id = record),
    (SELECT concat_ws(' ', last_name, first_name) FROM employees WHERE organization_id = organization AND id = record),
    (SELECT name FROM counterparties WHERE organization_id = organization AND id = record),
    (SELECT name FROM retail_points WHERE organization_id = organization AND id = record),
    (SELECT name FROM devices WHERE organization_id = organization AND id = record),
    (SELECT name FROM organizations WHERE id = record
      AND organization IN (record, '00000000-0000-0000-0000-000000000000')))
$$;

-- Names prices by their product, because prices are stored by product.
CREATE OR REPLACE FUNCTION audit_named(organization uuid, changed jsonb) RETURNS jsonb
LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(CASE
    WHEN note ->> 'table' = 'product_prices' AND note ->> 'name' IS NULL THEN note || jsonb_build_object('name', (
      SELECT name FROM products WHERE organization_id = organization AND id = (note ->> 'id')::uuid))
    ELSE note END ORDER BY position), '[]')
  FROM jsonb_array_elements(changed) WITH ORDINALITY AS n (note, position)
$$;

-- Returns the stores that a command concerns: those of the records that it changes, before and after, and of the
-- record that it refers to.
CREATE OR REPLACE FUNCTION audit_stores(organization uuid, record uuid, changed jsonb) RETURNS uuid[]
LANGUAGE sql STABLE
AS $$
  WITH states AS (
    SELECT note, state FROM jsonb_array_elements(changed) AS note
    CROSS JOIN LATERAL (VALUES (note -> 'was'), (note -> 'now')) AS states (state)
  ), points AS (
    SELECT record AS id UNION SELECT (state ->> 'retail_point_id')::uuid FROM states
  ), found AS (
    SELECT (note ->> 'id')::uuid AS store FROM states WHERE note ->> 'table' = 'stores'
    UNION SELECT (state ->> member)::uuid FROM states CROSS JOIN (VALUES ('store_id'), ('target_store_id')) AS m (member)
    UNION SELECT store::uuid FROM states CROSS JOIN LATERAL jsonb_array_elements_text(
      CASE jsonb_typeof(state -> 'store_ids') WHEN 'array' THEN state -> 'store_ids' ELSE '[]' END) AS store
    UNION SELECT unnest(ARRAY[store_id, target_store_id]) FROM documents WHERE organization_id = organization AND id = record
    UNION SELECT store_id FROM retail_sales WHERE organization_id = organization AND id = record
    UNION SELECT store_id FROM retail_points WHERE organization_id = organization AND id IN (SELECT id FROM points)
  )
  SELECT array_agg(store ORDER BY store) FROM found WHERE store IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION audit_add(deed jsonb, changed jsonb, noted integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  asked audit_log := jsonb_populate_record(NULL::audit_log, deed);
BEGIN
  changed := audit_named(asked.organization_id, changed);
  asked.changes := changed;
  asked.changed_records := noted;
  asked.unnamed_prices := nullif(current_setting('app.unnamed_prices', true), '')::integer;
  asked.record_id := coalesce(asked.record_id, (changed #>> '{0,id}')::uuid);
  SELECT note ->> 'name' INTO asked.record_name FROM jsonb_array_elements(changed) AS note
  WHERE note ->> 'id' = asked.record_id::text AND note ->> 'name' IS NOT NULL LIMIT 1;
  asked.record_name := coalesce(asked.record_name, audit_name(asked.organization_id, asked.record_id));
  asked.store_ids := audit_stores(asked.organization_id, asked.record_id, changed);
  IF asked.employee_id IS NOT NULL THEN
    SELECT concat_ws(' ', last_name, first_name) INTO asked.actor_name FROM employees
    WHERE organization_id = asked.organization_id AND id = asked.employee_id;
  ELSIF asked.account_id IS NOT NULL THEN
    -- The command of a sign-in names no employee: the account of the user leads to it.
    SELECT id, concat_ws(' ', last_name, first_name) INTO asked.employee_id, asked.actor_name FROM employees
    WHERE organization_id = asked.organization_id AND account_id = asked.account_id;
    IF NOT FOUND THEN
      SELECT email INTO asked.actor_name FROM accounts WHERE id = asked.account_id;
    END IF;
  END IF;
  PERFORM audit_insert(asked);
  IF asked.is_super_admin AND asked.organization_id <> '00000000-0000-0000-0000-000000000000' THEN
    asked.inside_id := asked.organization_id;
    SELECT name INTO asked.inside_name FROM organizations WHERE id = asked.inside_id;
    asked.organization_id := '00000000-0000-0000-0000-000000000000';
    PERFORM audit_insert(asked);
  END IF;
END
$$;

-- Returns the time and the counter of an id of version 7 (RFC 9562): 48 bits of milliseconds, 12 bits below them.
CREATE OR REPLACE FUNCTION audit_id_order(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE
AS $$
  SELECT ('x0' || substr(hex, 1, 12) || substr(hex, 14, 3))::bit(64)::bigint FROM replace(id::text, '-', '') AS hex
$$;

-- Returns an id that orders the rows of one command, which have the same moment, by insertion, even after the clock
-- was set back.
CREATE OR REPLACE FUNCTION audit_next_id(deed audit_log) RETURNS uuid
LANGUAGE sql VOLATILE
AS $$
  SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7' || substr(hex, 13) || substr(gen_random_uuid()::text, 19))::uuid
  FROM (
    SELECT greatest(floor(extract(epoch FROM clock_timestamp()) * 1000 * 4096)::bigint, max(audit_id_order(r.id)) + 1) AS place
    FROM audit_log r WHERE r.organization_id = deed.organization_id AND r.at = deed.at
  ) AS next, lpad(to_hex(place), 15, '0') AS hex
$$;

CREATE OR REPLACE FUNCTION audit_insert(entry audit_log) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO audit_log AS written SELECT entry.*
  ON CONFLICT (organization_id, id) DO UPDATE SET
    changes = written.changes || excluded.changes,
    changed_records = written.changed_records + excluded.changed_records,
    unnamed_prices = coalesce(written.unnamed_prices + excluded.unnamed_prices, written.unnamed_prices, excluded.unnamed_prices),
    store_ids = (
      SELECT array_agg(DISTINCT store) FROM unnest(written.store_ids || excluded.store_ids) AS store),
    record_id = coalesce(written.record_id, excluded.record_id),
    record_name = coalesce(written.record_name, excluded.record_name)
  WHERE written.seal IS NULL;
  -- A sealed row stays unchanged: later changes of the command are a row of their own.
  IF NOT FOUND AND entry.changed_records > 0 THEN
    entry.id := audit_next_id(entry);
    INSERT INTO audit_log SELECT entry.*;
  END IF;
END
$$;

REVOKE ALL ON FUNCTION audit_write(), audit_add(jsonb, jsonb, integer), audit_insert(audit_log), audit_next_id(audit_log), audit_id_order(uuid), audit_name(uuid, uuid),
  audit_named(uuid, jsonb), audit_stores(uuid, uuid, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_write(), audit_add(jsonb, jsonb, integer) TO counterfoil_app;

-- Returns the hash of a row of the log, as a seal covers it.
CREATE OR REPLACE FUNCTION audit_row_hash(entry audit_log) RETURNS bytea
LANGUAGE sql STABLE
AS $$
  SELECT sha256(convert_to((to_jsonb(entry) - '{seal,hash}'::text[])::text, 'UTF8'))
$$;

-- Returns the hash of a seal: its number, all of its rows in the order of their ids, and the previous seal.
CREATE OR REPLACE FUNCTION audit_seal_hash(organization uuid, seal_number bigint, before bytea) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT sha256(coalesce(before, '') || convert_to(seal_number::text, 'UTF8')
    || coalesce(string_agg(audit_row_hash(r), '' ORDER BY r.id), ''))
  FROM audit_log r WHERE r.organization_id = organization AND r.seal = seal_number
$$;

-- Seals up to 10,000 rows older than `until`. Returns their count. Sealing never waits for writers.
CREATE OR REPLACE FUNCTION audit_seal(organization uuid, until timestamptz, moment timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  latest audit_seals;
  sealed integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_seal ' || organization, 0));
  SELECT * INTO latest FROM audit_seals WHERE organization_id = organization ORDER BY number DESC LIMIT 1;
  UPDATE audit_log AS r SET seal = coalesce(latest.number, 0) + 1, hash = audit_row_hash(r)
  FROM (
    SELECT id FROM audit_log WHERE organization_id = organization AND seal IS NULL AND at < until LIMIT 10000
  ) AS due
  WHERE r.organization_id = organization AND r.id = due.id;
  GET DIAGNOSTICS sealed = ROW_COUNT;
  IF sealed > 0 THEN
    INSERT INTO audit_seals (organization_id, number, at, row_count, hash)
    VALUES (organization, coalesce(latest.number, 0) + 1, moment, sealed,
      audit_seal_hash(organization, coalesce(latest.number, 0) + 1, latest.hash));
  END IF;
  RETURN sealed;
END
$$;

-- Returns the organizations (and the nil id for the platform) with unsealed rows.
CREATE OR REPLACE FUNCTION audit_unsealed(until timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT DISTINCT organization_id FROM audit_log WHERE seal IS NULL AND at < until $$;

REVOKE ALL ON FUNCTION audit_seal_hash(uuid, bigint, bytea), audit_seal(uuid, timestamptz, timestamptz),
  audit_unsealed(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_seal_hash(uuid, bigint, bytea), audit_seal(uuid, timestamptz, timestamptz),
  audit_unsealed(timestamptz) TO counterfoil_app;
