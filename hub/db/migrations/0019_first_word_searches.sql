-- Names that begin with the first of the words and have all of them, in their order. Only 500 that begin so are looked
-- at: of frequent words these have enough, and of rare ones the index of words is quick.
CREATE FUNCTION find_products_by_first_word(typed text, most int) RETURNS SETOF uuid
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
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION find_products_by_first_word(text, int) FROM PUBLIC;
--> statement-breakpoint
-- Products that are not archived and have all of the words: first those whose names begin with the first word, then
-- the others in the order of their names. Of very many, some. OFFSET 0 keeps the planner from thinking of any index but
-- that of the words.
CREATE OR REPLACE FUNCTION find_products_by_words(typed text, most int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  organization uuid := current_organization();
  patterns text[] := search_patterns(typed);
  query tsquery := search_query(organization, typed);
  beginning uuid[] := ARRAY(SELECT find_products_by_first_word(typed, most));
BEGIN
  RETURN QUERY SELECT unnest(beginning);
  IF cardinality(beginning) = most THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH found AS MATERIALIZED (
      SELECT p.id, p.name FROM (
        SELECT * FROM products each
        WHERE product_search_words(each.organization_id, each.name, each.code, each.article) @@ query
        OFFSET 0) AS p
      WHERE p.organization_id = organization AND NOT p.is_archived
        AND (patterns IS NULL OR product_search_text(p.name, p.code, p.article) LIKE ALL (patterns))
      LIMIT 200)
    SELECT found.id FROM found WHERE found.id <> ALL (beginning)
    ORDER BY found.name, found.id LIMIT most - cardinality(beginning);
END
$$;
