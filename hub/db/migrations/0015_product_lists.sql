-- Most products have one: so no row of theirs is written.
ALTER TABLE "products" ADD COLUMN "has_barcode" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- Tills hold nothing of it, so the feed is not told.
ALTER TABLE products DISABLE TRIGGER feed_update;
--> statement-breakpoint
UPDATE products p SET has_barcode = false
WHERE NOT EXISTS (
  SELECT FROM product_barcodes b WHERE b.organization_id = p.organization_id AND b.product_id = p.id);
--> statement-breakpoint
ALTER TABLE products ENABLE TRIGGER feed_update;
--> statement-breakpoint
ALTER TABLE products ALTER COLUMN has_barcode SET DEFAULT false;
--> statement-breakpoint
DROP INDEX "products_name_idx";--> statement-breakpoint
DROP INDEX "products_article_idx";--> statement-breakpoint
DROP INDEX "products_cost_idx";--> statement-breakpoint
DROP INDEX "products_created_idx";--> statement-breakpoint
DROP INDEX "products_updated_idx";--> statement-breakpoint
DROP INDEX "products_min_stock_idx";--> statement-breakpoint
CREATE INDEX "products_no_barcode_idx" ON "products" USING btree ("organization_id","id") WHERE NOT has_barcode;--> statement-breakpoint
CREATE INDEX "products_name_idx" ON "products" USING btree ("organization_id","name","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_article_idx" ON "products" USING btree ("organization_id","article","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_cost_idx" ON "products" USING btree ("organization_id","cost","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("organization_id","created_at","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_updated_idx" ON "products" USING btree ("organization_id","updated_at","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_min_stock_idx" ON "products" USING btree ("organization_id","id","min_stock") WHERE min_stock IS NOT NULL;--> statement-breakpoint
-- Whether a product has a barcode, kept beside it: what has none is found without looking for the barcodes of all.
CREATE FUNCTION note_barcodes() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT organization_id, array_agg(DISTINCT product_id) AS products FROM changed GROUP BY organization_id
  LOOP
    UPDATE products p SET has_barcode = NOT has_barcode
    WHERE p.organization_id = touched.organization_id AND p.id = ANY (touched.products)
      AND p.has_barcode <> EXISTS (
        SELECT FROM product_barcodes b WHERE b.organization_id = touched.organization_id AND b.product_id = p.id
        OFFSET 0);
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER barcodes_insert AFTER INSERT ON product_barcodes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_barcodes();
--> statement-breakpoint
CREATE TRIGGER barcodes_delete AFTER DELETE ON product_barcodes REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_barcodes();
--> statement-breakpoint

-- The words that an index of all organizations looks for are those of one: before each of them goes the end of the
-- organization's id. Where two organizations have the same end, a search takes longer and still tells them apart.
DROP INDEX products_search_idx;
--> statement-breakpoint
DROP FUNCTION find_products_by_words(text, int), match_products(text, int), search_query(text),
  product_search_words(text, text, text);
--> statement-breakpoint
CREATE FUNCTION search_word_prefix(organization uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN right(organization::text, 12);
--> statement-breakpoint
-- No text search configuration is asked what a word is: till and hub are to find the same.
CREATE FUNCTION product_search_words(organization uuid, name text, code text, article text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(array_remove(string_to_array(
  replace(product_search_text(name, code, article), ' ', ' ' || search_word_prefix(organization)), ' '),
  ''), search_word_prefix(organization)));
--> statement-breakpoint
CREATE INDEX products_search_idx ON products
  USING gin (product_search_words(organization_id, name, code, article))
  WITH (fastupdate = off);
--> statement-breakpoint
-- What to ask the index for: words that begin so. Too many begin with a single letter: those are left to the patterns,
-- unless there are several and nothing else. null when nothing is left.
CREATE FUNCTION search_query(organization uuid, typed text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp
RETURN (
  WITH words AS (
    SELECT word FROM unnest((array_remove(string_to_array(search_key(typed), ' '), ''))[:8]) AS word
  )
  SELECT string_agg('''' || search_word_prefix(organization) || word || ''':*', ' & ') FROM words
  WHERE length(word) > 1 OR (SELECT count(*) > 1 AND max(length(word)) = 1 FROM words))::tsquery;
--> statement-breakpoint

-- Products that are not archived and have all of the words, in the order of their names. Of very many, some. OFFSET 0
-- keeps the planner from thinking of any index but that of the words.
CREATE FUNCTION find_products_by_words(typed text, most int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  organization uuid := current_organization();
  patterns text[] := search_patterns(typed);
  query tsquery := search_query(organization, typed);
BEGIN
  RETURN QUERY
    WITH found AS MATERIALIZED (
      SELECT p.id, p.name FROM (
        SELECT * FROM products each
        WHERE product_search_words(each.organization_id, each.name, each.code, each.article) @@ query
        OFFSET 0) AS p
      WHERE p.organization_id = organization AND NOT p.is_archived
        AND (patterns IS NULL OR product_search_text(p.name, p.code, p.article) LIKE ALL (patterns))
      LIMIT 200)
    SELECT found.id FROM found ORDER BY found.name, found.id LIMIT most;
END
$$;
--> statement-breakpoint

-- Up to so many products, archived or not (null: all), that have all of the words or a barcode that begins with the text.
CREATE FUNCTION match_products(typed text, most int) RETURNS SETOF products
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  organization uuid := current_organization();
  patterns text[] := search_patterns(typed);
  query tsquery := search_query(organization, typed);
BEGIN
  RETURN QUERY
    WITH worded AS MATERIALIZED (
      SELECT p.* FROM (
        SELECT * FROM products each
        WHERE product_search_words(each.organization_id, each.name, each.code, each.article) @@ query
        OFFSET 0) AS p
      WHERE p.organization_id = organization
        AND (patterns IS NULL OR product_search_text(p.name, p.code, p.article) LIKE ALL (patterns))
      LIMIT most)
    SELECT * FROM worded
    UNION ALL
    SELECT p.* FROM products p
    WHERE p.organization_id = organization AND p.id = ANY (ARRAY(
        SELECT b.product_id FROM product_barcodes b
        WHERE b.organization_id = organization
          AND b.value COLLATE "C" >= typed AND b.value COLLATE "C" < typed || U&'\+10FFFF'
        LIMIT most))
      AND NOT EXISTS (SELECT FROM worded WHERE worded.id = p.id)
    LIMIT most;
END
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION find_products_by_words(text, int), match_products(text, int) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_products_by_words(text, int), match_products(text, int) TO counterfoil_app;
