CREATE TABLE "product_words" (
	"organization_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"word" text NOT NULL,
	CONSTRAINT "product_words_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
DROP INDEX "product_prices_price_type_idx";--> statement-breakpoint
DROP INDEX "products_article_idx";--> statement-breakpoint
ALTER TABLE "product_words" ADD CONSTRAINT "product_words_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_words_word_idx" ON "product_words" USING btree ("organization_id","word");--> statement-breakpoint
CREATE INDEX "product_prices_value_idx" ON "product_prices" USING btree ("organization_id","price_type_id","value","product_id");--> statement-breakpoint
CREATE INDEX "products_article_idx" ON "products" USING btree ("organization_id","article","id");--> statement-breakpoint
CREATE INDEX "products_cost_idx" ON "products" USING btree ("organization_id","cost","id");--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "products_updated_idx" ON "products" USING btree ("organization_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "products_archived_idx" ON "products" USING btree ("organization_id","id") WHERE is_archived;--> statement-breakpoint
CREATE INDEX "products_weighed_idx" ON "products" USING btree ("organization_id","id") WHERE is_weighed;--> statement-breakpoint
CREATE INDEX "products_kind_idx" ON "products" USING btree ("organization_id","kind","id") WHERE kind <> 'Good';--> statement-breakpoint
CREATE INDEX "products_tracked_idx" ON "products" USING btree ("organization_id","tracking_type","id") WHERE tracking_type <> 'NotTracked';--> statement-breakpoint
CREATE INDEX "products_min_stock_idx" ON "products" USING btree ("organization_id","id") WHERE min_stock IS NOT NULL;--> statement-breakpoint
ALTER TABLE product_words ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON product_words USING (organization_id = current_organization())
  WITH CHECK (organization_id = current_organization());
--> statement-breakpoint

-- Both are trusted: the owner of a database may install them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint

-- Text as it is compared in searches: small letters, ё as е, spaces for whatever stands between words.
CREATE FUNCTION search_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(translate(lower(value), E'ё.,;:!?/\\|()[]{}"\'«»„“”‘’`´+*=<>%#№@&_~^$€₽₸-–—\t\n\r\u00a0\u202f', rpad('е', 52)));
--> statement-breakpoint
-- What words are looked for in: a space goes before each of them, so that a pattern can name how a word begins.
CREATE FUNCTION product_search_text(name text, code text, article text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ' ' || search_key(name || ' ' || code || ' ' || coalesce(article, ''));
--> statement-breakpoint
-- The words themselves. No text search configuration is asked what a word is: till and hub are to find the same.
CREATE FUNCTION product_search_words(name text, code text, article text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(string_to_array(product_search_text(name, code, article), ' '), ''));
--> statement-breakpoint
-- A word with a Latin letter or a digit for each Cyrillic letter: in a database whose LC_CTYPE is C, as in the one the
-- hub runs itself, trigrams are made of nothing else.
CREATE FUNCTION search_fold(word text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(word, 'абвгдежзийклмнопрстуфхцчшщъыьэюяәғқңөұүһіў', 'abvgdejziyklmnoprstufxcqwh0123456789ouuhiu');
--> statement-breakpoint
CREATE INDEX products_name_key_idx ON products (organization_id, search_key(name) COLLATE "C", id);
--> statement-breakpoint
CREATE INDEX products_code_key_idx ON products (organization_id, search_key(code) COLLATE "C");
--> statement-breakpoint
CREATE INDEX products_article_key_idx ON products (organization_id, search_key(article) COLLATE "C")
  WHERE article IS NOT NULL;
--> statement-breakpoint
CREATE INDEX product_barcodes_value_key_idx ON product_barcodes (organization_id, value COLLATE "C");
--> statement-breakpoint
-- Without a pending list, which each search would have to read through.
CREATE INDEX products_search_idx ON products
  USING gin (organization_id, product_search_words(name, code, article))
  WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX product_words_search_idx ON product_words
  USING gin (organization_id, search_fold(word) gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint

-- The words that are new among those of the names. Numbers and short words cannot be told from one another.
CREATE FUNCTION keep_product_words(organization uuid, names text[]) RETURNS void
LANGUAGE sql SET enable_seqscan = off
BEGIN ATOMIC
  INSERT INTO product_words (organization_id, word)
  SELECT organization, used.word
  FROM (
    SELECT DISTINCT split.word
    FROM unnest(names) AS name, string_to_table(search_key(name), ' ') AS split (word)
    WHERE length(split.word) BETWEEN 4 AND 40 AND translate(split.word, '0123456789', '') = split.word
  ) AS used
  WHERE NOT EXISTS (
    SELECT FROM product_words known
    WHERE known.organization_id = organization AND known.word = used.word
    OFFSET 0);
END;
--> statement-breakpoint
CREATE FUNCTION keep_words_of_new_products() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM keep_product_words(organization_id, array_agg(name)) FROM changed GROUP BY organization_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION keep_words_of_renamed_product() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM keep_product_words(NEW.organization_id, ARRAY[NEW.name]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER words_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_words_of_new_products();
--> statement-breakpoint
CREATE TRIGGER words_update AFTER UPDATE OF name ON products
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION keep_words_of_renamed_product();
--> statement-breakpoint
SELECT keep_product_words(organization_id, array_agg(name)) FROM products GROUP BY organization_id;
--> statement-breakpoint

-- Searches. They run as the owner of the tables, because what an index of expressions is asked could tell of the rows
-- of others, so that row-level security keeps the application's role from using one. Each names the organization of
-- the transaction itself. Their plans must be those of a large table from the first product on.

-- Products that are not archived: with this code, article or barcode (rank 0), then names that begin with the text (1).
CREATE FUNCTION find_products_by_text(typed text, most int) RETURNS TABLE (id uuid, rank int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  organization uuid := current_organization();
  key text := search_key(typed);
BEGIN
  RETURN QUERY
    SELECT p.id, 0 FROM products p
    WHERE p.organization_id = organization AND NOT p.is_archived AND p.id = ANY (ARRAY(
      SELECT c.id FROM products c
      WHERE key <> '' AND c.organization_id = organization AND search_key(c.code) COLLATE "C" = key
      UNION
      SELECT a.id FROM products a
      WHERE key <> '' AND a.organization_id = organization AND a.article IS NOT NULL
        AND search_key(a.article) COLLATE "C" = key
      UNION
      SELECT b.product_id FROM product_barcodes b
      WHERE b.organization_id = organization AND b.value COLLATE "C" = typed))
    ORDER BY p.name, p.id
    LIMIT most;
  RETURN QUERY
    SELECT p.id, 1 FROM products p
    WHERE key <> '' AND p.organization_id = organization AND NOT p.is_archived
      AND search_key(p.name) COLLATE "C" >= key AND search_key(p.name) COLLATE "C" < key || U&'\+10FFFF'
    ORDER BY search_key(p.name) COLLATE "C", p.id
    LIMIT most;
END
$$;
--> statement-breakpoint

-- For each single letter or digit that was typed, a pattern of the text of a product that has a word that begins so;
-- null when there is none. Words after the eighth are left out.
CREATE FUNCTION search_patterns(typed text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp
RETURN (
  SELECT array_agg('% ' || word || '%')
  FROM unnest((array_remove(string_to_array(search_key(typed), ' '), ''))[:8]) AS word
  WHERE length(word) = 1);
--> statement-breakpoint
-- What to ask the index for: words that begin so. Too many begin with a single letter: those are left to the patterns,
-- unless there are several and nothing else. null when nothing is left.
CREATE FUNCTION search_query(typed text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp
RETURN (
  WITH words AS (
    SELECT word FROM unnest((array_remove(string_to_array(search_key(typed), ' '), ''))[:8]) AS word
  )
  SELECT string_agg('''' || word || ''':*', ' & ') FROM words
  WHERE length(word) > 1 OR (SELECT count(*) > 1 AND max(length(word)) = 1 FROM words))::tsquery;
--> statement-breakpoint

-- Products that are not archived and have all of the words, in the order of their names. Of very many, some.
CREATE FUNCTION find_products_by_words(typed text, most int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  organization uuid := current_organization();
  patterns text[] := search_patterns(typed);
  query tsquery := search_query(typed);
BEGIN
  RETURN QUERY
    WITH found AS MATERIALIZED (
      SELECT p.id, p.name FROM products p
      WHERE p.organization_id = organization AND product_search_words(p.name, p.code, p.article) @@ query
        AND NOT p.is_archived
        AND (patterns IS NULL OR product_search_text(p.name, p.code, p.article) LIKE ALL (patterns))
      LIMIT 200)
    SELECT found.id FROM found ORDER BY found.name, found.id LIMIT most;
END
$$;
--> statement-breakpoint

-- Up to so many products, archived or not (null: all), that have all of the words or a barcode that begins with the text.
CREATE FUNCTION match_products(typed text, most int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  organization uuid := current_organization();
  patterns text[] := search_patterns(typed);
  query tsquery := search_query(typed);
BEGIN
  RETURN QUERY
    SELECT found.id FROM (
      (SELECT p.id FROM products p
       WHERE p.organization_id = organization AND product_search_words(p.name, p.code, p.article) @@ query
         AND (patterns IS NULL OR product_search_text(p.name, p.code, p.article) LIKE ALL (patterns))
       LIMIT most)
      UNION
      (SELECT b.product_id FROM product_barcodes b
       WHERE b.organization_id = organization
         AND b.value COLLATE "C" >= typed AND b.value COLLATE "C" < typed || U&'\+10FFFF'
       LIMIT most)
    ) AS found LIMIT most;
END
$$;
--> statement-breakpoint

-- Words of the names of products that look like this one, the most alike first.
CREATE FUNCTION find_similar_product_words(typed text, most int) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET pg_trgm.similarity_threshold = 0.25
BEGIN ATOMIC
  SELECT known.word FROM product_words known
  WHERE known.organization_id = current_organization() AND search_fold(known.word) % search_fold(search_key(typed))
  ORDER BY similarity(search_fold(known.word), search_fold(search_key(typed))) DESC, known.word
  LIMIT most;
END;
--> statement-breakpoint
-- Which organizations have prices that are to hold by now (for the job that sees to it).
CREATE FUNCTION platform_organizations_with_due_prices() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT id FROM organizations o
  WHERE EXISTS (SELECT FROM future_prices f WHERE f.organization_id = o.id AND f.starts_at <= now())
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION find_products_by_text(text, int), find_products_by_words(text, int),
  match_products(text, int), find_similar_product_words(text, int), platform_organizations_with_due_prices()
  FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_products_by_text(text, int), find_products_by_words(text, int),
  match_products(text, int), find_similar_product_words(text, int), platform_organizations_with_due_prices()
  TO counterfoil_app;
