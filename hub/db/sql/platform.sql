-- Queries of the hub over all organizations. They run as the owner, because row-level security blocks the role of the
-- hub.

-- Returns up to 20 organizations and up to 20 products that use a global unit of measure. Called before a SuperAdmin
-- deletes it.
CREATE OR REPLACE FUNCTION platform_unit_usage(unit uuid) RETURNS TABLE (kind text, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  (SELECT 'organization', o.name FROM organization_units u JOIN organizations o ON o.id = u.organization_id
   WHERE u.unit_id = unit ORDER BY o.name LIMIT 20)
  UNION ALL
  (SELECT 'product', p.name FROM products p WHERE p.unit_of_measure_id = unit ORDER BY p.name LIMIT 20)
$$;

-- Sends a renamed unit of measure to the tills of every organization that has it.
CREATE OR REPLACE FUNCTION platform_unit_changed(unit uuid) RETURNS void
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

-- Returns all organizations with their owners.
CREATE OR REPLACE FUNCTION platform_organizations() RETURNS TABLE (
  id uuid, version integer, created_at timestamptz, updated_at timestamptz, name text, tax_id text, country text,
  time_zone text, currency_id uuid, owner_employee_id uuid, owner_name text, owner_email text, is_archived boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, o.version, o.created_at, o.updated_at, o.name, o.tax_id, o.country, o.time_zone, o.currency_id,
    o.owner_employee_id, nullif(concat_ws(' ', e.last_name, e.first_name), ''), coalesce(a.email, e.email), o.is_archived
  FROM organizations o
  LEFT JOIN employees e ON e.organization_id = o.id AND e.id = o.owner_employee_id
  LEFT JOIN accounts a ON a.id = e.account_id
$$;

-- Returns the numbers of employees, retail points and devices of organizations.
CREATE OR REPLACE FUNCTION platform_organization_sizes(ids uuid[]) RETURNS TABLE (
  id uuid, employees integer, retail_points integer, devices integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT each,
    (SELECT count(*)::int FROM employees WHERE organization_id = each AND NOT is_archived),
    (SELECT count(*)::int FROM retail_points WHERE organization_id = each),
    (SELECT count(*)::int FROM devices WHERE organization_id = each AND revoked_at IS NULL)
  FROM unnest(ids) AS each
$$;

-- Deletes some rows of each table of an archived organization, and the organization itself when no rows remain.
-- Returns the number of rows; 0 means that it is gone. A table that others still reference follows in one of the next
-- calls.
CREATE OR REPLACE FUNCTION platform_delete_organization(organization uuid, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  last CONSTANT text[] := '{feed,feed_commits,feed_counters,audit_log,audit_seals,counters,till_stock_changes,till_receipt_changes}';
  tenant record;
  deleted integer;
  total integer := 0;
BEGIN
  PERFORM FROM organizations WHERE id = organization AND is_archived FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  PERFORM set_config('app.organization_id', organization::text, true);
  -- Accounts of users who also work elsewhere stay.
  UPDATE accounts a SET organization_id = e.organization_id
  FROM employees e
  WHERE a.organization_id = organization AND e.account_id = a.id AND e.organization_id <> organization;
  FOR tenant IN
    SELECT t.relname AS name FROM pg_class t
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND t.relname <> 'organizations' AND EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'organization_id' AND NOT a.attisdropped)
    ORDER BY t.relname = ANY(last), t.relname
  LOOP
    CONTINUE WHEN total > 0 AND tenant.name = ANY(last);
    BEGIN
      EXECUTE format(
        'DELETE FROM %1$I WHERE ctid = ANY(ARRAY(SELECT ctid FROM %1$I WHERE organization_id = $1 LIMIT $2))', tenant.name)
        USING organization, most;
      GET DIAGNOSTICS deleted = ROW_COUNT;
      total := total + deleted;
    EXCEPTION WHEN foreign_key_violation THEN
      -- Rows of the same table reference these rows, or rows of a table that follows later.
      BEGIN
        EXECUTE format('DELETE FROM %I WHERE organization_id = $1', tenant.name) USING organization;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        total := total + deleted;
      EXCEPTION WHEN foreign_key_violation THEN
        NULL;
      END;
    END;
  END LOOP;
  IF total > 0 THEN
    PERFORM feed_bump();
    RETURN total;
  END IF;
  DELETE FROM organizations WHERE id = organization;
  DELETE FROM feed WHERE organization_id = organization;
  RETURN 1;
END
$$;

-- Returns the organizations with unposted uploads in custody.
CREATE OR REPLACE FUNCTION platform_organizations_with_unposted_uploads() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT DISTINCT organization_id FROM uploads WHERE status IN ('received', 'held') $$;

-- Returns the organizations whose feed has commits before the moment, for pruning
-- (hub/features/pos/download/prune-feed.ts).
CREATE OR REPLACE FUNCTION platform_organizations_with_commits_before(moment timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT DISTINCT c.organization_id FROM feed_commits c
  JOIN feed_counters f ON f.organization_id = c.organization_id AND c.seq < f.seq
  WHERE c.committed_at < moment
$$;

-- Devices in service, for the metrics (hub/http/metrics).
CREATE OR REPLACE FUNCTION platform_devices() RETURNS TABLE (
  organization_id uuid, id uuid, name text, retail_point_name text, enrolled_at timestamptz, revoked_at timestamptz,
  cloned_at timestamptz, last_contact_at timestamptz, report jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT d.organization_id, d.id, d.name, p.name, d.enrolled_at, d.revoked_at, d.cloned_at, d.last_contact_at, d.report
  FROM devices d
  JOIN retail_points p ON p.organization_id = d.organization_id AND p.id = d.retail_point_id
  JOIN organizations o ON o.id = d.organization_id AND NOT o.is_archived
  WHERE d.revoked_at IS NULL
$$;

-- Returns devices with a shift that was opened since the moment and is open, per organization with the index of
-- opening times.
CREATE OR REPLACE FUNCTION platform_open_shifts(moment timestamptz) RETURNS TABLE (organization_id uuid, device_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, s.device_id
  FROM organizations o CROSS JOIN LATERAL (
    SELECT t.device_id FROM till_shifts t
    WHERE t.organization_id = o.id AND t.opened_at > moment AND t.closed_at IS NULL
  ) AS s
  WHERE NOT o.is_archived
$$;

-- Counts of open work items and of unposted uploads, for the metrics.
CREATE OR REPLACE FUNCTION platform_backlog() RETURNS TABLE (organization_id uuid, list text, kind text, items bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  (SELECT organization_id, 'work_items', kind, count(*) FROM work_items WHERE settled_at IS NULL GROUP BY 1, 3)
  UNION ALL
  (SELECT organization_id, 'uploads', status, count(*) FROM uploads WHERE status IN ('received', 'held') GROUP BY 1, 3)
$$;

-- Returns the organizations where a user can work, for sign-in.
CREATE OR REPLACE FUNCTION platform_organizations_of(account uuid) RETURNS TABLE (organization_id uuid, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, o.name FROM employees e JOIN organizations o ON o.id = e.organization_id
  WHERE e.account_id = account AND NOT e.is_archived AND e.is_account_active AND NOT o.is_archived
$$;

-- Returns true when an employee of any organization has the account, or it belongs to a SuperAdmin.
CREATE OR REPLACE FUNCTION platform_is_account_used(account uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM employees WHERE account_id = account)
    OR EXISTS (SELECT FROM accounts WHERE id = account AND is_super_admin)
$$;

-- Returns the time of the last check of the books of each organization (null: never), and the number of findings.
CREATE OR REPLACE FUNCTION platform_books_checks() RETURNS TABLE (
  organization_id uuid, time_zone text, checked_at timestamptz, findings_total int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, o.time_zone, c.checked_at, c.findings_total
  FROM organizations o
  LEFT JOIN books_checks c ON c.organization_id = o.id
  WHERE NOT o.is_archived
$$;

-- Counts of the whole platform. A till counts as online when it is not silent (hub/features/fleet/devices/alerts.ts).
-- Sales are counted for one day per organization, with the index of their dates.
CREATE OR REPLACE FUNCTION platform_dashboard(moment timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
AS $$
  WITH in_service AS (
    SELECT last_contact_at, report FROM platform_devices()
  ), sold AS (
    SELECT date_trunc('hour', s.date) AS hour, count(*) AS sales
    FROM organizations o CROSS JOIN LATERAL (
      SELECT date FROM retail_sales
      WHERE organization_id = o.id AND status = 'Posted' AND NOT is_return
        AND date >= date_trunc('hour', moment) - interval '23 hours' AND date <= moment
    ) AS s GROUP BY 1
  )
  SELECT jsonb_build_object(
    'organizations', jsonb_build_object(
      'total', (SELECT count(*) FROM organizations WHERE NOT is_archived),
      'archived', (SELECT count(*) FROM organizations WHERE is_archived),
      'byWeek', (
        SELECT jsonb_agg(jsonb_build_object('week', week::date, 'founded', (
          SELECT count(*) FROM organizations WHERE created_at >= week AND created_at < week + interval '7 days')) ORDER BY week)
        FROM generate_series(date_trunc('week', moment) - interval '77 days', moment, interval '7 days') AS week)),
    'tills', jsonb_build_object(
      'total', (SELECT count(*) FROM in_service),
      'online', (SELECT count(*) FROM in_service WHERE last_contact_at > moment - interval '150 seconds'),
      'oldestUnsentAt', (
        SELECT to_char(min((report ->> 'oldestWaitingAt')::timestamptz), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM in_service
        WHERE (report ->> 'waiting')::integer > 0)),
    'salesByHour', (
      SELECT jsonb_agg(jsonb_build_object('hour', to_char(hours.hour, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'sales', coalesce(sold.sales, 0)) ORDER BY hours.hour)
      FROM generate_series(date_trunc('hour', moment) - interval '23 hours', moment, interval '1 hour') AS hours (hour)
      LEFT JOIN sold USING (hour)),
    'failedJobs', (SELECT count(*) FROM background_jobs WHERE status = 'Failed' AND finished_at > moment - interval '1 day'))
$$;

-- Cash boxes with due fiscal receipts.
CREATE OR REPLACE FUNCTION platform_due_cash_boxes() RETURNS TABLE (organization_id uuid, cash_box_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT organization_id, cash_box_id FROM fiscal_receipts
  WHERE state NOT IN ('Done', 'Failed') AND cash_box_id IS NOT NULL AND due_at <= now()
  UNION
  SELECT organization_id, cash_box_id FROM fiscal_cash_operations
  WHERE state NOT IN ('Done', 'Failed') AND due_at <= now()
$$;

-- Products whose costs wait for a recalculation.
CREATE OR REPLACE FUNCTION platform_cost_recalculations() RETURNS TABLE (organization_id uuid, product_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT organization_id, product_id FROM cost_recalculations ORDER BY from_moment
$$;

-- Organizations with days to roll up (hub/day-sums): past days, and all days that many transactions have marked.
CREATE OR REPLACE FUNCTION platform_dirty_days(most_marks integer) RETURNS TABLE (organization_id uuid, day date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT d.organization_id, d.day FROM dirty_days d JOIN organizations o ON o.id = d.organization_id
  GROUP BY d.organization_id, d.day, o.time_zone
  HAVING d.day < (now() AT TIME ZONE o.time_zone)::date OR count(*) > most_marks
  ORDER BY d.organization_id, d.day
$$;

-- Groups of products whose documents must be counted again (hub/day-sums/count-group.ts).
CREATE OR REPLACE FUNCTION platform_stale_groups() RETURNS TABLE (organization_id uuid, product_group_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT DISTINCT organization_id, product_group_id FROM stale_groups ORDER BY organization_id, product_group_id
$$;

-- Months, quarters and years to roll up (hub/day-sums/periods.ts): past periods without a marked day, months first.
CREATE OR REPLACE FUNCTION platform_unsummed_periods() RETURNS TABLE (organization_id uuid, unit text, first_day date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT p.organization_id, p.unit, p.first_day FROM product_periods p JOIN organizations o ON o.id = p.organization_id
  WHERE NOT p.is_summed AND p.last_day < (now() AT TIME ZONE o.time_zone)::date AND NOT EXISTS (
    SELECT FROM dirty_days d WHERE d.organization_id = p.organization_id AND d.day BETWEEN p.first_day AND p.last_day)
  ORDER BY p.organization_id, p.unit, p.first_day
$$;

-- Jobs of users that are queued or running in our table (hub/jobs/tracked-jobs.ts), although pg-boss has given them
-- up.
CREATE OR REPLACE FUNCTION platform_stranded_jobs() RETURNS TABLE (organization_id uuid, id uuid, run_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN QUERY
  SELECT ours.organization_id, ours.id, ours.run_id FROM background_jobs ours
  WHERE ours.status IN ('Queued', 'Running') AND NOT EXISTS (
    SELECT FROM jobs.job run
    WHERE run.name = ours.type AND run.id = ours.run_id AND run.state IN ('created', 'retry', 'active'));
END
$$;

-- Organizations with due future prices.
CREATE OR REPLACE FUNCTION platform_organizations_with_due_prices() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT id FROM organizations o
  WHERE EXISTS (SELECT FROM future_prices f WHERE f.organization_id = o.id AND f.starts_at <= now())
$$;

-- Stores with stock to publish to tills.
CREATE OR REPLACE FUNCTION platform_till_stock_to_publish() RETURNS TABLE (organization_id uuid, store_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT s.organization_id, s.store_id FROM till_stock_stores s
  WHERE s.state <> 'Told' OR EXISTS (
    SELECT FROM till_stock_changes c WHERE c.organization_id = s.organization_id AND c.store_id = s.store_id)
$$;

-- Stores with receipts to publish to tills, or whose last check for old receipts was before a moment.
CREATE OR REPLACE FUNCTION platform_till_receipts_to_publish(expired_before timestamptz) RETURNS TABLE (organization_id uuid, store_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT s.organization_id, s.id FROM stores s
  JOIN organization_settings o ON o.organization_id = s.organization_id
  LEFT JOIN till_receipt_stores t ON t.organization_id = s.organization_id AND t.store_id = s.id
  WHERE t.expired_at < expired_before OR t.days <> till_receipt_days(o.return_period_days) OR EXISTS (
    SELECT FROM till_receipt_changes c WHERE c.organization_id = s.organization_id AND c.store_id = s.id)
  ORDER BY s.organization_id, s.id
$$;

-- Organizations with loyalty cards to publish to tills, because they were changed or by time alone.
CREATE OR REPLACE FUNCTION platform_till_cards_to_publish(moment timestamptz) RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id FROM organizations o
  WHERE EXISTS (SELECT FROM till_card_changes c WHERE c.organization_id = o.id)
    OR EXISTS (SELECT FROM till_cards t WHERE t.organization_id = o.id AND t.due_at <= moment)
$$;

-- Organizations with gift vouchers to publish to tills, because they were changed or by time alone.
CREATE OR REPLACE FUNCTION platform_till_vouchers_to_publish(moment timestamptz) RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id FROM organizations o
  WHERE EXISTS (SELECT FROM till_voucher_changes c WHERE c.organization_id = o.id)
    OR EXISTS (SELECT FROM till_vouchers t WHERE t.organization_id = o.id AND t.due_at <= moment)
$$;

-- Returns true when a transaction of this database with this number or a lower one is still open. Transactions of
-- other databases are in every snapshot too, but change nothing here.
CREATE OR REPLACE FUNCTION platform_is_under_way_up_to(number bigint) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pg_current_xact_id()::text::bigint - age(backend_xid) <= number)
$$;

-- Organizations with a morning digest of the previous day, by chat or by mail.
CREATE OR REPLACE FUNCTION platform_digest_organizations() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id FROM organizations o
  WHERE NOT o.is_archived AND o.id IN (
    SELECT organization_id FROM messenger_bindings WHERE digest AND chat_id IS NOT NULL
    UNION ALL SELECT organization_id FROM digest_readers)
  ORDER BY 1
$$;

-- Organizations whose chat receives notices; of only one chat when it is given.
CREATE OR REPLACE FUNCTION platform_messenger_organizations(chat bigint) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT b.organization_id FROM messenger_bindings b JOIN organizations o ON o.id = b.organization_id
  WHERE b.chat_id IS NOT NULL AND (chat IS NULL OR b.chat_id = chat) AND (chat IS NOT NULL OR NOT o.is_archived)
  ORDER BY 1
$$;

-- Updates the planner statistics of tables after very many rows were inserted at once.
CREATE OR REPLACE FUNCTION platform_gather_statistics(tables text[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY tables LOOP
    EXECUTE format('ANALYZE %I', name);
  END LOOP;
END
$$;

DO $$
DECLARE
  function regprocedure;
BEGIN
  FOR function IN
    SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'platform\_%'
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO counterfoil_app', function);
  END LOOP;
END
$$;
