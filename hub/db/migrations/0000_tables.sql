CREATE TABLE "counters" (
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" integer NOT NULL,
	CONSTRAINT "counters_organization_id_name_pk" PRIMARY KEY("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "price_types" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"sort_order" integer NOT NULL,
	"is_default" boolean NOT NULL,
	"currency_id" uuid NOT NULL,
	CONSTRAINT "price_types_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "price_types_name_key" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "product_barcodes" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"value" text NOT NULL,
	"type" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_barcodes_organization_id_product_id_value_pk" PRIMARY KEY("organization_id","product_id","value")
);
--> statement-breakpoint
CREATE TABLE "product_groups" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"markup" numeric(9, 4),
	"code" text,
	"external_code" text,
	"sort_order" integer NOT NULL,
	"is_archived" boolean NOT NULL,
	CONSTRAINT "product_groups_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "product_groups_name_key" UNIQUE NULLS NOT DISTINCT("organization_id","parent_id","name"),
	CONSTRAINT "product_groups_external_code_key" UNIQUE("organization_id","external_code")
);
--> statement-breakpoint
CREATE TABLE "product_prices" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"price_type_id" uuid NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "product_prices_organization_id_product_id_price_type_id_pk" PRIMARY KEY("organization_id","product_id","price_type_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"article" text,
	"external_code" text,
	"product_group_id" uuid,
	"unit_of_measure_id" uuid NOT NULL,
	"cost" bigint NOT NULL,
	"min_price" bigint,
	"vat_rate" integer,
	"min_stock" bigint,
	"is_weighed" boolean NOT NULL,
	"weight_code" text,
	"kind" text NOT NULL,
	"is_discount_prohibited" boolean NOT NULL,
	"description" text,
	"is_archived" boolean NOT NULL,
	CONSTRAINT "products_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "products_code_key" UNIQUE("organization_id","code"),
	CONSTRAINT "products_external_code_key" UNIQUE("organization_id","external_code"),
	CONSTRAINT "products_weight_code_key" UNIQUE("organization_id","weight_code")
);
--> statement-breakpoint
CREATE TABLE "retail_points" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"address" text,
	"store_id" uuid NOT NULL,
	"price_type_id" uuid NOT NULL,
	"is_active" boolean NOT NULL,
	"allow_custom_price" boolean NOT NULL,
	"allow_return_without_basis" boolean NOT NULL,
	"vat_included" boolean NOT NULL,
	"receipt_header" text,
	"receipt_footer" text,
	"paper_width" integer NOT NULL,
	CONSTRAINT "retail_points_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "retail_points_name_key" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"address" text,
	"is_default" boolean NOT NULL,
	"is_archived" boolean NOT NULL,
	CONSTRAINT "stores_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "stores_name_key" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "employee_roles" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"permissions" text[] NOT NULL,
	CONSTRAINT "employee_roles_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "employee_roles_name_key" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "employees" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_name" text NOT NULL,
	"first_name" text,
	"role_id" uuid NOT NULL,
	"account_id" uuid,
	"pos_pin_hash" text,
	"is_archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "employees_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "employees_account_key" UNIQUE("organization_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "organization_units" (
	"organization_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"enabled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_units_organization_id_unit_id_pk" PRIMARY KEY("organization_id","unit_id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"organization_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_key" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "currencies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"iso_code" text NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "currencies_code_key" UNIQUE("code"),
	CONSTRAINT "currencies_iso_code_key" UNIQUE("iso_code")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"content_type" text,
	"location" text,
	"body" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_actor_id_key_pk" PRIMARY KEY("organization_id","actor_id","key")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tax_id" text,
	"country" text NOT NULL,
	"time_zone" text NOT NULL,
	"currency_id" uuid NOT NULL,
	"owner_employee_id" uuid,
	"is_archived" boolean DEFAULT false NOT NULL,
	"sync_epoch" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pairing_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"family_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_jwk" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "units_of_measure" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"full_name" text NOT NULL,
	"code" text NOT NULL,
	"is_fractional" boolean NOT NULL,
	"fiscal_measure" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "units_of_measure_code_key" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "retail_sale_lines" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"line_no" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"quantity" bigint NOT NULL,
	"price" bigint NOT NULL,
	"discount_amount" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"vat_rate" integer,
	"vat_sum" bigint NOT NULL,
	"unit_cost" bigint NOT NULL,
	"original_line_no" integer,
	CONSTRAINT "retail_sale_lines_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "retail_sale_lines_line_no_key" UNIQUE("organization_id","sale_id","line_no")
);
--> statement-breakpoint
CREATE TABLE "retail_sale_payments" (
	"organization_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"type" text NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text,
	CONSTRAINT "retail_sale_payments_organization_id_sale_id_position_pk" PRIMARY KEY("organization_id","sale_id","position")
);
--> statement-breakpoint
CREATE TABLE "retail_sales" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" text NOT NULL,
	"receipt_number" text,
	"date" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"is_return" boolean NOT NULL,
	"original_sale_id" uuid,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid,
	"device_id" uuid,
	"cashier_id" uuid,
	"cashier_name" text,
	"sum" bigint NOT NULL,
	"vat_sum" bigint NOT NULL,
	"discount_sum" bigint NOT NULL,
	"change_sum" bigint NOT NULL,
	"lines_count" integer NOT NULL,
	"source" text NOT NULL,
	"sold_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"posted_at" timestamp (3) with time zone,
	"flags" jsonb NOT NULL,
	CONSTRAINT "retail_sales_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "retail_sales_number_key" UNIQUE("organization_id","number")
);
--> statement-breakpoint
CREATE TABLE "stock_balances" (
	"organization_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" bigint DEFAULT 0 NOT NULL,
	"average_cost" bigint DEFAULT 0 NOT NULL,
	"last_movement_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stock_balances_organization_id_store_id_product_id_pk" PRIMARY KEY("organization_id","store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"moment" timestamp (3) with time zone NOT NULL,
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"document_type" text NOT NULL,
	"document_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	"unit_cost" bigint NOT NULL,
	"cost_sum" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"average_after" bigint NOT NULL,
	CONSTRAINT "stock_movements_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "stock_movements_line_key" UNIQUE("organization_id","document_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"name" text NOT NULL,
	"series" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"agent_version" text NOT NULL,
	"enrolled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"watermark" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "devices_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "devices_series_key" UNIQUE("organization_id","series")
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"seq" bigint,
	CONSTRAINT "feed_organization_id_kind_entity_id_pk" PRIMARY KEY("organization_id","kind","entity_id")
);
--> statement-breakpoint
CREATE TABLE "feed_commits" (
	"organization_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"fingerprint" uuid NOT NULL,
	"committed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feed_commits_organization_id_seq_pk" PRIMARY KEY("organization_id","seq")
);
--> statement-breakpoint
CREATE TABLE "feed_counters" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_conflicts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hash" text NOT NULL,
	"device_id" uuid NOT NULL,
	"seq" integer,
	"bytes" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upload_conflicts_organization_id_id_hash_pk" PRIMARY KEY("organization_id","id","hash")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"seq" integer,
	"type" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "uploads_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "counters" ADD CONSTRAINT "counters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_types" ADD CONSTRAINT "price_types_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_types" ADD CONSTRAINT "price_types_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_barcodes" ADD CONSTRAINT "product_barcodes_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_groups" ADD CONSTRAINT "product_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_groups" ADD CONSTRAINT "product_groups_organization_id_parent_id_product_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."product_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_product_group_id_product_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","product_group_id") REFERENCES "public"."product_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_unit_of_measure_id_organization_units_organization_id_unit_id_fk" FOREIGN KEY ("organization_id","unit_of_measure_id") REFERENCES "public"."organization_units"("organization_id","unit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_points" ADD CONSTRAINT "retail_points_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_points" ADD CONSTRAINT "retail_points_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_roles" ADD CONSTRAINT "employee_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_organization_id_role_id_employee_roles_organization_id_id_fk" FOREIGN KEY ("organization_id","role_id") REFERENCES "public"."employee_roles"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_units" ADD CONSTRAINT "organization_units_unit_id_units_of_measure_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units_of_measure"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_units" ADD CONSTRAINT "organization_units_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sale_lines" ADD CONSTRAINT "retail_sale_lines_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sale_lines" ADD CONSTRAINT "retail_sale_lines_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sale_payments" ADD CONSTRAINT "retail_sale_payments_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_balances" ADD CONSTRAINT "stock_balances_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_balances" ADD CONSTRAINT "stock_balances_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_counters" ADD CONSTRAINT "feed_counters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_conflicts" ADD CONSTRAINT "upload_conflicts_organization_id_id_uploads_organization_id_id_fk" FOREIGN KEY ("organization_id","id") REFERENCES "public"."uploads"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_barcodes_value_idx" ON "product_barcodes" USING btree ("organization_id","value");--> statement-breakpoint
CREATE INDEX "product_prices_price_type_idx" ON "product_prices" USING btree ("organization_id","price_type_id");--> statement-breakpoint
CREATE INDEX "products_group_idx" ON "products" USING btree ("organization_id","product_group_id");--> statement-breakpoint
CREATE INDEX "products_unit_idx" ON "products" USING btree ("organization_id","unit_of_measure_id");--> statement-breakpoint
CREATE INDEX "products_name_idx" ON "products" USING btree ("organization_id","name","id");--> statement-breakpoint
CREATE INDEX "products_article_idx" ON "products" USING btree ("organization_id","article");--> statement-breakpoint
CREATE INDEX "retail_points_store_idx" ON "retail_points" USING btree ("organization_id","store_id");--> statement-breakpoint
CREATE INDEX "retail_points_price_type_idx" ON "retail_points" USING btree ("organization_id","price_type_id");--> statement-breakpoint
CREATE INDEX "employees_role_idx" ON "employees" USING btree ("organization_id","role_id");--> statement-breakpoint
CREATE INDEX "pairing_codes_point_idx" ON "pairing_codes" USING btree ("organization_id","retail_point_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_family_idx" ON "refresh_tokens" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_account_idx" ON "refresh_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "retail_sale_lines_product_idx" ON "retail_sale_lines" USING btree ("organization_id","product_id");--> statement-breakpoint
CREATE INDEX "retail_sales_date_idx" ON "retail_sales" USING btree ("organization_id","date","id");--> statement-breakpoint
CREATE INDEX "retail_sales_receipt_idx" ON "retail_sales" USING btree ("organization_id","receipt_number");--> statement-breakpoint
CREATE INDEX "retail_sales_original_idx" ON "retail_sales" USING btree ("organization_id","original_sale_id");--> statement-breakpoint
CREATE INDEX "retail_sales_store_idx" ON "retail_sales" USING btree ("organization_id","store_id","date");--> statement-breakpoint
CREATE INDEX "stock_balances_product_idx" ON "stock_balances" USING btree ("organization_id","product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_product_idx" ON "stock_movements" USING btree ("organization_id","product_id","store_id","seq");--> statement-breakpoint
CREATE INDEX "stock_movements_store_idx" ON "stock_movements" USING btree ("organization_id","store_id");--> statement-breakpoint
CREATE INDEX "feed_seq_idx" ON "feed" USING btree ("organization_id","seq");--> statement-breakpoint
CREATE INDEX "feed_pending_idx" ON "feed" USING btree ("organization_id") WHERE seq is null;--> statement-breakpoint
CREATE INDEX "uploads_seq_idx" ON "uploads" USING btree ("organization_id","device_id","seq");--> statement-breakpoint
CREATE INDEX "uploads_open_idx" ON "uploads" USING btree ("organization_id","received_at") WHERE status <> 'posted';