-- Loyalty cards as tills hold them (hub/features/pos/cards/publish-cards.ts).

-- Notes which cards have changed, or come to something else. The column with the id of the card is the argument.
CREATE OR REPLACE FUNCTION till_card_note() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO till_card_changes (organization_id, card_id)
     SELECT DISTINCT organization_id, %1$I FROM changed WHERE %1$I IS NOT NULL', TG_ARGV[0]);
  RETURN NULL;
END
$$;

-- Turnover is made of posted sales, which are inserted or become posted; points have a ledger that only grows.
DO $$
DECLARE
  source record;
BEGIN
  FOR source IN
    SELECT * FROM (VALUES
      ('loyalty_cards', 'INSERT', 'NEW', 'id'),
      ('loyalty_cards', 'UPDATE', 'NEW', 'id'),
      ('loyalty_cards', 'DELETE', 'OLD', 'id'),
      ('loyalty_points', 'INSERT', 'NEW', 'card_id'),
      ('retail_sales', 'INSERT', 'NEW', 'loyalty_card_id'),
      ('retail_sales', 'UPDATE', 'NEW', 'loyalty_card_id')
    ) AS v (table_name, event, rows, card_column)
  LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION till_card_note(%L)',
      'till_card_note_' || lower(source.event), source.event, source.table_name, source.rows, source.card_column);
  END LOOP;
END
$$;

-- A program that counts other days changes the turnover of all its cards.
CREATE OR REPLACE FUNCTION till_card_note_program() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO till_card_changes (organization_id, card_id)
  SELECT organization_id, id FROM loyalty_cards
  WHERE organization_id = NEW.organization_id AND program_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER till_card_note AFTER UPDATE ON loyalty_programs
FOR EACH ROW WHEN (NEW.accumulation_period_days IS DISTINCT FROM OLD.accumulation_period_days)
EXECUTE FUNCTION till_card_note_program();

-- In the feed one row stands for all cards that people have changed, and one for those that sales have: tills hear of the
-- second with the next answer they get, and are not woken by it. feed_bump() numbers the cards.
CREATE OR REPLACE FUNCTION feed_mark_cards() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO feed (organization_id, kind, entity_id, seq)
    SELECT DISTINCT organization_id, 'card', organization_id, NULL::bigint FROM changed
    ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  ELSE
    INSERT INTO feed (organization_id, kind, entity_id, seq)
    SELECT DISTINCT c.organization_id, CASE WHEN c.body IS DISTINCT FROM f.body THEN 'card' ELSE 'card:counted' END,
      c.organization_id, NULL::bigint
    FROM changed c JOIN former f ON f.organization_id = c.organization_id AND f.id = c.id
    WHERE c.seq IS NULL
    ORDER BY 2
    ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER feed_insert AFTER INSERT ON till_cards REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_cards();
CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON till_cards REFERENCING NEW TABLE AS changed OLD TABLE AS former
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_cards();
