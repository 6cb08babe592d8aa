ALTER TABLE "retail_sales" DROP CONSTRAINT "retail_sales_number_key";--> statement-breakpoint
ALTER TABLE "retail_sale_lines" ADD COLUMN "discount_percent" integer;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "number_year" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "vat_included" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "retail_sales_flagged_idx" ON "retail_sales" USING btree ("organization_id","date","id") WHERE flags <> '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_number_key" UNIQUE("organization_id","number_year","number");--> statement-breakpoint
-- Prices were without VAT where lines come to the sum only with it on top.
UPDATE retail_sales AS sale SET vat_included = false
FROM (
  SELECT organization_id, sale_id, sum(round(quantity::numeric * price / 1000) - discount_amount) AS net
  FROM retail_sale_lines GROUP BY organization_id, sale_id
) AS lines
WHERE lines.organization_id = sale.organization_id AND lines.sale_id = sale.id
  AND sale.vat_sum <> 0 AND sale.sum = lines.net + sale.vat_sum;
--> statement-breakpoint
-- Settling the item of a flagged sale is its review.
UPDATE retail_sales AS sale
SET reviewed_at = item.settled_at, reviewed_by_id = item.settled_by_id, review_note = item.note
FROM work_items AS item
WHERE item.organization_id = sale.organization_id AND item.kind = 'flagged' AND item.upload_id = sale.id
  AND item.settled_at IS NOT NULL;
