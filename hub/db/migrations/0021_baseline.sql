-- Both are trusted: the owner of a database may install them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE TABLE "counterparties" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'LegalEntity' NOT NULL,
	"is_supplier" boolean DEFAULT true NOT NULL,
	"is_customer" boolean DEFAULT true NOT NULL,
	"tax_id" text,
	"kpp" text,
	"ogrn" text,
	"okpo" text,
	"legal_title" text,
	"legal_address" text,
	"actual_address" text,
	"phone" text,
	"phone_number" text,
	"email" text,
	"birth_date" date,
	"sex" text,
	"price_type_id" uuid,
	"bank_accounts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"code" text,
	"external_code" text,
	"description" text,
	"is_system" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "counterparties_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "counterparties_code_key" UNIQUE("organization_id","code"),
	CONSTRAINT "counterparties_external_code_key" UNIQUE("organization_id","external_code")
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" integer NOT NULL,
	CONSTRAINT "counters_organization_id_name_pk" PRIMARY KEY("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "countries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"alpha2" text,
	"is_preset" boolean DEFAULT false NOT NULL,
	CONSTRAINT "countries_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "countries_name_key" UNIQUE("organization_id","name"),
	CONSTRAINT "countries_code_key" UNIQUE("organization_id","code")
);
--> statement-breakpoint
CREATE TABLE "organization_currencies" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"full_name" text,
	"code" text NOT NULL,
	"iso_code" text NOT NULL,
	"symbol" text,
	"rate" numeric(18, 6) DEFAULT '1' NOT NULL,
	"multiplicity" integer DEFAULT 1 NOT NULL,
	"is_preset" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "organization_currencies_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "organization_currencies_code_key" UNIQUE("organization_id","code"),
	CONSTRAINT "organization_currencies_iso_code_key" UNIQUE("organization_id","iso_code")
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
CREATE TABLE "product_groups" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"markup" numeric(9, 4),
	"vat_rate" integer,
	"use_parent_vat" boolean DEFAULT true NOT NULL,
	"code" text,
	"external_code" text,
	"keywords" text[] DEFAULT '{}' NOT NULL,
	"sort_order" integer NOT NULL,
	"is_archived" boolean NOT NULL,
	CONSTRAINT "product_groups_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "product_groups_name_key" UNIQUE NULLS NOT DISTINCT("organization_id","parent_id","name"),
	CONSTRAINT "product_groups_external_code_key" UNIQUE("organization_id","external_code")
);
--> statement-breakpoint
CREATE TABLE "retail_point_cashiers" (
	"organization_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	CONSTRAINT "retail_point_cashiers_organization_id_retail_point_id_employee_id_pk" PRIMARY KEY("organization_id","retail_point_id","employee_id")
);
--> statement-breakpoint
CREATE TABLE "retail_point_groups" (
	"organization_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"product_group_id" uuid NOT NULL,
	CONSTRAINT "retail_point_groups_organization_id_retail_point_id_product_group_id_pk" PRIMARY KEY("organization_id","retail_point_id","product_group_id")
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
	"number_prefix" text DEFAULT '' NOT NULL,
	"only_in_stock" boolean DEFAULT false NOT NULL,
	"control_stock" boolean DEFAULT false NOT NULL,
	"allow_discount" boolean DEFAULT true NOT NULL,
	"max_discount_percent" integer DEFAULT 10000 NOT NULL,
	"allow_custom_price" boolean NOT NULL,
	"allow_delete_lines" boolean DEFAULT true NOT NULL,
	"allow_return_without_basis" boolean NOT NULL,
	"allow_return_from_closed_shift" boolean DEFAULT true NOT NULL,
	"require_cashier_choice" boolean DEFAULT false NOT NULL,
	"print_always" boolean DEFAULT false NOT NULL,
	"sync_customers" boolean DEFAULT false NOT NULL,
	"tax_system" text,
	"vat_included" boolean NOT NULL,
	"cash_rounding" text DEFAULT 'None' NOT NULL,
	"cash_rounding_step" bigint DEFAULT 1 NOT NULL,
	"cash_rounding_applies_to" text DEFAULT 'CashOnly' NOT NULL,
	"required_customer_fields" text[] DEFAULT '{"Phone"}' NOT NULL,
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
	"parent_id" uuid,
	"is_default" boolean NOT NULL,
	"is_archived" boolean NOT NULL,
	CONSTRAINT "stores_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "stores_name_key" UNIQUE("organization_id","name")
);
--> statement-breakpoint
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
	"replaces_device_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "preset_countries" (
	"code" text PRIMARY KEY NOT NULL,
	"alpha2" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ru" text NOT NULL,
	CONSTRAINT "preset_countries_alpha2_key" UNIQUE("alpha2")
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
CREATE TABLE "future_prices" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"price_type_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"value" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "future_prices_organization_id_product_id_price_type_id_starts_at_pk" PRIMARY KEY("organization_id","product_id","price_type_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "past_prices" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"price_type_id" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "past_prices_organization_id_product_id_price_type_id_ended_at_pk" PRIMARY KEY("organization_id","product_id","price_type_id","ended_at")
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
CREATE TABLE "product_images" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"is_main" boolean NOT NULL,
	"sort_order" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_images_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "product_images_file_key" UNIQUE("organization_id","file_key")
);
--> statement-breakpoint
CREATE TABLE "product_imports" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text NOT NULL,
	"status" text NOT NULL,
	"rows_total" integer,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"outcome" jsonb,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "product_imports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_min_stocks" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"min_stock" bigint NOT NULL,
	CONSTRAINT "product_min_stocks_organization_id_product_id_store_id_pk" PRIMARY KEY("organization_id","product_id","store_id")
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
CREATE TABLE "product_words" (
	"organization_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"word" text NOT NULL,
	CONSTRAINT "product_words_organization_id_id_pk" PRIMARY KEY("organization_id","id")
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
	"use_group_vat" boolean DEFAULT false NOT NULL,
	"min_stock" bigint,
	"is_weighed" boolean NOT NULL,
	"weight_code" text,
	"kind" text NOT NULL,
	"payment_subject" text DEFAULT 'Good' NOT NULL,
	"tracking_type" text DEFAULT 'NotTracked' NOT NULL,
	"ntin" text,
	"ikpu" text,
	"country_id" uuid,
	"supplier_id" uuid,
	"is_discount_prohibited" boolean NOT NULL,
	"weight" bigint,
	"volume" numeric(12, 6),
	"description" text,
	"is_archived" boolean NOT NULL,
	"has_barcode" boolean DEFAULT false NOT NULL,
	CONSTRAINT "products_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "products_code_key" UNIQUE("organization_id","code"),
	CONSTRAINT "products_external_code_key" UNIQUE("organization_id","external_code"),
	CONSTRAINT "products_weight_code_key" UNIQUE("organization_id","weight_code")
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
	"discount_percent" integer,
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
	"number_year" integer DEFAULT 0 NOT NULL,
	"receipt_number" text,
	"date" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"is_return" boolean NOT NULL,
	"original_sale_id" uuid,
	"store_id" uuid NOT NULL,
	"shift_id" uuid,
	"retail_point_id" uuid,
	"device_id" uuid,
	"cashier_id" uuid,
	"cashier_name" text,
	"customer_id" uuid,
	"comment" text,
	"created_by_id" uuid,
	"posted_by_id" uuid,
	"vat_included" boolean DEFAULT true NOT NULL,
	"sum" bigint NOT NULL,
	"vat_sum" bigint NOT NULL,
	"discount_sum" bigint NOT NULL,
	"rounding_sum" bigint DEFAULT 0 NOT NULL,
	"discounts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"change_sum" bigint NOT NULL,
	"lines_count" integer NOT NULL,
	"source" text NOT NULL,
	"sold_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"posted_at" timestamp (3) with time zone,
	"flags" jsonb NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by_id" uuid,
	"review_note" text,
	CONSTRAINT "retail_sales_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "retail_sales_number_key" UNIQUE("organization_id","number_year","number")
);
--> statement-breakpoint
CREATE TABLE "books_checks" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"products" integer NOT NULL,
	"movements" bigint NOT NULL,
	"findings_total" integer NOT NULL,
	"findings" jsonb NOT NULL,
	"pending" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cost_recalculations" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"from_moment" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cost_recalculations_organization_id_product_id_pk" PRIMARY KEY("organization_id","product_id")
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
	"line_no" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"unit_cost" bigint NOT NULL,
	"cost_sum" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"average_after" bigint NOT NULL,
	"cost_rule" text DEFAULT 'Average' NOT NULL,
	"given_cost" bigint,
	"source_document_id" uuid,
	"source_line_no" integer,
	"added_cost" bigint,
	"counted_quantity" bigint,
	"fallback_cost" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_movements_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "stock_movements_line_key" UNIQUE("organization_id","document_id","line_no","store_id")
);
--> statement-breakpoint
CREATE TABLE "device_chains" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"series" text NOT NULL,
	"reason" text NOT NULL,
	"boot_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"watermark" integer DEFAULT 0 NOT NULL,
	"highest" integer DEFAULT 0 NOT NULL,
	"head_hash" text DEFAULT '' NOT NULL,
	CONSTRAINT "device_chains_organization_id_id_pk" PRIMARY KEY("organization_id","id")
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
	"replaces_device_id" uuid,
	"last_contact_at" timestamp (3) with time zone,
	"report" jsonb,
	"reported_at" timestamp (3) with time zone,
	"boot_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cloned_at" timestamp (3) with time zone,
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
	"seq" bigint NOT NULL,
	"horizon" bigint DEFAULT 0 NOT NULL
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
	"chain_id" uuid NOT NULL,
	"seq" integer,
	"type" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"corrected_body" text,
	CONSTRAINT "uploads_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "work_items" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"device_id" uuid,
	"upload_id" uuid,
	"conflict_hash" text,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by_id" uuid,
	"settled_by_name" text,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "work_items_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "work_items_subject_key" UNIQUE("organization_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "cash_movements" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"till_id" text NOT NULL,
	"cashier_id" uuid,
	"cashier_name" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"shift_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cash_movements_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_events" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"till_id" text NOT NULL,
	"cashier_id" uuid,
	"cashier_name" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "till_events_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_shifts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"till_id" text NOT NULL,
	"cashier_id" uuid,
	"cashier_name" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"number" integer,
	"opened_at" timestamp (3) with time zone,
	"opening_cash" bigint,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" uuid,
	"closed_by_name" text,
	"counted_cash" bigint,
	"totals" jsonb,
	CONSTRAINT "till_shifts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_stock" (
	"organization_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	CONSTRAINT "till_stock_organization_id_store_id_product_id_pk" PRIMARY KEY("organization_id","store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "till_stock_changes" (
	"organization_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "till_stock_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	CONSTRAINT "till_stock_changes_organization_id_store_id_id_pk" PRIMARY KEY("organization_id","store_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_stock_stores" (
	"organization_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"state" text DEFAULT 'New' NOT NULL,
	"noticed_by" bigint,
	CONSTRAINT "till_stock_stores_organization_id_store_id_pk" PRIMARY KEY("organization_id","store_id")
);
--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counters" ADD CONSTRAINT "counters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countries" ADD CONSTRAINT "countries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_currencies" ADD CONSTRAINT "organization_currencies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_types" ADD CONSTRAINT "price_types_organization_id_currency_id_organization_currencies_organization_id_id_fk" FOREIGN KEY ("organization_id","currency_id") REFERENCES "public"."organization_currencies"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_groups" ADD CONSTRAINT "product_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_groups" ADD CONSTRAINT "product_groups_organization_id_parent_id_product_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."product_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_point_cashiers" ADD CONSTRAINT "retail_point_cashiers_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_point_cashiers" ADD CONSTRAINT "retail_point_cashiers_organization_id_employee_id_employees_organization_id_id_fk" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."employees"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_point_groups" ADD CONSTRAINT "retail_point_groups_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_point_groups" ADD CONSTRAINT "retail_point_groups_organization_id_product_group_id_product_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","product_group_id") REFERENCES "public"."product_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_points" ADD CONSTRAINT "retail_points_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_points" ADD CONSTRAINT "retail_points_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_organization_id_parent_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_organization_id_document_id_documents_organization_id_id_fk" FOREIGN KEY ("organization_id","document_id") REFERENCES "public"."documents"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_target_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","target_store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_counterparty_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","counterparty_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_basis_id_documents_organization_id_id_fk" FOREIGN KEY ("organization_id","basis_id") REFERENCES "public"."documents"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_roles" ADD CONSTRAINT "employee_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_organization_id_role_id_employee_roles_organization_id_id_fk" FOREIGN KEY ("organization_id","role_id") REFERENCES "public"."employee_roles"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD CONSTRAINT "organization_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_units" ADD CONSTRAINT "organization_units_unit_id_units_of_measure_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units_of_measure"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_units" ADD CONSTRAINT "organization_units_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "future_prices" ADD CONSTRAINT "future_prices_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "future_prices" ADD CONSTRAINT "future_prices_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_barcodes" ADD CONSTRAINT "product_barcodes_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_min_stocks" ADD CONSTRAINT "product_min_stocks_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_min_stocks" ADD CONSTRAINT "product_min_stocks_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_words" ADD CONSTRAINT "product_words_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_product_group_id_product_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","product_group_id") REFERENCES "public"."product_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_unit_of_measure_id_organization_units_organization_id_unit_id_fk" FOREIGN KEY ("organization_id","unit_of_measure_id") REFERENCES "public"."organization_units"("organization_id","unit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_country_id_countries_organization_id_id_fk" FOREIGN KEY ("organization_id","country_id") REFERENCES "public"."countries"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_supplier_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sale_lines" ADD CONSTRAINT "retail_sale_lines_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sale_lines" ADD CONSTRAINT "retail_sale_lines_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sale_payments" ADD CONSTRAINT "retail_sale_payments_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_organization_id_customer_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_recalculations" ADD CONSTRAINT "cost_recalculations_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_balances" ADD CONSTRAINT "stock_balances_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_balances" ADD CONSTRAINT "stock_balances_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_chains" ADD CONSTRAINT "device_chains_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_counters" ADD CONSTRAINT "feed_counters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_conflicts" ADD CONSTRAINT "upload_conflicts_organization_id_id_uploads_organization_id_id_fk" FOREIGN KEY ("organization_id","id") REFERENCES "public"."uploads"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_chain_id_device_chains_organization_id_id_fk" FOREIGN KEY ("organization_id","chain_id") REFERENCES "public"."device_chains"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_movements" ADD CONSTRAINT "cash_movements_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_events" ADD CONSTRAINT "till_events_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_shifts" ADD CONSTRAINT "till_shifts_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_stock" ADD CONSTRAINT "till_stock_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_stock" ADD CONSTRAINT "till_stock_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_stock_stores" ADD CONSTRAINT "till_stock_stores_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "counterparties_system_key" ON "counterparties" USING btree ("organization_id") WHERE is_system;--> statement-breakpoint
CREATE INDEX "counterparties_name_idx" ON "counterparties" USING btree ("organization_id","name","id");--> statement-breakpoint
CREATE INDEX "counterparties_tax_id_idx" ON "counterparties" USING btree ("organization_id","tax_id");--> statement-breakpoint
CREATE INDEX "counterparties_phone_idx" ON "counterparties" USING btree ("organization_id","phone_number");--> statement-breakpoint
CREATE INDEX "counterparties_price_type_idx" ON "counterparties" USING btree ("organization_id","price_type_id");--> statement-breakpoint
CREATE INDEX "price_types_currency_idx" ON "price_types" USING btree ("organization_id","currency_id");--> statement-breakpoint
CREATE INDEX "retail_point_cashiers_employee_idx" ON "retail_point_cashiers" USING btree ("organization_id","employee_id");--> statement-breakpoint
CREATE INDEX "retail_point_groups_group_idx" ON "retail_point_groups" USING btree ("organization_id","product_group_id");--> statement-breakpoint
CREATE INDEX "retail_points_store_idx" ON "retail_points" USING btree ("organization_id","store_id");--> statement-breakpoint
CREATE INDEX "retail_points_price_type_idx" ON "retail_points" USING btree ("organization_id","price_type_id");--> statement-breakpoint
CREATE INDEX "stores_parent_idx" ON "stores" USING btree ("organization_id","parent_id");--> statement-breakpoint
CREATE INDEX "document_lines_product_idx" ON "document_lines" USING btree ("organization_id","product_id");--> statement-breakpoint
CREATE INDEX "documents_date_idx" ON "documents" USING btree ("organization_id","type","date","id");--> statement-breakpoint
CREATE INDEX "documents_store_idx" ON "documents" USING btree ("organization_id","store_id","type","date");--> statement-breakpoint
CREATE INDEX "documents_target_store_idx" ON "documents" USING btree ("organization_id","target_store_id");--> statement-breakpoint
CREATE INDEX "documents_counterparty_idx" ON "documents" USING btree ("organization_id","counterparty_id","type","date");--> statement-breakpoint
CREATE INDEX "documents_draft_idx" ON "documents" USING btree ("organization_id","type") WHERE status = 'Draft';--> statement-breakpoint
CREATE INDEX "documents_basis_idx" ON "documents" USING btree ("organization_id","basis_id");--> statement-breakpoint
CREATE INDEX "employees_role_idx" ON "employees" USING btree ("organization_id","role_id");--> statement-breakpoint
CREATE INDEX "pairing_codes_point_idx" ON "pairing_codes" USING btree ("organization_id","retail_point_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_family_idx" ON "refresh_tokens" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_account_idx" ON "refresh_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "future_prices_price_type_idx" ON "future_prices" USING btree ("organization_id","price_type_id");--> statement-breakpoint
CREATE INDEX "future_prices_starts_idx" ON "future_prices" USING btree ("organization_id","starts_at");--> statement-breakpoint
CREATE INDEX "past_prices_price_type_idx" ON "past_prices" USING btree ("organization_id","price_type_id");--> statement-breakpoint
CREATE INDEX "product_barcodes_value_idx" ON "product_barcodes" USING btree ("organization_id","value");--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_main_key" ON "product_images" USING btree ("organization_id","product_id") WHERE is_main;--> statement-breakpoint
CREATE INDEX "product_images_product_idx" ON "product_images" USING btree ("organization_id","product_id","sort_order");--> statement-breakpoint
CREATE INDEX "product_imports_created_idx" ON "product_imports" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "product_min_stocks_store_idx" ON "product_min_stocks" USING btree ("organization_id","store_id");--> statement-breakpoint
CREATE INDEX "product_prices_value_idx" ON "product_prices" USING btree ("organization_id","price_type_id","value","product_id");--> statement-breakpoint
CREATE INDEX "product_words_word_idx" ON "product_words" USING btree ("organization_id","word");--> statement-breakpoint
CREATE INDEX "products_country_idx" ON "products" USING btree ("organization_id","country_id");--> statement-breakpoint
CREATE INDEX "products_supplier_idx" ON "products" USING btree ("organization_id","supplier_id");--> statement-breakpoint
CREATE INDEX "products_unit_idx" ON "products" USING btree ("organization_id","unit_of_measure_id");--> statement-breakpoint
CREATE INDEX "products_group_idx" ON "products" USING btree ("organization_id","product_group_id","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_name_idx" ON "products" USING btree ("organization_id","name","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_article_idx" ON "products" USING btree ("organization_id","article","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_cost_idx" ON "products" USING btree ("organization_id","cost","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("organization_id","created_at","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_updated_idx" ON "products" USING btree ("organization_id","updated_at","id","is_archived");--> statement-breakpoint
CREATE INDEX "products_archived_idx" ON "products" USING btree ("organization_id","id") WHERE is_archived;--> statement-breakpoint
CREATE INDEX "products_weighed_idx" ON "products" USING btree ("organization_id","id") WHERE is_weighed;--> statement-breakpoint
CREATE INDEX "products_kind_idx" ON "products" USING btree ("organization_id","kind","id") WHERE kind <> 'Good';--> statement-breakpoint
CREATE INDEX "products_tracked_idx" ON "products" USING btree ("organization_id","tracking_type","id") WHERE tracking_type <> 'NotTracked';--> statement-breakpoint
CREATE INDEX "products_min_stock_idx" ON "products" USING btree ("organization_id","id","min_stock") WHERE min_stock IS NOT NULL;--> statement-breakpoint
CREATE INDEX "products_no_barcode_idx" ON "products" USING btree ("organization_id","id") WHERE NOT has_barcode;--> statement-breakpoint
CREATE INDEX "retail_sale_lines_product_idx" ON "retail_sale_lines" USING btree ("organization_id","product_id");--> statement-breakpoint
CREATE INDEX "retail_sales_date_idx" ON "retail_sales" USING btree ("organization_id","date","id");--> statement-breakpoint
CREATE INDEX "retail_sales_receipt_idx" ON "retail_sales" USING btree ("organization_id","receipt_number");--> statement-breakpoint
CREATE INDEX "retail_sales_original_idx" ON "retail_sales" USING btree ("organization_id","original_sale_id");--> statement-breakpoint
CREATE INDEX "retail_sales_shift_idx" ON "retail_sales" USING btree ("organization_id","shift_id") WHERE shift_id is not null;--> statement-breakpoint
CREATE INDEX "retail_sales_customer_idx" ON "retail_sales" USING btree ("organization_id","customer_id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "retail_sales_flagged_idx" ON "retail_sales" USING btree ("organization_id","date","id") WHERE flags <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "retail_sales_review_idx" ON "retail_sales" USING btree ("organization_id","date","id") WHERE reviewed_at is null and flags <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "retail_sales_draft_idx" ON "retail_sales" USING btree ("organization_id","source") WHERE status = 'Draft';--> statement-breakpoint
CREATE INDEX "retail_sales_store_idx" ON "retail_sales" USING btree ("organization_id","store_id","date");--> statement-breakpoint
CREATE INDEX "stock_balances_product_idx" ON "stock_balances" USING btree ("organization_id","product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_product_idx" ON "stock_movements" USING btree ("organization_id","product_id","store_id","moment","seq");--> statement-breakpoint
CREATE INDEX "stock_movements_store_idx" ON "stock_movements" USING btree ("organization_id","store_id","moment","seq");--> statement-breakpoint
CREATE INDEX "stock_movements_moment_idx" ON "stock_movements" USING btree ("organization_id","moment","seq");--> statement-breakpoint
CREATE INDEX "stock_movements_type_idx" ON "stock_movements" USING btree ("organization_id","document_type","moment","seq") WHERE document_type <> 'RetailSale';--> statement-breakpoint
CREATE INDEX "stock_movements_receipt_idx" ON "stock_movements" USING btree ("organization_id","product_id","store_id","moment","seq","quantity") WHERE quantity > 0;--> statement-breakpoint
CREATE INDEX "stock_movements_source_idx" ON "stock_movements" USING btree ("organization_id","source_document_id") WHERE source_document_id is not null;--> statement-breakpoint
CREATE INDEX "device_chains_device_idx" ON "device_chains" USING btree ("organization_id","device_id");--> statement-breakpoint
CREATE INDEX "feed_seq_idx" ON "feed" USING btree ("organization_id","seq");--> statement-breakpoint
CREATE INDEX "feed_pending_idx" ON "feed" USING btree ("organization_id") WHERE seq is null;--> statement-breakpoint
CREATE INDEX "uploads_chain_idx" ON "uploads" USING btree ("organization_id","chain_id","seq");--> statement-breakpoint
CREATE INDEX "uploads_device_idx" ON "uploads" USING btree ("organization_id","device_id","id");--> statement-breakpoint
CREATE INDEX "uploads_open_idx" ON "uploads" USING btree ("organization_id","received_at") WHERE status <> 'posted';--> statement-breakpoint
CREATE INDEX "work_items_open_idx" ON "work_items" USING btree ("organization_id","opened_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "work_items_upload_idx" ON "work_items" USING btree ("organization_id","upload_id");--> statement-breakpoint
CREATE INDEX "cash_movements_shift_idx" ON "cash_movements" USING btree ("organization_id","shift_id");--> statement-breakpoint
CREATE INDEX "cash_movements_moved_idx" ON "cash_movements" USING btree ("organization_id","moved_at");--> statement-breakpoint
CREATE INDEX "till_events_happened_idx" ON "till_events" USING btree ("organization_id","happened_at");--> statement-breakpoint
CREATE INDEX "till_shifts_opened_idx" ON "till_shifts" USING btree ("organization_id","opened_at");
--> statement-breakpoint
-- Indexes of expressions, whose functions stand in hub/db/sql/search-text.sql.
CREATE INDEX products_name_key_idx ON products (organization_id, search_key(name) COLLATE "C", id);
--> statement-breakpoint
CREATE INDEX products_code_key_idx ON products (organization_id, search_key(code) COLLATE "C");
--> statement-breakpoint
CREATE INDEX products_article_key_idx ON products (organization_id, search_key(article) COLLATE "C")
  WHERE article IS NOT NULL;
--> statement-breakpoint
CREATE INDEX product_barcodes_value_key_idx ON product_barcodes (organization_id, value COLLATE "C");
--> statement-breakpoint
-- Without a pending list, which each search would have to read.
CREATE INDEX products_search_idx ON products
  USING gin (product_search_words(organization_id, name, code, article))
  WITH (fastupdate = off);
--> statement-breakpoint
-- An eighth of the products again: for words that very many products have.
CREATE INDEX products_some_search_idx ON products
  USING gin (product_search_words(organization_id, name, code, article))
  WITH (fastupdate = off)
  WHERE right(id::text, 1) IN ('0', '8');
--> statement-breakpoint
CREATE INDEX product_words_search_idx ON product_words
  USING gin (organization_id, search_fold(word) gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
INSERT INTO currencies (id, code, iso_code, name, symbol) VALUES
  ('0192a000-0000-7000-8000-000000000398', '398', 'KZT', 'Tenge', '₸'),
  ('0192a000-0000-7000-8000-000000000643', '643', 'RUB', 'Russian rouble', '₽'),
  ('0192a000-0000-7000-8000-000000000860', '860', 'UZS', 'Uzbek sum', 'сум'),
  ('0192a000-0000-7000-8000-000000000933', '933', 'BYN', 'Belarusian rouble', 'Br'),
  ('0192a000-0000-7000-8000-000000000417', '417', 'KGS', 'Kyrgyz som', 'сом'),
  ('0192a000-0000-7000-8000-000000000826', '826', 'GBP', 'Pound sterling', '£'),
  ('0192a000-0000-7000-8000-000000000840', '840', 'USD', 'US dollar', '$'),
  ('0192a000-0000-7000-8000-000000000978', '978', 'EUR', 'Euro', '€');
--> statement-breakpoint
INSERT INTO units_of_measure (id, name, full_name, code, is_fractional, fiscal_measure) VALUES
  ('0192a001-0000-7000-8000-000000000796', 'шт', 'Штука', '796', false, 0),
  ('0192a001-0000-7000-8000-000000000166', 'кг', 'Килограмм', '166', true, 11),
  ('0192a001-0000-7000-8000-000000000163', 'г', 'Грамм', '163', true, 10),
  ('0192a001-0000-7000-8000-000000000112', 'л', 'Литр', '112', true, 41),
  ('0192a001-0000-7000-8000-000000000006', 'м', 'Метр', '006', true, 22),
  ('0192a001-0000-7000-8000-000000000778', 'упак', 'Упаковка', '778', false, 0);
--> statement-breakpoint
-- ISO 3166-1, with the names in use.
INSERT INTO preset_countries (code, alpha2, name_en, name_ru) VALUES
  ('004', 'AF', 'Afghanistan', 'Афганистан'),
  ('008', 'AL', 'Albania', 'Албания'),
  ('010', 'AQ', 'Antarctica', 'Антарктида'),
  ('012', 'DZ', 'Algeria', 'Алжир'),
  ('016', 'AS', 'American Samoa', 'Американское Самоа'),
  ('020', 'AD', 'Andorra', 'Андорра'),
  ('024', 'AO', 'Angola', 'Ангола'),
  ('028', 'AG', 'Antigua and Barbuda', 'Антигуа и Барбуда'),
  ('031', 'AZ', 'Azerbaijan', 'Азербайджан'),
  ('032', 'AR', 'Argentina', 'Аргентина'),
  ('036', 'AU', 'Australia', 'Австралия'),
  ('040', 'AT', 'Austria', 'Австрия'),
  ('044', 'BS', 'Bahamas', 'Багамы'),
  ('048', 'BH', 'Bahrain', 'Бахрейн'),
  ('050', 'BD', 'Bangladesh', 'Бангладеш'),
  ('051', 'AM', 'Armenia', 'Армения'),
  ('052', 'BB', 'Barbados', 'Барбадос'),
  ('056', 'BE', 'Belgium', 'Бельгия'),
  ('060', 'BM', 'Bermuda', 'Бермуды'),
  ('064', 'BT', 'Bhutan', 'Бутан'),
  ('068', 'BO', 'Bolivia', 'Боливия'),
  ('070', 'BA', 'Bosnia and Herzegovina', 'Босния и Герцеговина'),
  ('072', 'BW', 'Botswana', 'Ботсвана'),
  ('074', 'BV', 'Bouvet Island', 'Остров Буве'),
  ('076', 'BR', 'Brazil', 'Бразилия'),
  ('084', 'BZ', 'Belize', 'Белиз'),
  ('086', 'IO', 'British Indian Ocean Territory', 'Британская территория в Индийском океане'),
  ('090', 'SB', 'Solomon Islands', 'Соломоновы Острова'),
  ('092', 'VG', 'Virgin Islands, British', 'Виргинские Острова (Великобритания)'),
  ('096', 'BN', 'Brunei Darussalam', 'Бруней'),
  ('100', 'BG', 'Bulgaria', 'Болгария'),
  ('104', 'MM', 'Myanmar', 'Мьянма'),
  ('108', 'BI', 'Burundi', 'Бурунди'),
  ('112', 'BY', 'Belarus', 'Беларусь'),
  ('116', 'KH', 'Cambodia', 'Камбоджа'),
  ('120', 'CM', 'Cameroon', 'Камерун'),
  ('124', 'CA', 'Canada', 'Канада'),
  ('132', 'CV', 'Cape Verde', 'Кабо-Верде'),
  ('136', 'KY', 'Cayman Islands', 'Острова Кайман'),
  ('140', 'CF', 'Central African Republic', 'ЦАР'),
  ('144', 'LK', 'Sri Lanka', 'Шри-Ланка'),
  ('148', 'TD', 'Chad', 'Чад'),
  ('152', 'CL', 'Chile', 'Чили'),
  ('156', 'CN', 'People''s Republic of China', 'КНР (Китайская Народная Республика)'),
  ('158', 'TW', 'Taiwan, Province of China', 'Тайвань'),
  ('162', 'CX', 'Christmas Island', 'Остров Рождества'),
  ('166', 'CC', 'Cocos (Keeling) Islands', 'Кокосовые острова'),
  ('170', 'CO', 'Colombia', 'Колумбия'),
  ('174', 'KM', 'Comoros', 'Коморы'),
  ('175', 'YT', 'Mayotte', 'Майотта'),
  ('178', 'CG', 'Republic of the Congo', 'Республика Конго'),
  ('180', 'CD', 'Democratic Republic of the Congo', 'Демократическая Республика Конго'),
  ('184', 'CK', 'Cook Islands', 'Острова Кука'),
  ('188', 'CR', 'Costa Rica', 'Коста-Рика'),
  ('191', 'HR', 'Croatia', 'Хорватия'),
  ('192', 'CU', 'Cuba', 'Куба'),
  ('196', 'CY', 'Cyprus', 'Кипр'),
  ('203', 'CZ', 'Czech Republic', 'Чехия'),
  ('204', 'BJ', 'Benin', 'Бенин'),
  ('208', 'DK', 'Denmark', 'Дания'),
  ('212', 'DM', 'Dominica', 'Доминика'),
  ('214', 'DO', 'Dominican Republic', 'Доминиканская Республика'),
  ('218', 'EC', 'Ecuador', 'Эквадор'),
  ('222', 'SV', 'El Salvador', 'Сальвадор'),
  ('226', 'GQ', 'Equatorial Guinea', 'Экваториальная Гвинея'),
  ('231', 'ET', 'Ethiopia', 'Эфиопия'),
  ('232', 'ER', 'Eritrea', 'Эритрея'),
  ('233', 'EE', 'Estonia', 'Эстония'),
  ('234', 'FO', 'Faroe Islands', 'Фареры'),
  ('238', 'FK', 'Falkland Islands (Malvinas)', 'Фолклендские острова'),
  ('239', 'GS', 'South Georgia and the South Sandwich Islands', 'Южная Георгия и Южные Сандвичевы Острова'),
  ('242', 'FJ', 'Fiji', 'Фиджи'),
  ('246', 'FI', 'Finland', 'Финляндия'),
  ('248', 'AX', 'Åland Islands', 'Аландские острова'),
  ('250', 'FR', 'France', 'Франция'),
  ('254', 'GF', 'French Guiana', 'Гвиана'),
  ('258', 'PF', 'French Polynesia', 'Французская Полинезия'),
  ('260', 'TF', 'French Southern Territories', 'Французские Южные и Антарктические Территории'),
  ('262', 'DJ', 'Djibouti', 'Джибути'),
  ('266', 'GA', 'Gabon', 'Габон'),
  ('268', 'GE', 'Georgia', 'Грузия'),
  ('270', 'GM', 'Republic of The Gambia', 'Гамбия'),
  ('275', 'PS', 'State of Palestine', 'Государство Палестина'),
  ('276', 'DE', 'Germany', 'Германия'),
  ('288', 'GH', 'Ghana', 'Гана'),
  ('292', 'GI', 'Gibraltar', 'Гибралтар'),
  ('296', 'KI', 'Kiribati', 'Кирибати'),
  ('300', 'GR', 'Greece', 'Греция'),
  ('304', 'GL', 'Greenland', 'Гренландия'),
  ('308', 'GD', 'Grenada', 'Гренада'),
  ('312', 'GP', 'Guadeloupe', 'Гваделупа'),
  ('316', 'GU', 'Guam', 'Гуам'),
  ('320', 'GT', 'Guatemala', 'Гватемала'),
  ('324', 'GN', 'Guinea', 'Гвинея'),
  ('328', 'GY', 'Guyana', 'Гайана'),
  ('332', 'HT', 'Haiti', 'Гаити'),
  ('334', 'HM', 'Heard Island and McDonald Islands', 'Херд и Макдональд'),
  ('336', 'VA', 'Holy See (Vatican City State)', 'Ватикан'),
  ('340', 'HN', 'Honduras', 'Гондурас'),
  ('344', 'HK', 'Hong Kong', 'Гонконг'),
  ('348', 'HU', 'Hungary', 'Венгрия'),
  ('352', 'IS', 'Iceland', 'Исландия'),
  ('356', 'IN', 'India', 'Индия'),
  ('360', 'ID', 'Indonesia', 'Индонезия'),
  ('364', 'IR', 'Islamic Republic of Iran', 'Иран'),
  ('368', 'IQ', 'Iraq', 'Ирак'),
  ('372', 'IE', 'Ireland', 'Ирландия'),
  ('376', 'IL', 'Israel', 'Израиль'),
  ('380', 'IT', 'Italy', 'Италия'),
  ('384', 'CI', 'Cote d''Ivoire', 'Кот-д’Ивуар'),
  ('388', 'JM', 'Jamaica', 'Ямайка'),
  ('392', 'JP', 'Japan', 'Япония'),
  ('398', 'KZ', 'Kazakhstan', 'Казахстан'),
  ('400', 'JO', 'Jordan', 'Иордания'),
  ('404', 'KE', 'Kenya', 'Кения'),
  ('408', 'KP', 'North Korea', 'КНДР (Корейская Народно-Демократическая Республика)'),
  ('410', 'KR', 'South Korea', 'Республика Корея'),
  ('414', 'KW', 'Kuwait', 'Кувейт'),
  ('417', 'KG', 'Kyrgyzstan', 'Киргизия'),
  ('418', 'LA', 'Lao People''s Democratic Republic', 'Лаос'),
  ('422', 'LB', 'Lebanon', 'Ливан'),
  ('426', 'LS', 'Lesotho', 'Лесото'),
  ('428', 'LV', 'Latvia', 'Латвия'),
  ('430', 'LR', 'Liberia', 'Либерия'),
  ('434', 'LY', 'Libya', 'Ливия'),
  ('438', 'LI', 'Liechtenstein', 'Лихтенштейн'),
  ('440', 'LT', 'Lithuania', 'Литва'),
  ('442', 'LU', 'Luxembourg', 'Люксембург'),
  ('446', 'MO', 'Macao', 'Макао'),
  ('450', 'MG', 'Madagascar', 'Мадагаскар'),
  ('454', 'MW', 'Malawi', 'Малави'),
  ('458', 'MY', 'Malaysia', 'Малайзия'),
  ('462', 'MV', 'Maldives', 'Мальдивы'),
  ('466', 'ML', 'Mali', 'Мали'),
  ('470', 'MT', 'Malta', 'Мальта'),
  ('474', 'MQ', 'Martinique', 'Мартиника'),
  ('478', 'MR', 'Mauritania', 'Мавритания'),
  ('480', 'MU', 'Mauritius', 'Маврикий'),
  ('484', 'MX', 'Mexico', 'Мексика'),
  ('492', 'MC', 'Monaco', 'Монако'),
  ('496', 'MN', 'Mongolia', 'Монголия'),
  ('498', 'MD', 'Moldova, Republic of', 'Молдавия'),
  ('499', 'ME', 'Montenegro', 'Черногория'),
  ('500', 'MS', 'Montserrat', 'Монтсеррат'),
  ('504', 'MA', 'Morocco', 'Марокко'),
  ('508', 'MZ', 'Mozambique', 'Мозамбик'),
  ('512', 'OM', 'Oman', 'Оман'),
  ('516', 'NA', 'Namibia', 'Намибия'),
  ('520', 'NR', 'Nauru', 'Науру'),
  ('524', 'NP', 'Nepal', 'Непал'),
  ('528', 'NL', 'Netherlands', 'Нидерланды'),
  ('531', 'CW', 'Curaçao', 'Кюрасао'),
  ('533', 'AW', 'Aruba', 'Аруба'),
  ('534', 'SX', 'Sint Maarten (Dutch part)', 'Синт-Мартен'),
  ('535', 'BQ', 'Bonaire, Sint Eustatius and Saba', 'Бонэйр, Синт-Эстатиус и Саба'),
  ('540', 'NC', 'New Caledonia', 'Новая Каледония'),
  ('548', 'VU', 'Vanuatu', 'Вануату'),
  ('554', 'NZ', 'New Zealand', 'Новая Зеландия'),
  ('558', 'NI', 'Nicaragua', 'Никарагуа'),
  ('562', 'NE', 'Niger', 'Нигер'),
  ('566', 'NG', 'Nigeria', 'Нигерия'),
  ('570', 'NU', 'Niue', 'Ниуэ'),
  ('574', 'NF', 'Norfolk Island', 'Остров Норфолк'),
  ('578', 'NO', 'Norway', 'Норвегия'),
  ('580', 'MP', 'Northern Mariana Islands', 'Северные Марианские Острова'),
  ('581', 'UM', 'United States Minor Outlying Islands', 'Внешние малые острова (США)'),
  ('583', 'FM', 'Micronesia, Federated States of', 'Микронезия'),
  ('584', 'MH', 'Marshall Islands', 'Маршалловы Острова'),
  ('585', 'PW', 'Palau', 'Палау'),
  ('586', 'PK', 'Pakistan', 'Пакистан'),
  ('591', 'PA', 'Panama', 'Панама'),
  ('598', 'PG', 'Papua New Guinea', 'Папуа — Новая Гвинея'),
  ('600', 'PY', 'Paraguay', 'Парагвай'),
  ('604', 'PE', 'Peru', 'Перу'),
  ('608', 'PH', 'Philippines', 'Филиппины'),
  ('612', 'PN', 'Pitcairn', 'Острова Питкэрн'),
  ('616', 'PL', 'Poland', 'Польша'),
  ('620', 'PT', 'Portugal', 'Португалия'),
  ('624', 'GW', 'Guinea-Bissau', 'Гвинея-Бисау'),
  ('626', 'TL', 'Timor-Leste', 'Восточный Тимор'),
  ('630', 'PR', 'Puerto Rico', 'Пуэрто-Рико'),
  ('634', 'QA', 'Qatar', 'Катар'),
  ('638', 'RE', 'Reunion', 'Реюньон'),
  ('642', 'RO', 'Romania', 'Румыния'),
  ('643', 'RU', 'Russia', 'Россия'),
  ('646', 'RW', 'Rwanda', 'Руанда'),
  ('652', 'BL', 'Saint Barthélemy', 'Сен-Бартелеми'),
  ('654', 'SH', 'Saint Helena', 'Острова Святой Елены, Вознесения и Тристан-да-Кунья'),
  ('659', 'KN', 'Saint Kitts and Nevis', 'Сент-Китс и Невис'),
  ('660', 'AI', 'Anguilla', 'Ангилья'),
  ('662', 'LC', 'Saint Lucia', 'Сент-Люсия'),
  ('663', 'MF', 'Saint Martin (French part)', 'Сен-Мартен'),
  ('666', 'PM', 'Saint Pierre and Miquelon', 'Сен-Пьер и Микелон'),
  ('670', 'VC', 'Saint Vincent and the Grenadines', 'Сент-Винсент и Гренадины'),
  ('674', 'SM', 'San Marino', 'Сан-Марино'),
  ('678', 'ST', 'Sao Tome and Principe', 'Сан-Томе и Принсипи'),
  ('682', 'SA', 'Saudi Arabia', 'Саудовская Аравия'),
  ('686', 'SN', 'Senegal', 'Сенегал'),
  ('688', 'RS', 'Serbia', 'Сербия'),
  ('690', 'SC', 'Seychelles', 'Сейшельские Острова'),
  ('694', 'SL', 'Sierra Leone', 'Сьерра-Леоне'),
  ('702', 'SG', 'Singapore', 'Сингапур'),
  ('703', 'SK', 'Slovakia', 'Словакия'),
  ('704', 'VN', 'Vietnam', 'Вьетнам'),
  ('705', 'SI', 'Slovenia', 'Словения'),
  ('706', 'SO', 'Somalia', 'Сомали'),
  ('710', 'ZA', 'South Africa', 'ЮАР'),
  ('716', 'ZW', 'Zimbabwe', 'Зимбабве'),
  ('724', 'ES', 'Spain', 'Испания'),
  ('728', 'SS', 'South Sudan', 'Южный Судан'),
  ('729', 'SD', 'Sudan', 'Судан'),
  ('732', 'EH', 'Western Sahara', 'САДР'),
  ('740', 'SR', 'Suriname', 'Суринам'),
  ('744', 'SJ', 'Svalbard and Jan Mayen', 'Шпицберген и Ян-Майен'),
  ('748', 'SZ', 'Eswatini', 'Эсватини'),
  ('752', 'SE', 'Sweden', 'Швеция'),
  ('756', 'CH', 'Switzerland', 'Швейцария'),
  ('760', 'SY', 'Syrian Arab Republic', 'Сирия'),
  ('762', 'TJ', 'Tajikistan', 'Таджикистан'),
  ('764', 'TH', 'Thailand', 'Таиланд'),
  ('768', 'TG', 'Togo', 'Того'),
  ('772', 'TK', 'Tokelau', 'Токелау'),
  ('776', 'TO', 'Tonga', 'Тонга'),
  ('780', 'TT', 'Trinidad and Tobago', 'Тринидад и Тобаго'),
  ('784', 'AE', 'United Arab Emirates', 'ОАЭ'),
  ('788', 'TN', 'Tunisia', 'Тунис'),
  ('792', 'TR', 'Türkiye', 'Турция'),
  ('795', 'TM', 'Turkmenistan', 'Туркмения'),
  ('796', 'TC', 'Turks and Caicos Islands', 'Теркс и Кайкос'),
  ('798', 'TV', 'Tuvalu', 'Тувалу'),
  ('800', 'UG', 'Uganda', 'Уганда'),
  ('804', 'UA', 'Ukraine', 'Украина'),
  ('807', 'MK', 'The Republic of North Macedonia', 'Северная Македония'),
  ('818', 'EG', 'Egypt', 'Египет'),
  ('826', 'GB', 'United Kingdom', 'Великобритания'),
  ('831', 'GG', 'Guernsey', 'Гернси'),
  ('832', 'JE', 'Jersey', 'Джерси'),
  ('833', 'IM', 'Isle of Man', 'Остров Мэн'),
  ('834', 'TZ', 'United Republic of Tanzania', 'Танзания'),
  ('840', 'US', 'United States of America', 'США'),
  ('850', 'VI', 'Virgin Islands, U.S.', 'Виргинские Острова (США)'),
  ('854', 'BF', 'Burkina Faso', 'Буркина-Фасо'),
  ('858', 'UY', 'Uruguay', 'Уругвай'),
  ('860', 'UZ', 'Uzbekistan', 'Узбекистан'),
  ('862', 'VE', 'Venezuela', 'Венесуэла'),
  ('876', 'WF', 'Wallis and Futuna', 'Уоллис и Футуна'),
  ('882', 'WS', 'Samoa', 'Самоа'),
  ('887', 'YE', 'Yemen', 'Йемен'),
  ('894', 'ZM', 'Zambia', 'Замбия');
