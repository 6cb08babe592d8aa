ALTER TABLE "product_barcodes" ADD COLUMN "key" text GENERATED ALWAYS AS (upper(value COLLATE "C")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "product_packs" ADD COLUMN "barcode_key" text GENERATED ALWAYS AS (upper(barcode COLLATE "C")) STORED;--> statement-breakpoint
CREATE INDEX "product_barcodes_key_idx" ON "product_barcodes" USING btree ("organization_id","key");--> statement-breakpoint
CREATE INDEX "product_packs_barcode_key_idx" ON "product_packs" USING btree ("organization_id","barcode_key") WHERE barcode_key IS NOT NULL;