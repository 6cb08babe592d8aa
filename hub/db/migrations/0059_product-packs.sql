CREATE TABLE "product_packs" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"uom_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	"barcode" text,
	"position" integer NOT NULL,
	CONSTRAINT "product_packs_organization_id_product_id_uom_id_pk" PRIMARY KEY("organization_id","product_id","uom_id")
);
--> statement-breakpoint
ALTER TABLE "product_packs" ADD CONSTRAINT "product_packs_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_packs" ADD CONSTRAINT "product_packs_organization_id_uom_id_organization_units_organization_id_unit_id_fk" FOREIGN KEY ("organization_id","uom_id") REFERENCES "public"."organization_units"("organization_id","unit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_packs_uom_idx" ON "product_packs" USING btree ("organization_id","uom_id");--> statement-breakpoint
CREATE INDEX "product_packs_barcode_idx" ON "product_packs" USING btree ("organization_id","barcode") WHERE barcode IS NOT NULL;