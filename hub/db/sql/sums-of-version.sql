-- What is summed up differs between versions of the hub (hub/day-sums/), and processes of the version before go on while the database
-- is of this one. They take no mark away and say of no period that it is summed up: tables that they do not know would keep
-- what they have. Whoever knows all of them names them (hub/day-sums/hold-sums.ts). Reports are right meanwhile: they read the
-- documents of marked days. It goes before the migrations, so that these fill new sums from old ones that nobody changes.
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
