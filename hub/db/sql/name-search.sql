-- Searches of counterparties and loyalty cards by names. Like those of products (product-search.sql), they run as the
-- owner of the tables and name the organization themselves.

-- Loads pg_trgm into this connection. Only then may its setting be part of a function.
SELECT word_similarity('', '');

-- Returns active counterparties whose names begin with the text, then those with similar words: a wrong, a missing or
-- two exchanged letters still match. When very many match, it returns some of them.
CREATE OR REPLACE FUNCTION find_counterparties_by_name(typed text, most int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET pg_trgm.word_similarity_threshold = 0.4
AS $$
DECLARE
  organization uuid := current_organization();
  key text := name_search_text(typed);
  found int;
BEGIN
  RETURN QUERY
    SELECT c.id FROM counterparties c
    WHERE key <> '' AND c.organization_id = organization AND NOT c.is_archived AND NOT c.is_system
      AND name_search_text(c.name) COLLATE "C" >= key
      AND name_search_text(c.name) COLLATE "C" < key || U&'\+10FFFF'
    ORDER BY name_search_text(c.name) COLLATE "C", c.id
    LIMIT most;
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found = most THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT near.id FROM (
      SELECT c.id, c.name FROM counterparties c
      WHERE c.organization_id = organization AND key <% name_search_text(c.name) AND NOT c.is_archived AND NOT c.is_system
      LIMIT 200) AS near
    ORDER BY word_similarity(key, name_search_text(near.name)) DESC, near.name, near.id
    LIMIT most;
END
$$;

-- Returns loyalty cards whose numbers begin with the key, or whose customers have such a name.
CREATE OR REPLACE FUNCTION find_loyalty_cards(typed text, typed_key text, most int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET pg_trgm.word_similarity_threshold = 0.4
AS $$
DECLARE
  organization uuid := current_organization();
  key text := name_search_text(typed);
BEGIN
  RETURN QUERY
    SELECT c.id FROM loyalty_cards c
    WHERE c.organization_id = organization
      AND c.card_key COLLATE "C" >= typed_key AND c.card_key COLLATE "C" < typed_key || U&'\+10FFFF'
    ORDER BY c.card_key COLLATE "C"
    LIMIT most;
  RETURN QUERY
    SELECT c.id FROM loyalty_cards c
    WHERE c.organization_id = organization AND key <% name_search_text(c.customer_name)
    LIMIT most;
END
$$;

REVOKE EXECUTE ON FUNCTION find_counterparties_by_name(text, int), find_loyalty_cards(text, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_counterparties_by_name(text, int), find_loyalty_cards(text, text, int) TO counterfoil_app;
