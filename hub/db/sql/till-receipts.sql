-- Receipts for the tills of a store (hub/features/pos/receipts/publish-receipts.ts).

-- Returns the number of days of receipts that tills hold, from the number of days in which goods may be returned: one
-- more, because clocks differ. A till keeps its own receipts for 90 days.
CREATE OR REPLACE FUNCTION till_receipt_days(return_period_days integer) RETURNS integer
LANGUAGE sql IMMUTABLE
AS $$ SELECT least(coalesce(return_period_days, 90), 90) + 1 $$;

-- Notes sales to publish. Sales of the back office have no receipt that a customer could bring to a till.
CREATE OR REPLACE FUNCTION till_receipt_note() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO till_receipt_changes (organization_id, store_id, sale_id)
  SELECT organization_id, store_id, id FROM changed
  WHERE receipt_number IS NOT NULL OR original_sale_id IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER till_receipt_note_insert AFTER INSERT ON retail_sales REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION till_receipt_note();
CREATE OR REPLACE TRIGGER till_receipt_note_update AFTER UPDATE ON retail_sales REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION till_receipt_note();
CREATE OR REPLACE TRIGGER till_receipt_note_delete AFTER DELETE ON retail_sales REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION till_receipt_note();

-- Tills distinguish three states of a fiscal receipt. The queued state is noted with its sale, which is posted at
-- that moment.
CREATE OR REPLACE FUNCTION till_fiscal_state(state text) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$ SELECT CASE WHEN state IN ('Done', 'Failed') THEN state ELSE 'Waiting' END $$;

CREATE OR REPLACE FUNCTION till_receipt_note_fiscal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO till_receipt_changes (organization_id, store_id, sale_id)
  SELECT organization_id, store_id, id FROM retail_sales
  WHERE organization_id = NEW.organization_id AND id = NEW.sale_id AND receipt_number IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER till_receipt_note_update AFTER UPDATE ON fiscal_receipts
FOR EACH ROW WHEN (till_fiscal_state(NEW.state) <> till_fiscal_state(OLD.state)) EXECUTE FUNCTION till_receipt_note_fiscal();

-- A retail point moves to another store: its tills still hold their own sales, and the tills of its former store no
-- longer do.
CREATE OR REPLACE FUNCTION till_receipt_note_point() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO till_receipt_changes (organization_id, store_id, retail_point_id)
  VALUES (NEW.organization_id, OLD.store_id, NEW.id), (NEW.organization_id, NEW.store_id, NEW.id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER till_receipt_note_point AFTER UPDATE ON retail_points
FOR EACH ROW WHEN (NEW.store_id <> OLD.store_id) EXECUTE FUNCTION till_receipt_note_point();

-- The feed has one row for all receipts of a store; feed_bump() numbers the receipts with it.
CREATE OR REPLACE FUNCTION feed_mark_receipts() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO feed (organization_id, kind, entity_id, seq)
  SELECT DISTINCT organization_id, 'receipt:' || store_id, store_id, NULL::bigint FROM changed WHERE seq IS NULL
  ORDER BY 2
  ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER feed_insert AFTER INSERT ON till_receipts REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_receipts();
CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON till_receipts REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_receipts();
