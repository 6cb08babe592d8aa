ALTER TABLE "retail_sale_payments" ADD COLUMN "origin_type" text;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "exchange_sale_id" uuid;