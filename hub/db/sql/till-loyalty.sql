-- Loyalty cards and gift vouchers for tills (hub/features/pos/publish-records.ts).

-- Notes cards or vouchers that have changed, or whose turnover, points or balance have changed. The arguments are the
-- kind, and the column with the id.
CREATE OR REPLACE FUNCTION till_note() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO %1$I (organization_id, %2$I)
     SELECT DISTINCT organization_id, %3$I FROM changed WHERE %3$I IS NOT NULL',
    'till_' || TG_ARGV[0] || '_changes', TG_ARGV[0] || '_id', TG_ARGV[1]);
  RETURN NULL;
END
$$;

-- Turnover consists of posted sales, which are inserted or become posted. The ledgers of points and vouchers are
-- append-only.
DO $$
DECLARE
  source record;
BEGIN
  FOR source IN
    SELECT * FROM (VALUES
      ('loyalty_cards', 'INSERT', 'NEW', 'card', 'id'),
      ('loyalty_cards', 'UPDATE', 'NEW', 'card', 'id'),
      ('loyalty_cards', 'DELETE', 'OLD', 'card', 'id'),
      ('loyalty_points', 'INSERT', 'NEW', 'card', 'card_id'),
      ('retail_sales', 'INSERT', 'NEW', 'card', 'loyalty_card_id'),
      ('retail_sales', 'UPDATE', 'NEW', 'card', 'loyalty_card_id'),
      ('gift_vouchers', 'INSERT', 'NEW', 'voucher', 'id'),
      ('gift_vouchers', 'UPDATE', 'NEW', 'voucher', 'id'),
      ('gift_vouchers', 'DELETE', 'OLD', 'voucher', 'id'),
      ('gift_voucher_entries', 'INSERT', 'NEW', 'voucher', 'voucher_id')
    ) AS v (table_name, event, rows, kind, id_column)
  LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION till_note(%L, %L)',
      'till_' || source.kind || '_note_' || lower(source.event), source.event, source.table_name, source.rows,
      source.kind, source.id_column);
  END LOOP;
END
$$;

-- A change of the days that a program counts changes the turnover of all its cards.
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

-- The feed has one row for all cards changed by users, and one for all cards changed by sales: tills receive the
-- second with the next response, and it does not wake them. Vouchers have two such rows, too. The argument is the
-- kind. feed_bump() numbers the cards and vouchers.
CREATE OR REPLACE FUNCTION feed_mark_noted() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  noted text := TG_ARGV[0];
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO feed (organization_id, kind, entity_id, seq)
    SELECT DISTINCT organization_id, noted, organization_id, NULL::bigint FROM changed
    ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
  ELSE
    INSERT INTO feed (organization_id, kind, entity_id, seq)
    SELECT DISTINCT c.organization_id, CASE WHEN c.body IS DISTINCT FROM f.body THEN noted ELSE noted || ':counted' END,
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
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_noted('card');
CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON till_cards REFERENCING NEW TABLE AS changed OLD TABLE AS former
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_noted('card');
CREATE OR REPLACE TRIGGER feed_insert AFTER INSERT ON till_vouchers REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_noted('voucher');
CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON till_vouchers REFERENCING NEW TABLE AS changed OLD TABLE AS former
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_noted('voucher');
