ALTER TABLE "retail_points" ADD COLUMN "zero_lines" text DEFAULT 'Cent' NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "foreign_money" jsonb;--> statement-breakpoint
CREATE INDEX "stock_movements_earlier_sales_idx" ON "stock_movements" USING btree ("organization_id","moment") WHERE quantity > 0 and balance_after < quantity;