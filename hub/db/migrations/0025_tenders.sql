ALTER TABLE "retail_points" ADD COLUMN "payment_types" text[] DEFAULT '{"Cash","Card"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "loyalty_card_id" uuid;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "customer_phone" text;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "customer_email" text;