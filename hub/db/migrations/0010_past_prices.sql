CREATE TABLE "past_prices" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"price_type_id" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "past_prices_organization_id_product_id_price_type_id_ended_at_pk" PRIMARY KEY("organization_id","product_id","price_type_id","ended_at")
);
--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_prices_price_type_idx" ON "past_prices" USING btree ("organization_id","price_type_id");--> statement-breakpoint
ALTER TABLE past_prices ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON past_prices USING (organization_id = current_organization())
  WITH CHECK (organization_id = current_organization());
