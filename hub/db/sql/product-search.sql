-- Product search. Till and hub return the same products for the same text.

-- Stores the words of these texts. No word may be missing: a search finds only stored words. Words are never removed,
-- so words stored by another transaction stay. Words that another transaction has not committed yet are stored again.
CREATE OR REPLACE FUNCTION keep_words(organization uuid, texts text[]) RETURNS void
LANGUAGE sql SET enable_seqscan = off
BEGIN ATOMIC
  INSERT INTO product_words (organization_id, word, is_beginning)
  SELECT organization, used.word, used.is_beginning
  FROM (SELECT DISTINCT kept.word, kept.is_beginning FROM unnest(texts) AS text, kept_words(text) AS kept) AS used
  WHERE NOT EXISTS (
    SELECT FROM product_words known
    WHERE known.organization_id = organization AND known.word COLLATE "C" = used.word
      AND known.is_beginning = used.is_beginning
    OFFSET 0);
END;

CREATE OR REPLACE FUNCTION keep_words_of_new_products() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM keep_words(organization_id, array_agg(product_search_text(name, code, article)))
  FROM changed GROUP BY organization_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION keep_words_of_renamed_product() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM keep_words(NEW.organization_id, ARRAY[product_search_text(NEW.name, NEW.code, NEW.article)]);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER words_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION keep_words_of_new_products();
CREATE OR REPLACE TRIGGER words_update AFTER UPDATE OF name, code, article ON products
FOR EACH ROW WHEN (ROW(OLD.name, OLD.code, OLD.article) IS DISTINCT FROM ROW(NEW.name, NEW.code, NEW.article))
EXECUTE FUNCTION keep_words_of_renamed_product();

-- Returns a pattern for each typed single letter or digit, which matches the text of a product with a word that
-- begins with it. Returns null when there is none. Words after the eighth are ignored.
CREATE OR REPLACE FUNCTION search_patterns(typed text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp
RETURN (
  SELECT array_agg('% ' || word || '%')
  FROM unnest((array_remove(string_to_array(search_key(typed), ' '), ''))[:8]) AS word
  WHERE length(word) = 1);

-- Returns the query for the index: words that begin with the typed ones. It lists each word, because PostgreSQL
-- intersects words by the rarest one, but collects all products first for the prefix of a word. It uses the prefix
-- where more than 50 words have it, or where it contains a digit. Single letters are left to the patterns, because
-- too many words begin with one, unless only single letters were typed. Returns null when no word remains, or no word
-- begins with one of those typed.
CREATE OR REPLACE FUNCTION search_query(organization uuid, typed text) RETURNS tsquery
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
BEGIN ATOMIC
  WITH words AS (
    SELECT word FROM unnest((array_remove(string_to_array(search_key(typed), ' '), ''))[:8]) AS word
  ), alternatives AS (
    SELECT CASE
        WHEN length(word) = 1 OR translate(word, '0123456789', '') <> word OR cardinality(begun) > 50
          THEN '''' || search_word_prefix(organization) || word || ''':*'
        ELSE array_to_string(begun, '|') END AS query
    FROM words, LATERAL (
      SELECT ARRAY(
        SELECT '''' || search_word_prefix(organization) || known.word || CASE WHEN known.is_beginning THEN ''':*' ELSE '''' END
        FROM product_words known
        WHERE known.organization_id = organization
          AND known.word COLLATE "C" >= words.word AND known.word COLLATE "C" < words.word || U&'\+10FFFF'
        LIMIT 51) AS begun) AS each
    WHERE length(word) > 1 OR (SELECT count(*) > 1 AND max(length(word)) = 1 FROM words)
  )
  SELECT CASE WHEN bool_and(query <> '') THEN string_agg('(' || query || ')', ' & ')::tsquery END FROM alternatives;
END;

-- Searches. They run as the owner of the tables, because row-level security keeps the hub's role from using an index
-- of expressions whose functions are not leakproof. So each of them names the organization of the transaction itself.
-- The settings force the right plan for a large table, because a plan made for a small table would be kept.

-- Returns unarchived products: first those with this code, article or barcode (rank 0), then those whose names begin
-- with the text (rank 1).
CREATE OR REPLACE FUNCTION find_products_by_text(typed text, most int) RETURNS TABLE (id uuid, rank int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
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
      WHERE b.organization_id = organization AND b.value COLLATE "C" = typed
      UNION
      SELECT k.product_id FROM product_packs k
      WHERE k.organization_id = organization AND k.barcode COLLATE "C" = typed))
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

-- Returns products whose names begin with the first word and that have all words, in the order of their names. It
-- reads only 500 names: they contain enough matches for frequent words, and for rare words the index of words is
-- fast.
CREATE OR REPLACE FUNCTION find_products_by_first_word(typed text, most int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  organization uuid := current_organization();
  words text[] := (array_remove(string_to_array(search_key(typed), ' '), ''))[:8];
  patterns text[] := ARRAY(SELECT '% ' || word || '%' FROM unnest(words) AS word);
BEGIN
  RETURN QUERY
    SELECT near.id FROM (
      SELECT p.id, p.name, p.code, p.article FROM products p
      WHERE p.organization_id = organization AND NOT p.is_archived
        AND search_key(p.name) COLLATE "C" >= words[1]
        AND search_key(p.name) COLLATE "C" < words[1] || U&'\+10FFFF'
      ORDER BY search_key(p.name) COLLATE "C", p.id
      LIMIT 500) AS near
    WHERE product_search_text(near.name, near.code, near.article) LIKE ALL (patterns)
    LIMIT most;
END
$$;

-- Returns up to `most` products (null: all) that have all words. It tries a partial index of an eighth of the
-- products first: for words that very many products have, it finds enough in an eighth of the time. OFFSET 0 keeps
-- the planner to these indexes.
CREATE OR REPLACE FUNCTION find_products_having_words(typed text, most int, with_archived boolean) RETURNS SETOF products
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  organization uuid := current_organization();
  patterns text[] := search_patterns(typed);
  query tsquery := search_query(organization, typed);
  found int;
BEGIN
  RETURN QUERY
    SELECT * FROM (
      SELECT * FROM products each
      WHERE right(each.id::text, 1) IN ('0', '8')
        AND product_search_words(each.organization_id, each.name, each.code, each.article) @@ query
      OFFSET 0) AS p
    WHERE p.organization_id = organization AND (with_archived OR NOT p.is_archived)
      AND (patterns IS NULL OR product_search_text(p.name, p.code, p.article) LIKE ALL (patterns))
    LIMIT most;
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found = most THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT * FROM (
      SELECT * FROM products each
      WHERE product_search_words(each.organization_id, each.name, each.code, each.article) @@ query
      OFFSET 0) AS p
    WHERE p.organization_id = organization AND right(p.id::text, 1) NOT IN ('0', '8')
      AND (with_archived OR NOT p.is_archived)
      AND (patterns IS NULL OR product_search_text(p.name, p.code, p.article) LIKE ALL (patterns))
    LIMIT most - found;
END
$$;

-- Returns unarchived products that have all words: first those whose names begin with the first word, then others in
-- the order of their names. When very many match, it returns some of them.
CREATE OR REPLACE FUNCTION find_products_by_words(typed text, most int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  organization uuid := current_organization();
  words text[] := array_remove(string_to_array(search_key(typed), ' '), '');
  having_words uuid[] := ARRAY(SELECT p.id FROM find_products_having_words(typed, 200, false) AS p);
  beginning uuid[] := ARRAY[]::uuid[];
BEGIN
  IF cardinality(having_words) = 200 THEN
    beginning := ARRAY(SELECT find_products_by_first_word(typed, most));
    RETURN QUERY SELECT unnest(beginning);
  END IF;
  RETURN QUERY
    SELECT p.id FROM products p, starts_with(search_key(p.name), words[1]) AS begins
    WHERE cardinality(beginning) < most AND p.organization_id = organization
      AND p.id = ANY (having_words) AND p.id <> ALL (beginning)
    ORDER BY begins DESC, CASE WHEN begins THEN search_key(p.name) END COLLATE "C", p.name, p.id
    LIMIT most - cardinality(beginning);
END
$$;

-- Returns up to `most` products (null: all), archived or not, that have all words or a barcode that begins with the
-- text.
CREATE OR REPLACE FUNCTION match_products(typed text, most int) RETURNS SETOF products
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  organization uuid := current_organization();
  patterns text[] := search_patterns(typed);
  query tsquery := search_query(organization, typed);
  found int;
BEGIN
  RETURN QUERY SELECT * FROM find_products_having_words(typed, most, true);
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found = most THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT p.* FROM products p
    WHERE p.organization_id = organization AND p.id = ANY (ARRAY(
        (SELECT b.product_id FROM product_barcodes b
        WHERE b.organization_id = organization
          AND b.value COLLATE "C" >= typed AND b.value COLLATE "C" < typed || U&'\+10FFFF'
        LIMIT most)
        UNION
        (SELECT k.product_id FROM product_packs k
        WHERE k.organization_id = organization
          AND k.barcode COLLATE "C" >= typed AND k.barcode COLLATE "C" < typed || U&'\+10FFFF'
        LIMIT most)))
      AND (product_search_words(p.organization_id, p.name, p.code, p.article) @@ query
        AND (patterns IS NULL OR product_search_text(p.name, p.code, p.article) LIKE ALL (patterns))) IS NOT TRUE
    LIMIT most - found;
END
$$;

-- Loads pg_trgm into this connection. Only then may its setting be part of a function.
SELECT similarity('', '');

-- Returns words of products that are similar to the typed word, the most similar first.
CREATE OR REPLACE FUNCTION find_similar_product_words(typed text, most int) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET pg_trgm.similarity_threshold = 0.25
BEGIN ATOMIC
  SELECT known.word FROM product_words known
  WHERE known.organization_id = current_organization() AND search_fold(known.word) % search_fold(search_key(typed))
    AND length(known.word) BETWEEN 4 AND 40 AND NOT known.is_beginning
  ORDER BY similarity(search_fold(known.word), search_fold(search_key(typed))) DESC, known.word
  LIMIT most;
END;

REVOKE EXECUTE ON FUNCTION find_products_by_text(text, int), find_products_by_first_word(text, int),
  find_products_having_words(text, int, boolean), find_products_by_words(text, int), match_products(text, int),
  find_similar_product_words(text, int)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_products_by_text(text, int), find_products_by_words(text, int), match_products(text, int),
  find_similar_product_words(text, int)
  TO counterfoil_app;
