CREATE TABLE "cost_recalculations" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"from_moment" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cost_recalculations_organization_id_product_id_pk" PRIMARY KEY("organization_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "books_checks" ADD COLUMN "pending" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cost_recalculations" ADD CONSTRAINT "cost_recalculations_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_movements_receipt_idx" ON "stock_movements" USING btree ("organization_id","product_id","store_id","moment","seq","quantity") WHERE quantity > 0;
--> statement-breakpoint
ALTER TABLE cost_recalculations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON cost_recalculations USING (organization_id = current_organization())
  WITH CHECK (organization_id = current_organization());
--> statement-breakpoint
-- Whose costs are to be worked out anew, wherever that is.
CREATE FUNCTION platform_cost_recalculations() RETURNS TABLE (organization_id uuid, product_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT organization_id, product_id FROM cost_recalculations ORDER BY from_moment
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION platform_cost_recalculations() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION platform_cost_recalculations() TO counterfoil_app;
