ALTER TABLE "retail_points" ADD COLUMN "favourite_product_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "favourites_arranged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "minimum_age" integer;