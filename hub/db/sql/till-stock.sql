-- Stock for tills (hub/features/pos/stock/publish-stock.ts).

-- Starts publishing the stock of a store when tills of a retail point need it.
CREATE OR REPLACE FUNCTION till_stock_take_up() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO till_stock_stores (organization_id, store_id) VALUES (NEW.organization_id, NEW.store_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER till_stock_take_up AFTER INSERT OR UPDATE ON retail_points
FOR EACH ROW WHEN (NEW.control_stock OR NEW.only_in_stock) EXECUTE FUNCTION till_stock_take_up();

-- Notes balances that have changed since they were published. A balance begins at 0, at the hub and at tills, so only
-- updates count.
CREATE OR REPLACE FUNCTION till_stock_note() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO till_stock_changes (organization_id, store_id, product_id)
  SELECT c.organization_id, c.store_id, c.product_id FROM changed c
  JOIN till_stock_stores s ON s.organization_id = c.organization_id AND s.store_id = c.store_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER till_stock_note AFTER UPDATE ON stock_balances REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION till_stock_note();

-- A till relies on its stock only when all of it was published. Its settings contain this state, and change with it.
CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON till_stock_stores
FOR EACH ROW WHEN (NEW.state = 'Told') EXECUTE FUNCTION feed_mark_settings();

-- In the feed each store has its own kind, because a till holds only the stock of its own store.
CREATE OR REPLACE FUNCTION feed_mark_stock() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO feed (organization_id, kind, entity_id, seq)
  SELECT DISTINCT organization_id, 'stock:' || store_id, product_id, NULL::bigint FROM changed ORDER BY 2, 3
  ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER feed_insert AFTER INSERT ON till_stock REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_stock();
CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON till_stock REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_stock();
CREATE OR REPLACE TRIGGER feed_delete AFTER DELETE ON till_stock REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_stock();
