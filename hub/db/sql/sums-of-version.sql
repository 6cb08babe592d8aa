-- Versions of the hub maintain different roll-ups (hub/day-sums/), and processes of the previous version continue
-- while the database has this version. They may remove no mark and may not set a period to rolled up, because tables
-- that they do not know would keep outdated rows. Only a process that names all roll-up tables may do so
-- (hub/day-sums/lock-day-sums.ts). Reports stay correct meanwhile, because they read the documents of marked days. This
-- runs before the migrations, so that these fill new roll-ups from old ones that nobody changes.
DO $$
DECLARE
  guarded record;
BEGIN
  FOR guarded IN
    SELECT * FROM (VALUES ('dirty_days', 'DELETE'), ('stale_groups', 'DELETE'), ('product_periods', 'UPDATE')) AS rule (name, deed)
    WHERE to_regclass(name) IS NOT NULL
  LOOP
    EXECUTE format('DROP POLICY IF EXISTS of_version ON %I', guarded.name);
    EXECUTE format(
      $policy$
        CREATE POLICY of_version ON %I AS RESTRICTIVE FOR %s TO counterfoil_app USING (current_setting('app.sums', true) =
          'product_days group_days store_days receipt_days customer_days payment_days stock_days by month quarter year')
      $policy$,
      guarded.name, guarded.deed);
  END LOOP;
END
$$;
