ALTER TABLE "retail_points" ADD COLUMN "cash_rounding_applies_to" text DEFAULT 'CashOnly' NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "rounding_sum" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "discounts" jsonb DEFAULT '[]'::jsonb NOT NULL;