ALTER TABLE "retail_sales" ADD COLUMN "till_id" text;--> statement-breakpoint
CREATE INDEX "retail_sale_payments_type_idx" ON "retail_sale_payments" USING btree ("organization_id","type","sale_id") WHERE type not in ('Cash', 'Card');--> statement-breakpoint
CREATE INDEX "retail_sales_cashier_idx" ON "retail_sales" USING btree ("organization_id","cashier_id","date");