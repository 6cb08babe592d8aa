-- The change feed: the data that tills hold and when it changed (docs/sync.md#feed).

-- A statement trigger marks changes. Its arguments: the kind, the column with the id of the record, the column with
-- the organization. It does not mark twice: an import touches a product, its prices and its barcodes.
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

-- A table has a trigger per event, because a transition table belongs to one event.
DO $$
DECLARE
  source record;
  event record;
BEGIN
  FOR source IN
    SELECT * FROM (VALUES
      ('organizations', 'settings', 'id', 'id', true),
      ('retail_points', 'settings', 'id', 'organization_id', true),
      ('retail_point_groups', 'settings', 'retail_point_id', 'organization_id', true),
      ('retail_point_cashiers', 'settings', 'retail_point_id', 'organization_id', true),
      ('price_types', 'priceType', 'id', 'organization_id', true),
      -- Tills hold the currencies of price types. A new or deleted currency has no price type.
      ('organization_currencies', 'currency', 'id', 'organization_id', false),
      ('organization_units', 'unit', 'unit_id', 'organization_id', true),
      ('product_groups', 'group', 'id', 'organization_id', true),
      ('products', 'product', 'id', 'organization_id', true),
      ('product_barcodes', 'product', 'product_id', 'organization_id', true),
      ('product_packs', 'product', 'product_id', 'organization_id', true),
      ('product_images', 'product', 'product_id', 'organization_id', true),
      ('product_prices', 'product', 'product_id', 'organization_id', true),
      ('future_prices', 'product', 'product_id', 'organization_id', true),
      ('loyalty_programs', 'program', 'id', 'organization_id', true),
      ('promotions', 'promotion', 'id', 'organization_id', true),
      ('employees', 'cashier', 'id', 'organization_id', true),
      ('employee_roles', 'role', 'id', 'organization_id', true)
    ) AS v (table_name, kind, id_column, organization_column, whole_life)
  LOOP
    FOR event IN SELECT * FROM (VALUES ('INSERT', 'NEW'), ('UPDATE', 'NEW'), ('DELETE', 'OLD')) AS v (name, rows) LOOP
      CONTINUE WHEN event.name <> 'UPDATE' AND NOT source.whole_life;
      EXECUTE format(
        'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed
         FOR EACH STATEMENT EXECUTE FUNCTION feed_mark(%L, %L, %L)',
        'feed_' || lower(event.name), event.name, source.table_name, event.rows,
        source.kind, source.id_column, source.organization_column);
    END LOOP;
  END LOOP;
END
$$;

-- Tills hold customers, and only a few columns of them. Other counterparties and columns are not marked.
CREATE OR REPLACE FUNCTION feed_mark_customers() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO feed (organization_id, kind, entity_id, seq)
    SELECT c.organization_id, 'customer', c.id, NULL::bigint
    FROM changed c JOIN former f ON f.organization_id = c.organization_id AND f.id = c.id
    WHERE (c.is_customer AND NOT c.is_archived OR f.is_customer AND NOT f.is_archived)
      AND (c.is_customer, c.is_archived, c.is_system, c.name, c.phone, c.phone_number, c.email, c.tags)
        IS DISTINCT FROM
          (f.is_customer, f.is_archived, f.is_system, f.name, f.phone, f.phone_number, f.email, f.tags)
    ORDER BY c.id
    ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  ELSE
    INSERT INTO feed (organization_id, kind, entity_id, seq)
    SELECT organization_id, 'customer', id, NULL::bigint FROM changed WHERE is_customer AND NOT is_archived
    ORDER BY id
    ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER feed_insert AFTER INSERT ON counterparties REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_customers();
CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON counterparties REFERENCING NEW TABLE AS changed OLD TABLE AS former
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_customers();
CREATE OR REPLACE TRIGGER feed_delete AFTER DELETE ON counterparties REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_customers();

-- Marks the settings of all retail points of an organization, when a row changes that is a part of them.
CREATE OR REPLACE FUNCTION feed_mark_settings() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO feed (organization_id, kind, entity_id, seq)
  VALUES (NEW.organization_id, 'settings', NEW.organization_id, NULL)
  ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON organization_settings
FOR EACH ROW WHEN ((NEW.weight_barcode_prefixes, NEW.enforce_min_price, NEW.return_period_days, NEW.discount_strategy,
    NEW.till_reasons, NEW.only_listed_reasons)
  IS DISTINCT FROM (OLD.weight_barcode_prefixes, OLD.enforce_min_price, OLD.return_period_days, OLD.discount_strategy,
    OLD.till_reasons, OLD.only_listed_reasons)) EXECUTE FUNCTION feed_mark_settings();

-- The settings of retail points state whether they make fiscal receipts. Each update of the fiscal settings increases
-- the version.
CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON fiscal_settings
FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION feed_mark_settings();

-- Assigns the next number of the organization to all changes of the transaction. This is the last statement before
-- COMMIT: the lock on the counter is held until the commit, and a transaction becomes visible before it releases its
-- locks. So nobody gets number n + 1 before n is visible. Some changes concern a single kind that few tills hold (the
-- stock or the receipts of a store, customers, changes of cards and vouchers by sales). They are announced with their
-- kind and wake only those tills (hub/db/feed-signal.ts). Receipts, cards and vouchers store the number themselves.
CREATE OR REPLACE FUNCTION feed_bump() RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off
AS $$
DECLARE
  organization uuid := current_organization();
  next_seq bigint;
  first_kind text;
  last_kind text;
  has_receipts boolean;
  has_cards boolean;
  has_vouchers boolean;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM feed WHERE organization_id = organization AND seq IS NULL) THEN
    RETURN;
  END IF;
  INSERT INTO feed_counters AS counter (organization_id, seq) VALUES (organization, 1)
    ON CONFLICT (organization_id) DO UPDATE SET seq = counter.seq + 1
    RETURNING seq INTO next_seq;
  WITH numbered AS (
    UPDATE feed SET seq = next_seq WHERE organization_id = organization AND seq IS NULL RETURNING kind
  )
  SELECT min(kind), max(kind), bool_or(kind LIKE 'receipt:%'), bool_or(kind LIKE 'card%'), bool_or(kind LIKE 'voucher%')
    INTO first_kind, last_kind, has_receipts, has_cards, has_vouchers FROM numbered;
  IF has_receipts THEN
    UPDATE till_receipts SET seq = next_seq WHERE organization_id = organization AND seq IS NULL;
  END IF;
  IF has_cards THEN
    UPDATE till_cards SET seq = next_seq WHERE organization_id = organization AND seq IS NULL;
  END IF;
  IF has_vouchers THEN
    UPDATE till_vouchers SET seq = next_seq WHERE organization_id = organization AND seq IS NULL;
  END IF;
  INSERT INTO feed_commits (organization_id, seq, fingerprint) VALUES (organization, next_seq, gen_random_uuid());
  PERFORM pg_notify('feed', concat_ws(' ', organization,
    CASE WHEN first_kind = last_kind AND (first_kind LIKE '%:%' OR first_kind = 'customer') THEN first_kind END));
END
$$;

-- Makes a transaction fail at commit when it has changed data of tills and was not numbered. The row is found by its
-- primary key alone: with "seq IS NULL" in the query, a plan may use the index of pending rows and read all of them
-- for each row.
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

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'feed'::regclass AND tgname = 'feed_must_be_bumped') THEN
    CREATE CONSTRAINT TRIGGER feed_must_be_bumped AFTER INSERT OR UPDATE ON feed
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.seq IS NULL) EXECUTE FUNCTION feed_must_be_bumped();
  END IF;
END
$$;
