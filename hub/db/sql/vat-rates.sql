-- Sends the VAT rates of a country to the tills of its organizations, when a migration changes them.
CREATE OR REPLACE FUNCTION feed_mark_vat_rates() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  organization uuid;
BEGIN
  FOR organization IN
    SELECT id FROM organizations WHERE country IN (SELECT country FROM changed) ORDER BY 1
  LOOP
    PERFORM set_config('app.organization_id', organization::text, true);
    INSERT INTO feed (organization_id, kind, entity_id, seq)
    SELECT o.id, 'vatRate', c.id, NULL FROM changed c JOIN organizations o ON o.country = c.country
    WHERE o.id = organization
    ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL;
    PERFORM feed_bump();
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER feed_insert AFTER INSERT ON vat_rates REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_vat_rates();
CREATE OR REPLACE TRIGGER feed_update AFTER UPDATE ON vat_rates REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_vat_rates();
CREATE OR REPLACE TRIGGER feed_delete AFTER DELETE ON vat_rates REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION feed_mark_vat_rates();
