CREATE TABLE "document_lines" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"line_no" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	"price" bigint,
	"discount_percent" integer DEFAULT 0 NOT NULL,
	"vat_rate" integer,
	"sum" bigint DEFAULT 0 NOT NULL,
	"vat_sum" bigint DEFAULT 0 NOT NULL,
	"overhead_share" bigint DEFAULT 0 NOT NULL,
	"unit_cost" bigint DEFAULT 0 NOT NULL,
	"cost_sum" bigint DEFAULT 0 NOT NULL,
	"difference" bigint,
	"counted_at" timestamp (3) with time zone,
	"retail_price" bigint,
	"reason" text,
	"marking_codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"comment" text,
	CONSTRAINT "document_lines_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "document_lines_line_no_key" UNIQUE("organization_id","document_id","line_no")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"number" text NOT NULL,
	"number_year" integer DEFAULT 0 NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'Draft' NOT NULL,
	"store_id" uuid,
	"target_store_id" uuid,
	"counterparty_id" uuid,
	"basis_id" uuid,
	"vat_enabled" boolean DEFAULT true NOT NULL,
	"vat_included" boolean DEFAULT true NOT NULL,
	"comment" text,
	"external_code" text,
	"incoming_number" text,
	"incoming_date" date,
	"overhead_sum" bigint DEFAULT 0 NOT NULL,
	"overhead_distribution" text,
	"update_retail_price" boolean DEFAULT false NOT NULL,
	"reason" text,
	"shipment_address" text,
	"scope" text,
	"count_mode" text,
	"started_at" timestamp (3) with time zone,
	"sum" bigint DEFAULT 0 NOT NULL,
	"vat_sum" bigint DEFAULT 0 NOT NULL,
	"cost_sum" bigint DEFAULT 0 NOT NULL,
	"created_by_id" uuid,
	"posted_at" timestamp (3) with time zone,
	"posted_by_id" uuid,
	CONSTRAINT "documents_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "documents_number_key" UNIQUE("organization_id","type","number_year","number")
);
--> statement-breakpoint
CREATE TABLE "organization_settings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"allow_negative_stock" boolean DEFAULT false NOT NULL,
	"closed_until" date,
	"yearly_numbering" boolean DEFAULT false NOT NULL,
	"update_cost_on_supply" boolean DEFAULT true NOT NULL,
	"recovers_vat" boolean DEFAULT false NOT NULL,
	"return_period_days" integer
);
--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_line_key";--> statement-breakpoint
DROP INDEX "stock_movements_product_idx";--> statement-breakpoint
DROP INDEX "stock_movements_store_idx";--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "comment" text;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "created_by_id" uuid;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "posted_by_id" uuid;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "reviewed_by_id" uuid;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "review_note" text;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "line_no" integer;--> statement-breakpoint
UPDATE stock_movements AS movement SET line_no = line.line_no FROM retail_sale_lines AS line
WHERE line.organization_id = movement.organization_id AND line.id = movement.line_id;--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "line_no" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "cost_rule" text DEFAULT 'Average' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "given_cost" bigint;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "source_document_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "source_line_no" integer;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "added_cost" bigint;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "counted_quantity" bigint;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "fallback_cost" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE stock_movements AS movement SET fallback_cost = product.cost FROM products AS product
WHERE product.organization_id = movement.organization_id AND product.id = movement.product_id;--> statement-breakpoint
-- What came back with a receipt came back at what it had cost.
UPDATE stock_movements AS movement
SET cost_rule = 'Source', source_document_id = sale.original_sale_id, source_line_no = coalesce(line.original_line_no, 0),
  added_cost = 0
FROM retail_sales AS sale
JOIN retail_sale_lines AS line ON line.organization_id = sale.organization_id AND line.sale_id = sale.id
WHERE sale.organization_id = movement.organization_id AND sale.id = movement.document_id
  AND line.line_no = movement.line_no AND sale.is_return AND sale.original_sale_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_organization_id_document_id_documents_organization_id_id_fk" FOREIGN KEY ("organization_id","document_id") REFERENCES "public"."documents"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_target_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","target_store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_counterparty_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","counterparty_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_basis_id_documents_organization_id_id_fk" FOREIGN KEY ("organization_id","basis_id") REFERENCES "public"."documents"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD CONSTRAINT "organization_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_lines_product_idx" ON "document_lines" USING btree ("organization_id","product_id");--> statement-breakpoint
CREATE INDEX "documents_date_idx" ON "documents" USING btree ("organization_id","type","date","id");--> statement-breakpoint
CREATE INDEX "documents_store_idx" ON "documents" USING btree ("organization_id","store_id","type","date");--> statement-breakpoint
CREATE INDEX "documents_target_store_idx" ON "documents" USING btree ("organization_id","target_store_id");--> statement-breakpoint
CREATE INDEX "documents_counterparty_idx" ON "documents" USING btree ("organization_id","counterparty_id","type","date");--> statement-breakpoint
CREATE INDEX "documents_basis_idx" ON "documents" USING btree ("organization_id","basis_id");--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_organization_id_customer_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retail_sales_customer_idx" ON "retail_sales" USING btree ("organization_id","customer_id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "retail_sales_review_idx" ON "retail_sales" USING btree ("organization_id","date","id") WHERE reviewed_at is null and flags <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "stock_movements_moment_idx" ON "stock_movements" USING btree ("organization_id","moment","seq");--> statement-breakpoint
CREATE INDEX "stock_movements_product_idx" ON "stock_movements" USING btree ("organization_id","product_id","store_id","moment","seq");--> statement-breakpoint
CREATE INDEX "stock_movements_store_idx" ON "stock_movements" USING btree ("organization_id","store_id","moment","seq");--> statement-breakpoint
ALTER TABLE "stock_movements" DROP COLUMN "line_id";--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_line_key" UNIQUE("organization_id","document_id","line_no","store_id");--> statement-breakpoint

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['documents', 'document_lines', 'organization_settings'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = current_organization())'
      ' WITH CHECK (organization_id = current_organization())', tenant_table);
  END LOOP;
END
$$;
--> statement-breakpoint
INSERT INTO organization_settings (organization_id) SELECT id FROM organizations;
--> statement-breakpoint

-- Who writes documents, in the organizations that exist already (shared/contracts/permissions.ts). Tills hold nothing of
-- it, so the feed is not told.
ALTER TABLE employee_roles DISABLE TRIGGER feed_update;
--> statement-breakpoint
UPDATE employee_roles AS role
SET permissions = array(
    SELECT DISTINCT permission FROM unnest(
      role.permissions || array(
        SELECT area || '.' || deed FROM unnest(ARRAY['purchases', 'sales', 'inventory']) AS area,
          unnest(ARRAY['view', 'create', 'update', 'delete', 'post', 'unpost']) AS deed
        WHERE role.name <> 'Storekeeper' OR area <> 'sales')) AS permission),
  version = version + 1
WHERE is_system AND name IN ('Owner', 'Administrator', 'Manager', 'Storekeeper');
--> statement-breakpoint
ALTER TABLE employee_roles ENABLE TRIGGER feed_update;
