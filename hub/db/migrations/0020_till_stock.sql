CREATE TABLE "till_stock" (
	"organization_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	CONSTRAINT "till_stock_organization_id_store_id_product_id_pk" PRIMARY KEY("organization_id","store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "till_stock_changes" (
	"organization_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "till_stock_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	CONSTRAINT "till_stock_changes_organization_id_store_id_id_pk" PRIMARY KEY("organization_id","store_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_stock_stores" (
	"organization_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"state" text DEFAULT 'New' NOT NULL,
	"noticed_by" bigint,
	CONSTRAINT "till_stock_stores_organization_id_store_id_pk" PRIMARY KEY("organization_id","store_id")
);
--> statement-breakpoint
ALTER TABLE "till_stock" ADD CONSTRAINT "till_stock_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_stock" ADD CONSTRAINT "till_stock_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_stock_stores" ADD CONSTRAINT "till_stock_stores_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['till_stock', 'till_stock_changes', 'till_stock_stores'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = current_organization())'
      ' WITH CHECK (organization_id = current_organization())', tenant_table);
  END LOOP;
END
$$;
--> statement-breakpoint

-- A retail point whose till is to know of stock: its store is taken up.
CREATE FUNCTION till_stock_take_up() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO till_stock_stores (organization_id, store_id) VALUES (NEW.organization_id, NEW.store_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER till_stock_take_up AFTER INSERT OR UPDATE ON retail_points
FOR EACH ROW WHEN (NEW.control_stock OR NEW.only_in_stock) EXECUTE FUNCTION till_stock_take_up();
--> statement-breakpoint
INSERT INTO till_stock_stores (organization_id, store_id)
SELECT DISTINCT organization_id, store_id FROM retail_points WHERE control_stock OR only_in_stock;
--> statement-breakpoint

-- A balance that is no more what tills were told. It begins at 0, which is what tills hold of a product not told of.
CREATE FUNCTION till_stock_note() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO till_stock_changes (organization_id, store_id, product_id)
  SELECT c.organization_id, c.store_id, c.product_id FROM changed c
  JOIN till_stock_stores s ON s.organization_id = c.organization_id AND s.store_id = c.store_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER till_stock_note AFTER UPDATE ON stock_balances REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION till_stock_note();
--> statement-breakpoint

-- Whose tills are to be told of stock, wherever that is.
CREATE FUNCTION platform_till_stock_to_publish() RETURNS TABLE (organization_id uuid, store_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT s.organization_id, s.store_id FROM till_stock_stores s
  WHERE s.state <> 'Told' OR EXISTS (
    SELECT FROM till_stock_changes c WHERE c.organization_id = s.organization_id AND c.store_id = s.store_id)
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION platform_till_stock_to_publish() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION platform_till_stock_to_publish() TO counterfoil_app;
--> statement-breakpoint

-- Whether any transaction of this database is under way whose number is no higher. Those of other databases are in every
-- snapshot, too, but change nothing here.
CREATE FUNCTION platform_is_under_way_up_to(number bigint) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pg_current_xact_id()::text::bigint - age(backend_xid) <= number)
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION platform_is_under_way_up_to(bigint) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION platform_is_under_way_up_to(bigint) TO counterfoil_app;
--> statement-breakpoint

-- A till relies on what it knows of stock only when that is all there is: its settings say so.
CREATE FUNCTION feed_mark_told() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO feed (organization_id, kind, entity_id, seq)
  VALUES (NEW.organization_id, 'settings', NEW.organization_id, NULL)
  ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER feed_update AFTER UPDATE ON till_stock_stores
FOR EACH ROW WHEN (NEW.state = 'Told') EXECUTE FUNCTION feed_mark_told();
--> statement-breakpoint

-- In the feed each store has a kind of its own: its tills hold no other's stock.
CREATE FUNCTION feed_mark_stock() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO feed (organization_id, kind, entity_id, seq)
  SELECT DISTINCT organization_id, 'stock:' || store_id, product_id, NULL::bigint FROM changed ORDER BY 2, 3
  ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER feed_insert AFTER INSERT ON till_stock REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_stock();
--> statement-breakpoint
CREATE TRIGGER feed_update AFTER UPDATE ON till_stock REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_stock();
--> statement-breakpoint
CREATE TRIGGER feed_delete AFTER DELETE ON till_stock REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_stock();
--> statement-breakpoint

-- As in 0001_tenancy.sql; a change of nothing but one store's stock is announced with the store, so that it wakes none but
-- the tills that hold it (hub/features/pos/feed-signal.ts).
CREATE OR REPLACE FUNCTION feed_bump() RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off
AS $$
DECLARE
  organization uuid := current_organization();
  next_seq bigint;
  first_kind text;
  last_kind text;
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
  SELECT min(kind), max(kind) INTO first_kind, last_kind FROM numbered;
  INSERT INTO feed_commits (organization_id, seq, fingerprint) VALUES (organization, next_seq, gen_random_uuid());
  PERFORM pg_notify('feed', concat_ws(' ', organization,
    CASE WHEN first_kind = last_kind AND first_kind LIKE 'stock:%' THEN substr(first_kind, 7) END));
END
$$;
