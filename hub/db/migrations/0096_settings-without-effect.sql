ALTER TABLE "retail_points" DROP COLUMN "required_customer_fields";--> statement-breakpoint
-- Tills know the prices of one price type: a promotion by another one has never taken anything off.
UPDATE promotions SET is_active = false, effect = effect - 'priceTypeId'
WHERE kind = 'SpecialPrice' AND effect ->> 'priceTypeId' IS NOT NULL;--> statement-breakpoint
-- Tills hold promotions: what was changed for them is numbered, organization by organization.
DO $$
DECLARE
  changed uuid;
BEGIN
  FOR changed IN SELECT DISTINCT organization_id FROM feed WHERE seq IS NULL LOOP
    PERFORM set_config('app.organization_id', changed::text, true);
    PERFORM feed_bump();
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
