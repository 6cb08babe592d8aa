ALTER TABLE "organization_settings" ALTER COLUMN "return_period_days" SET DEFAULT 14;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD COLUMN "vat_included" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD COLUMN "price_rounding" jsonb;