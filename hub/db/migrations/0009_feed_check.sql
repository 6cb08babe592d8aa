-- What is marked already is not marked again: an import touches a product, its prices and its barcodes, a statement each.
CREATE OR REPLACE FUNCTION feed_mark() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO feed (organization_id, kind, entity_id, seq)
     SELECT DISTINCT %1$I, %2$L, %3$I, NULL::bigint FROM changed ORDER BY 3
     ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL',
    TG_ARGV[2], TG_ARGV[0], TG_ARGV[1]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- By the primary key alone. With "seq IS NULL" in the query, a plan may go by the index of what is pending instead, and
-- read all that the transaction has marked for each row of it.
CREATE OR REPLACE FUNCTION feed_must_be_bumped() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off
AS $$
DECLARE
  is_pending boolean;
BEGIN
  SELECT seq IS NULL INTO is_pending FROM feed
  WHERE organization_id = NEW.organization_id AND kind = NEW.kind AND entity_id = NEW.entity_id;
  IF is_pending THEN
    RAISE EXCEPTION 'replicated rows changed without feed_bump() as the last statement';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint

-- The currency of a price type is shown at tills.
DO $$
DECLARE
  source record;
BEGIN
  FOR source IN SELECT * FROM (VALUES ('price_types'), ('organization_currencies')) AS v (table_name) LOOP
    EXECUTE format(
      'CREATE TRIGGER feed_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION feed_mark(%L, %L, %L)',
      source.table_name, 'settings', 'organization_id', 'organization_id');
  END LOOP;
END
$$;
