ALTER TABLE "products" ADD COLUMN "cost_before_supplies" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_before_supplies" bigint;