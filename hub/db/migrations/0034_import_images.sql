CREATE TABLE "product_import_images" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"url" text NOT NULL,
	"status" text NOT NULL,
	"message" text,
	CONSTRAINT "product_import_images_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "product_import_images" ADD CONSTRAINT "product_import_images_organization_id_import_id_product_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."product_imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_import_images" ADD CONSTRAINT "product_import_images_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_import_images_import_idx" ON "product_import_images" USING btree ("organization_id","import_id","status","row");--> statement-breakpoint
CREATE INDEX "product_import_images_product_idx" ON "product_import_images" USING btree ("organization_id","product_id");