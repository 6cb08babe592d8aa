ALTER TABLE "organization_settings" ADD COLUMN "auto_barcode" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD COLUMN "default_vat_rate" integer;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD COLUMN "enforce_min_price" boolean DEFAULT true NOT NULL;