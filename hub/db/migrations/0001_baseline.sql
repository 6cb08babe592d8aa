-- Both are trusted: the owner of a database may install them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid,
	"employee_id" uuid,
	"actor_name" text,
	"is_super_admin" boolean NOT NULL,
	"inside_id" uuid,
	"inside_name" text,
	"reason" text,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid,
	"record_name" text,
	"source" text,
	"store_ids" uuid[],
	"address" text,
	"user_agent" text,
	"changes" jsonb NOT NULL,
	"changed_records" integer NOT NULL,
	"unnamed_prices" integer,
	"seal" bigint,
	"hash" "bytea",
	CONSTRAINT "audit_log_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"organization_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"row_count" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_seals_organization_id_number_pk" PRIMARY KEY("organization_id","number")
);
--> statement-breakpoint
CREATE TABLE "counterparties" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
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
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"name" text NOT NULL,
	"code" text,
	"alpha2" text,
	"is_preset" boolean DEFAULT false NOT NULL,
	CONSTRAINT "countries_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "countries_name_key" UNIQUE("organization_id","name"),
	CONSTRAINT "countries_code_key" UNIQUE("organization_id","code")
);
--> statement-breakpoint
CREATE TABLE "currency_rates" (
	"organization_id" uuid NOT NULL,
	"currency_id" uuid NOT NULL,
	"day" date NOT NULL,
	"rate" bigint NOT NULL,
	"multiplicity" integer NOT NULL,
	CONSTRAINT "currency_rates_organization_id_currency_id_day_pk" PRIMARY KEY("organization_id","currency_id","day")
);
--> statement-breakpoint
CREATE TABLE "organization_currencies" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"name" text NOT NULL,
	"full_name" text,
	"code" text NOT NULL,
	"iso_code" text NOT NULL,
	"symbol" text,
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
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
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
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
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
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
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
	"zero_lines" text DEFAULT 'Cent' NOT NULL,
	"allow_custom_price" boolean NOT NULL,
	"allow_delete_lines" boolean DEFAULT true NOT NULL,
	"allow_return_without_basis" boolean NOT NULL,
	"allow_return_from_closed_shift" boolean DEFAULT true NOT NULL,
	"allow_refund_other_tender" boolean DEFAULT false NOT NULL,
	"require_shift" boolean DEFAULT true NOT NULL,
	"blind_close" boolean DEFAULT false NOT NULL,
	"offline_voucher_limit" bigint DEFAULT 0 NOT NULL,
	"max_voucher_sale" bigint DEFAULT 0 NOT NULL,
	"require_cashier_choice" boolean DEFAULT false NOT NULL,
	"print_always" boolean DEFAULT false NOT NULL,
	"sync_customers" boolean DEFAULT false NOT NULL,
	"receipt_language" text DEFAULT 'ru' NOT NULL,
	"tax_system" text,
	"vat_included" boolean NOT NULL,
	"cash_rounding" text DEFAULT 'None' NOT NULL,
	"cash_rounding_step" bigint DEFAULT 1 NOT NULL,
	"cash_rounding_applies_to" text DEFAULT 'CashOnly' NOT NULL,
	"payment_types" text[] DEFAULT '{"Cash","Card"}' NOT NULL,
	"receipt_header" text,
	"receipt_footer" text,
	"paper_width" integer NOT NULL,
	"logo_key" text,
	"receipt_qr" boolean DEFAULT false NOT NULL,
	"favourite_product_ids" uuid[] DEFAULT '{}' NOT NULL,
	"favourites_arranged_at" timestamp (3) with time zone,
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
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
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
CREATE TABLE "change_set_rows" (
	"organization_id" uuid NOT NULL,
	"change_set_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"file_row" integer,
	"record_id" uuid,
	"name" text NOT NULL,
	"version" integer,
	"outcome" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"refusal" jsonb,
	CONSTRAINT "change_set_rows_organization_id_change_set_id_position_pk" PRIMARY KEY("organization_id","change_set_id","position")
);
--> statement-breakpoint
CREATE TABLE "change_sets" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"step" text DEFAULT 'Previewed' NOT NULL,
	"asked" jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"job_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"applied_by_name" text,
	"undone_at" timestamp (3) with time zone,
	"undone_by_name" text,
	CONSTRAINT "change_sets_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"employee_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"card" bigint NOT NULL,
	"qr" bigint NOT NULL,
	CONSTRAINT "customer_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","employee_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "dirty_days" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	CONSTRAINT "dirty_days_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "group_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_group_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "group_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","product_group_id")
);
--> statement-breakpoint
CREATE TABLE "group_months" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_group_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "group_months_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_group_id")
);
--> statement-breakpoint
CREATE TABLE "group_quarters" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_group_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "group_quarters_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_group_id")
);
--> statement-breakpoint
CREATE TABLE "group_years" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_group_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "group_years_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_group_id")
);
--> statement-breakpoint
CREATE TABLE "payment_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"employee_id" uuid NOT NULL,
	"type" text NOT NULL,
	"documents" integer NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "payment_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","employee_id","type")
);
--> statement-breakpoint
CREATE TABLE "product_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "product_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_months" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "product_months_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_periods" (
	"organization_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"is_summed" boolean NOT NULL,
	CONSTRAINT "product_periods_pk" PRIMARY KEY("organization_id","unit","first_day")
);
--> statement-breakpoint
CREATE TABLE "product_quarters" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "product_quarters_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_years" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "product_years_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_id")
);
--> statement-breakpoint
CREATE TABLE "receipt_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"employee_id" uuid NOT NULL,
	"hour" smallint NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"card" bigint NOT NULL,
	"qr" bigint NOT NULL,
	CONSTRAINT "receipt_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","employee_id","hour")
);
--> statement-breakpoint
CREATE TABLE "stale_groups" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_group_id" uuid NOT NULL,
	CONSTRAINT "stale_groups_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "stock_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"movements" bigint NOT NULL,
	"in_quantity" bigint NOT NULL,
	"in_cost" bigint NOT NULL,
	"out_quantity" bigint NOT NULL,
	"out_cost" bigint NOT NULL,
	"closing_quantity" bigint NOT NULL,
	"closing_cost" bigint NOT NULL,
	CONSTRAINT "stock_days_pk" PRIMARY KEY("organization_id","day","store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "store_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"card" bigint NOT NULL,
	"qr" bigint NOT NULL,
	CONSTRAINT "store_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return")
);
--> statement-breakpoint
CREATE TABLE "digest_readers" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"at" text NOT NULL,
	"language" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"told_on" text,
	CONSTRAINT "digest_readers_organization_id_employee_id_pk" PRIMARY KEY("organization_id","employee_id")
);
--> statement-breakpoint
CREATE TABLE "morning_digests" (
	"organization_id" uuid NOT NULL,
	"day" text NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "morning_digests_organization_id_day_pk" PRIMARY KEY("organization_id","day")
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
	"is_counted" boolean DEFAULT true NOT NULL,
	"is_added" boolean DEFAULT false NOT NULL,
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
	"created_by_id" uuid,
	"type" text NOT NULL,
	"number" text NOT NULL,
	"number_year" integer DEFAULT 0 NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'Draft' NOT NULL,
	"store_id" uuid,
	"target_store_id" uuid,
	"counterparty_id" uuid,
	"basis_id" uuid,
	"currency_id" uuid NOT NULL,
	"rate" bigint DEFAULT 1000000 NOT NULL,
	"multiplicity" integer DEFAULT 1 NOT NULL,
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
	"zero_uncounted" boolean DEFAULT false NOT NULL,
	"count_mode" text,
	"started_at" timestamp (3) with time zone,
	"sum" bigint DEFAULT 0 NOT NULL,
	"vat_sum" bigint DEFAULT 0 NOT NULL,
	"sum_in_organization_currency" bigint DEFAULT 0 NOT NULL,
	"vat_sum_in_organization_currency" bigint DEFAULT 0 NOT NULL,
	"cost_sum" bigint DEFAULT 0 NOT NULL,
	"posted_at" timestamp (3) with time zone,
	"posted_by_id" uuid,
	"price_overrides" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"postings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "documents_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "documents_number_key" UNIQUE("organization_id","type","number_year","number")
);
--> statement-breakpoint
CREATE TABLE "extsys_pages" (
	"organization_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "extsys_pages_organization_id_run_id_position_pk" PRIMARY KEY("organization_id","run_id","position")
);
--> statement-breakpoint
CREATE TABLE "extsys_runs" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"created_by_name" text,
	"job_id" uuid,
	"entity" text NOT NULL,
	"options" jsonb NOT NULL,
	"since" text,
	"next_offset" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"changed_until" text,
	"counts" jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes_total" integer DEFAULT 0 NOT NULL,
	"import_id" uuid,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "extsys_runs_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "extsys_settings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"auth_kind" text NOT NULL,
	"login" text,
	"secret" text
);
--> statement-breakpoint
CREATE TABLE "fiscal_cash_boxes" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"retail_point_id" uuid,
	"provider" text NOT NULL,
	"settings" jsonb NOT NULL,
	"sealed_secrets" text,
	CONSTRAINT "fiscal_cash_boxes_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "fiscal_cash_boxes_point_key" UNIQUE NULLS NOT DISTINCT("organization_id","retail_point_id")
);
--> statement-breakpoint
CREATE TABLE "fiscal_events" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"attempt" integer NOT NULL,
	"code" text,
	"message" text,
	"employee_id" uuid,
	CONSTRAINT "fiscal_events_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "fiscal_leases" (
	"organization_id" uuid NOT NULL,
	"cash_box_id" uuid NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fiscal_leases_organization_id_cash_box_id_pk" PRIMARY KEY("organization_id","cash_box_id")
);
--> statement-breakpoint
CREATE TABLE "fiscal_receipts" (
	"organization_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"cash_box_id" uuid,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "fiscal_receipts_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'Waiting' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provider_id" text,
	"result" jsonb,
	"code" text,
	"message" text,
	CONSTRAINT "fiscal_receipts_organization_id_sale_id_pk" PRIMARY KEY("organization_id","sale_id")
);
--> statement-breakpoint
-- After the receipts, whose sequence gives it its places.
CREATE TABLE "fiscal_cash_operations" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"cash_box_id" uuid NOT NULL,
	"place" bigint DEFAULT nextval('fiscal_receipts_place_seq') NOT NULL,
	"sum" bigint,
	"at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'Waiting' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code" text,
	"message" text,
	CONSTRAINT "fiscal_cash_operations_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "fiscal_settings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gift_voucher_entries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"voucher_id" uuid NOT NULL,
	"sale_id" uuid,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gift_voucher_entries_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "gift_vouchers" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"number" text NOT NULL,
	"number_key" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"issued_by_id" uuid,
	"blocked_at" timestamp (3) with time zone,
	"block_reason" text,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "gift_vouchers_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "gift_vouchers_number_key" UNIQUE("organization_id","number_key")
);
--> statement-breakpoint
CREATE TABLE "background_jobs" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"input" jsonb NOT NULL,
	"once_key" text,
	"status" text DEFAULT 'Queued' NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"message" text,
	"problem" jsonb,
	"result" jsonb,
	"run_id" uuid NOT NULL,
	"deed" jsonb DEFAULT nullif(current_setting('app.deed', true), '')::jsonb,
	"cancel_requested_at" timestamp (3) with time zone,
	"asked_by_id" uuid,
	"asked_by_employee_id" uuid,
	"asked_by_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "background_jobs_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "loyalty_cards" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"card_number" text NOT NULL,
	"card_key" text NOT NULL,
	"program_id" uuid NOT NULL,
	"customer_id" uuid,
	"customer_name" text,
	"phone" text,
	"phone_number" text,
	"status" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"issued_by_id" uuid,
	"blocked_at" timestamp (3) with time zone,
	"block_reason" text,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "loyalty_cards_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "loyalty_cards_card_number_key" UNIQUE("organization_id","card_key")
);
--> statement-breakpoint
CREATE TABLE "loyalty_points" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"sale_id" uuid,
	"kind" text NOT NULL,
	"points" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"available_from" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "loyalty_points_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "loyalty_programs" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"is_default" boolean NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"kind" text NOT NULL,
	"discount_percent" integer NOT NULL,
	"levels" jsonb NOT NULL,
	"accumulation_period_days" integer,
	"earn_percent" integer NOT NULL,
	"point_step" text NOT NULL,
	"spend_rate" bigint NOT NULL,
	"max_spend_percent" integer NOT NULL,
	"earn_on_bonus_paid_part" boolean NOT NULL,
	"activation_delay_days" integer NOT NULL,
	"expiration_days" integer,
	"welcome_bonus" bigint NOT NULL,
	"welcome_mode" text NOT NULL,
	"offline_spend_limit" bigint NOT NULL,
	"excluded_group_ids" uuid[] NOT NULL,
	"exclude_discounted_lines" boolean NOT NULL,
	CONSTRAINT "loyalty_programs_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "loyalty_programs_name_key" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"priority" integer NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"days_of_week" integer[] NOT NULL,
	"time_from" text,
	"time_to" text,
	"store_ids" uuid[] NOT NULL,
	"retail_point_ids" uuid[] NOT NULL,
	"requires_card" boolean NOT NULL,
	"program_ids" uuid[] NOT NULL,
	"kind" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"effect" jsonb NOT NULL,
	"combinable" boolean NOT NULL,
	"max_per_receipt" integer,
	"coupon_code" text,
	CONSTRAINT "promotions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"email" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"token_hash" "bytea",
	"is_by_hand" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_organization_id_employee_id_pk" PRIMARY KEY("organization_id","employee_id"),
	CONSTRAINT "invitations_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"language" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'Queued' NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mails_key_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "password_resets_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_up_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"token_hash" "bytea",
	"is_by_hand" boolean DEFAULT false NOT NULL,
	"invited_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_up_invitations_email_key" UNIQUE("email"),
	CONSTRAINT "sign_up_invitations_mail_key" UNIQUE("mail_id"),
	CONSTRAINT "sign_up_invitations_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "messenger_bindings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"chat_id" bigint,
	"chat_name" text,
	"bound_at" timestamp (3) with time zone,
	"bound_by_id" uuid,
	"lost_by" text,
	"language" text NOT NULL,
	"low_stock" boolean NOT NULL,
	"shift_closed" boolean NOT NULL,
	"large_return" boolean NOT NULL,
	"large_return_from" bigint NOT NULL,
	"till_silent" boolean NOT NULL,
	"fiscal_stuck" boolean DEFAULT true NOT NULL,
	"digest" boolean DEFAULT false NOT NULL,
	"digest_at" text DEFAULT '09:00' NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"sending_since" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"failure" text,
	"failing_since" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "messenger_bot" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"bot_id" text,
	"bot_name" text,
	"next_update_id" bigint DEFAULT 0 NOT NULL,
	"update_taken_at" timestamp (3) with time zone,
	"held_by" uuid,
	"held_until" timestamp (3) with time zone,
	"trouble" text,
	"trouble_since" timestamp (3) with time zone,
	CONSTRAINT "messenger_bot_one_row" CHECK (is_only)
);
--> statement-breakpoint
CREATE TABLE "messenger_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid,
	"deed" jsonb DEFAULT nullif(current_setting('app.deed', true), '')::jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messenger_notices" (
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"facts" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "messenger_notices_organization_id_kind_subject_pk" PRIMARY KEY("organization_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "employee_roles" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"name" text NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"permissions" text[] NOT NULL,
	"till_limits" jsonb DEFAULT '{}'::jsonb NOT NULL,
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
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"last_name" text NOT NULL,
	"first_name" text,
	"middle_name" text,
	"position" text,
	"phone" text,
	"email" text,
	"inn" text,
	"role_id" uuid NOT NULL,
	"account_id" uuid,
	"is_account_active" boolean DEFAULT true NOT NULL,
	"pos_pin_hash" text,
	"pos_pin_key" "bytea",
	"retail_point_ids" uuid[] DEFAULT '{}' NOT NULL,
	"store_ids" uuid[] DEFAULT '{}' NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "employees_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "employees_account_key" UNIQUE("organization_id","account_id"),
	CONSTRAINT "employees_pos_pin_key" UNIQUE("organization_id","pos_pin_key")
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
	"return_period_days" integer DEFAULT 14,
	"vat_included" boolean DEFAULT true NOT NULL,
	"price_rounding" jsonb,
	"auto_barcode" boolean DEFAULT false NOT NULL,
	"default_vat_rate" integer,
	"enforce_min_price" boolean DEFAULT true NOT NULL,
	"discount_strategy" text DEFAULT 'BySum' NOT NULL,
	"second_factor_role_ids" uuid[] DEFAULT '{}' NOT NULL,
	"weight_barcode_prefixes" jsonb DEFAULT '[{"prefix":"21","itemDigits":5,"valueDigits":5,"kind":"Weight","divisor":1000}]'::jsonb NOT NULL,
	"till_reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"only_listed_reasons" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_units" (
	"organization_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"enabled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_units_organization_id_unit_id_pk" PRIMARY KEY("organization_id","unit_id")
);
--> statement-breakpoint
CREATE TABLE "ownership_offers" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"employee_id" uuid NOT NULL,
	"offered_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_views" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"role_id" uuid,
	CONSTRAINT "shared_views_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "export_links" (
	"organization_id" uuid NOT NULL,
	"export_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"claim_hash" "bytea",
	CONSTRAINT "export_links_organization_id_export_id_pk" PRIMARY KEY("organization_id","export_id"),
	CONSTRAINT "export_links_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "organization_exports" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"file_key" text,
	"size_bytes" bigint,
	"sha256" "bytea",
	"tables" integer,
	"rows" bigint,
	"files" integer,
	"missing_files" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_name" text,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "organization_exports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "account_identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"organization_id" uuid,
	"email_verified_at" timestamp (3) with time zone,
	"has_password" boolean DEFAULT true NOT NULL,
	"ways_suspended_at" timestamp (3) with time zone,
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
CREATE TABLE "organization_visits" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"may_act" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "organization_visits_organization_id_id_pk" PRIMARY KEY("organization_id","id")
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
CREATE TABLE "passkey_challenges" (
	"challenge_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_key" UNIQUE("credential_id")
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
	"revoked_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"organization_id" uuid,
	"client_id" text DEFAULT 'counterfoil' NOT NULL,
	"address" text,
	"user_agent" text,
	"parent_hash" "bytea",
	"proven_at" timestamp (3) with time zone,
	"methods" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"drift" integer DEFAULT 0 NOT NULL,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_on_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"is_email_verified" boolean NOT NULL,
	"proven_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_jwk" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_origins" (
	"account_id" uuid NOT NULL,
	"origin_hash" "bytea" NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trusted_origins_account_id_origin_hash_pk" PRIMARY KEY("account_id","origin_hash")
);
--> statement-breakpoint
CREATE TABLE "units_of_measure" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"full_name" text NOT NULL,
	"name_en" text,
	"name_kk" text,
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
CREATE TABLE "user_presets" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_presets_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "vat_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"rate" integer NOT NULL,
	"kind" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	CONSTRAINT "vat_rates_key" UNIQUE("country","rate","valid_from"),
	CONSTRAINT "vat_rates_days" CHECK (valid_to >= valid_from)
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"page" text,
	"from_organization_id" uuid,
	"organization_name" text,
	"account_id" uuid,
	"email" text
);
--> statement-breakpoint
CREATE TABLE "identity_providers" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text
);
--> statement-breakpoint
CREATE TABLE "job_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_channels" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"public_url" text,
	"mail_host" text,
	"mail_port" integer,
	"mail_tls" text,
	"mail_user" text,
	"mail_password" text,
	"mail_from_address" text,
	"mail_from_name" text,
	"messenger_token" text,
	"backed_up_key_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_channels_one_row" CHECK (is_only)
);
--> statement-breakpoint
CREATE TABLE "platform_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sign_up" text DEFAULT 'Open' NOT NULL,
	"max_retail_points" integer,
	"max_products" integer,
	"max_requests_per_minute" integer,
	"maintenance_note" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_settings_one_row" CHECK (is_only)
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
	"key" text GENERATED ALWAYS AS (upper(value COLLATE "C")) STORED NOT NULL,
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
CREATE TABLE "product_imports" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text NOT NULL,
	"status" text NOT NULL,
	"rows_total" integer,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"options" jsonb DEFAULT '{"onFaults":"refuse","units":{}}'::jsonb NOT NULL,
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
CREATE TABLE "product_packs" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"uom_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	"barcode" text,
	"barcode_key" text GENERATED ALWAYS AS (upper(barcode COLLATE "C")) STORED,
	"position" integer NOT NULL,
	CONSTRAINT "product_packs_organization_id_product_id_uom_id_pk" PRIMARY KEY("organization_id","product_id","uom_id")
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
	"is_beginning" boolean DEFAULT false NOT NULL,
	CONSTRAINT "product_words_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid DEFAULT nullif(current_setting('app.employee_id', true), '')::uuid,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"article" text,
	"external_code" text,
	"product_group_id" uuid,
	"unit_of_measure_id" uuid NOT NULL,
	"cost" bigint NOT NULL,
	"cost_before_supplies" bigint,
	"price_before_supplies" bigint,
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
	"minimum_age" integer,
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
CREATE TABLE "receipt_links" (
	"organization_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	CONSTRAINT "receipt_links_organization_id_sale_id_pk" PRIMARY KEY("organization_id","sale_id"),
	CONSTRAINT "receipt_links_token_key" UNIQUE("token_hash")
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
	"tracking_type" text,
	"payment_subject" text,
	"ntin" text,
	CONSTRAINT "retail_sale_lines_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "retail_sale_lines_line_no_key" UNIQUE("organization_id","sale_id","line_no")
);
--> statement-breakpoint
CREATE TABLE "retail_sale_marking_codes" (
	"organization_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"line_no" integer NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "retail_sale_marking_codes_organization_id_sale_id_line_no_position_pk" PRIMARY KEY("organization_id","sale_id","line_no","position")
);
--> statement-breakpoint
CREATE TABLE "retail_sale_payments" (
	"organization_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"type" text NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text,
	"origin_type" text,
	"change_amount" bigint,
	"terminal_data" jsonb,
	CONSTRAINT "retail_sale_payments_organization_id_sale_id_position_pk" PRIMARY KEY("organization_id","sale_id","position")
);
--> statement-breakpoint
CREATE TABLE "retail_sale_vouchers" (
	"organization_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"number" text NOT NULL,
	"amount" bigint NOT NULL,
	"is_reload" boolean NOT NULL,
	CONSTRAINT "retail_sale_vouchers_organization_id_sale_id_position_pk" PRIMARY KEY("organization_id","sale_id","position")
);
--> statement-breakpoint
CREATE TABLE "retail_sales" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"number" text NOT NULL,
	"number_year" integer DEFAULT 0 NOT NULL,
	"receipt_number" text,
	"date" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"is_return" boolean NOT NULL,
	"original_sale_id" uuid,
	"exchange_sale_id" uuid,
	"store_id" uuid NOT NULL,
	"shift_id" uuid,
	"retail_point_id" uuid,
	"device_id" uuid,
	"till_id" text,
	"cashier_id" uuid,
	"cashier_name" text,
	"customer_id" uuid,
	"unknown_customer_id" uuid,
	"loyalty_card_id" uuid,
	"customer_phone" text,
	"customer_email" text,
	"tax_system" text,
	"shift_receipt_number" integer,
	"refund_reason" text,
	"comment" text,
	"posted_by_id" uuid,
	"price_overrides" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"postings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"vat_included" boolean DEFAULT true NOT NULL,
	"sum" bigint NOT NULL,
	"vat_sum" bigint NOT NULL,
	"discount_sum" bigint NOT NULL,
	"rounding_sum" bigint DEFAULT 0 NOT NULL,
	"discounts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"trace" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bonus_spent" bigint DEFAULT 0 NOT NULL,
	"bonus_earned" bigint DEFAULT 0 NOT NULL,
	"voucher_sum" bigint DEFAULT 0 NOT NULL,
	"change_sum" bigint NOT NULL,
	"foreign_money" jsonb,
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
	"seals_asked_at" timestamp (3) with time zone,
	"seals_told_at" timestamp (3) with time zone,
	"seals_held" integer DEFAULT 0 NOT NULL,
	"seal_difference" jsonb,
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
CREATE TABLE "till_card_changes" (
	"organization_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "till_card_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"card_id" uuid NOT NULL,
	CONSTRAINT "till_card_changes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_cards" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"body" text,
	"turnover" bigint NOT NULL,
	"balance" bigint NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"seq" bigint,
	CONSTRAINT "till_cards_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_receipt_changes" (
	"organization_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "till_receipt_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"store_id" uuid NOT NULL,
	"sale_id" uuid,
	"retail_point_id" uuid,
	CONSTRAINT "till_receipt_changes_organization_id_store_id_id_pk" PRIMARY KEY("organization_id","store_id","id"),
	CONSTRAINT "till_receipt_changes_subject" CHECK (num_nonnulls(sale_id, retail_point_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "till_receipt_stores" (
	"organization_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"days" integer DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expired_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "till_receipt_stores_organization_id_store_id_pk" PRIMARY KEY("organization_id","store_id")
);
--> statement-breakpoint
CREATE TABLE "till_receipts" (
	"organization_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sold_at" timestamp (3) with time zone NOT NULL,
	"body" text,
	"seq" bigint,
	CONSTRAINT "till_receipts_organization_id_store_id_id_pk" PRIMARY KEY("organization_id","store_id","id")
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
CREATE TABLE "till_voucher_changes" (
	"organization_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "till_voucher_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"voucher_id" uuid NOT NULL,
	CONSTRAINT "till_voucher_changes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_vouchers" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"body" text,
	"balance" bigint NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"seq" bigint,
	CONSTRAINT "till_vouchers_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "counters" ADD CONSTRAINT "counters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "countries" ADD CONSTRAINT "countries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "currency_rates" ADD CONSTRAINT "currency_rates_organization_id_currency_id_organization_currencies_organization_id_id_fk" FOREIGN KEY ("organization_id","currency_id") REFERENCES "public"."organization_currencies"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organization_currencies" ADD CONSTRAINT "organization_currencies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "price_types" ADD CONSTRAINT "price_types_organization_id_currency_id_organization_currencies_organization_id_id_fk" FOREIGN KEY ("organization_id","currency_id") REFERENCES "public"."organization_currencies"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_groups" ADD CONSTRAINT "product_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_groups" ADD CONSTRAINT "product_groups_organization_id_parent_id_product_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."product_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_point_cashiers" ADD CONSTRAINT "retail_point_cashiers_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_point_cashiers" ADD CONSTRAINT "retail_point_cashiers_organization_id_employee_id_employees_organization_id_id_fk" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."employees"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_point_groups" ADD CONSTRAINT "retail_point_groups_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_point_groups" ADD CONSTRAINT "retail_point_groups_organization_id_product_group_id_product_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","product_group_id") REFERENCES "public"."product_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_points" ADD CONSTRAINT "retail_points_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_points" ADD CONSTRAINT "retail_points_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_organization_id_parent_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "change_set_rows" ADD CONSTRAINT "change_set_rows_organization_id_change_set_id_change_sets_organization_id_id_fk" FOREIGN KEY ("organization_id","change_set_id") REFERENCES "public"."change_sets"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "digest_readers" ADD CONSTRAINT "digest_readers_organization_id_employee_id_employees_organization_id_id_fk" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_organization_id_document_id_documents_organization_id_id_fk" FOREIGN KEY ("organization_id","document_id") REFERENCES "public"."documents"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_target_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","target_store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_counterparty_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","counterparty_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_currency_id_organization_currencies_organization_id_id_fk" FOREIGN KEY ("organization_id","currency_id") REFERENCES "public"."organization_currencies"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_basis_id_documents_organization_id_id_fk" FOREIGN KEY ("organization_id","basis_id") REFERENCES "public"."documents"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "extsys_pages" ADD CONSTRAINT "extsys_pages_organization_id_run_id_extsys_runs_organization_id_id_fk" FOREIGN KEY ("organization_id","run_id") REFERENCES "public"."extsys_runs"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "extsys_runs" ADD CONSTRAINT "extsys_runs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "extsys_settings" ADD CONSTRAINT "extsys_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiscal_cash_boxes" ADD CONSTRAINT "fiscal_cash_boxes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiscal_cash_boxes" ADD CONSTRAINT "fiscal_cash_boxes_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiscal_cash_operations" ADD CONSTRAINT "fiscal_cash_operations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiscal_events" ADD CONSTRAINT "fiscal_events_organization_id_sale_id_fiscal_receipts_organization_id_sale_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."fiscal_receipts"("organization_id","sale_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiscal_leases" ADD CONSTRAINT "fiscal_leases_organization_id_cash_box_id_fiscal_cash_boxes_organization_id_id_fk" FOREIGN KEY ("organization_id","cash_box_id") REFERENCES "public"."fiscal_cash_boxes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiscal_settings" ADD CONSTRAINT "fiscal_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "gift_voucher_entries" ADD CONSTRAINT "gift_voucher_entries_organization_id_voucher_id_gift_vouchers_organization_id_id_fk" FOREIGN KEY ("organization_id","voucher_id") REFERENCES "public"."gift_vouchers"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "gift_vouchers" ADD CONSTRAINT "gift_vouchers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loyalty_cards" ADD CONSTRAINT "loyalty_cards_organization_id_program_id_loyalty_programs_organization_id_id_fk" FOREIGN KEY ("organization_id","program_id") REFERENCES "public"."loyalty_programs"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loyalty_cards" ADD CONSTRAINT "loyalty_cards_organization_id_customer_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loyalty_points" ADD CONSTRAINT "loyalty_points_organization_id_card_id_loyalty_cards_organization_id_id_fk" FOREIGN KEY ("organization_id","card_id") REFERENCES "public"."loyalty_cards"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loyalty_programs" ADD CONSTRAINT "loyalty_programs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "employee_roles" ADD CONSTRAINT "employee_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_organization_id_role_id_employee_roles_organization_id_id_fk" FOREIGN KEY ("organization_id","role_id") REFERENCES "public"."employee_roles"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organization_settings" ADD CONSTRAINT "organization_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organization_units" ADD CONSTRAINT "organization_units_unit_id_units_of_measure_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units_of_measure"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organization_units" ADD CONSTRAINT "organization_units_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shared_views" ADD CONSTRAINT "shared_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shared_views" ADD CONSTRAINT "shared_views_organization_id_role_id_employee_roles_organization_id_id_fk" FOREIGN KEY ("organization_id","role_id") REFERENCES "public"."employee_roles"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "export_links" ADD CONSTRAINT "export_links_organization_id_export_id_organization_exports_organization_id_id_fk" FOREIGN KEY ("organization_id","export_id") REFERENCES "public"."organization_exports"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organization_exports" ADD CONSTRAINT "organization_exports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_identities" ADD CONSTRAINT "account_identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organization_visits" ADD CONSTRAINT "organization_visits_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organization_visits" ADD CONSTRAINT "organization_visits_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trusted_origins" ADD CONSTRAINT "trusted_origins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_presets" ADD CONSTRAINT "user_presets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "future_prices" ADD CONSTRAINT "future_prices_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "future_prices" ADD CONSTRAINT "future_prices_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_barcodes" ADD CONSTRAINT "product_barcodes_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_import_images" ADD CONSTRAINT "product_import_images_organization_id_import_id_product_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."product_imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_import_images" ADD CONSTRAINT "product_import_images_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_min_stocks" ADD CONSTRAINT "product_min_stocks_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_min_stocks" ADD CONSTRAINT "product_min_stocks_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_packs" ADD CONSTRAINT "product_packs_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_packs" ADD CONSTRAINT "product_packs_organization_id_uom_id_organization_units_organization_id_unit_id_fk" FOREIGN KEY ("organization_id","uom_id") REFERENCES "public"."organization_units"("organization_id","unit_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_words" ADD CONSTRAINT "product_words_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_product_group_id_product_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","product_group_id") REFERENCES "public"."product_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_unit_of_measure_id_organization_units_organization_id_unit_id_fk" FOREIGN KEY ("organization_id","unit_of_measure_id") REFERENCES "public"."organization_units"("organization_id","unit_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_country_id_countries_organization_id_id_fk" FOREIGN KEY ("organization_id","country_id") REFERENCES "public"."countries"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_supplier_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_sale_lines" ADD CONSTRAINT "retail_sale_lines_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_sale_lines" ADD CONSTRAINT "retail_sale_lines_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_sale_marking_codes" ADD CONSTRAINT "retail_sale_marking_codes_line_fk" FOREIGN KEY ("organization_id","sale_id","line_no") REFERENCES "public"."retail_sale_lines"("organization_id","sale_id","line_no") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_sale_payments" ADD CONSTRAINT "retail_sale_payments_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_sale_vouchers" ADD CONSTRAINT "retail_sale_vouchers_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_sales" ADD CONSTRAINT "retail_sales_organization_id_customer_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cost_recalculations" ADD CONSTRAINT "cost_recalculations_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_balances" ADD CONSTRAINT "stock_balances_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_balances" ADD CONSTRAINT "stock_balances_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "device_chains" ADD CONSTRAINT "device_chains_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feed_counters" ADD CONSTRAINT "feed_counters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "upload_conflicts" ADD CONSTRAINT "upload_conflicts_organization_id_id_uploads_organization_id_id_fk" FOREIGN KEY ("organization_id","id") REFERENCES "public"."uploads"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_chain_id_device_chains_organization_id_id_fk" FOREIGN KEY ("organization_id","chain_id") REFERENCES "public"."device_chains"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cash_movements" ADD CONSTRAINT "cash_movements_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "till_events" ADD CONSTRAINT "till_events_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "till_shifts" ADD CONSTRAINT "till_shifts_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "till_cards" ADD CONSTRAINT "till_cards_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "till_receipt_stores" ADD CONSTRAINT "till_receipt_stores_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "till_receipts" ADD CONSTRAINT "till_receipts_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "till_stock" ADD CONSTRAINT "till_stock_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "till_stock" ADD CONSTRAINT "till_stock_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "till_stock_stores" ADD CONSTRAINT "till_stock_stores_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "till_vouchers" ADD CONSTRAINT "till_vouchers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("organization_id","at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_record_idx" ON "audit_log" USING btree ("organization_id","record_id","at");
--> statement-breakpoint
CREATE INDEX "audit_log_account_idx" ON "audit_log" USING btree ("organization_id","account_id","at");
--> statement-breakpoint
CREATE INDEX "audit_log_kind_idx" ON "audit_log" USING btree ("organization_id","kind","at");
--> statement-breakpoint
CREATE INDEX "audit_log_employee_idx" ON "audit_log" USING btree ("organization_id","employee_id","at");
--> statement-breakpoint
CREATE INDEX "audit_log_seal_idx" ON "audit_log" USING btree ("organization_id","seal");
--> statement-breakpoint
CREATE UNIQUE INDEX "counterparties_system_key" ON "counterparties" USING btree ("organization_id") WHERE is_system;
--> statement-breakpoint
CREATE INDEX "counterparties_name_idx" ON "counterparties" USING btree ("organization_id","name","id");
--> statement-breakpoint
CREATE INDEX "counterparties_tax_id_idx" ON "counterparties" USING btree ("organization_id","tax_id");
--> statement-breakpoint
CREATE INDEX "counterparties_phone_idx" ON "counterparties" USING btree ("organization_id","phone_number");
--> statement-breakpoint
CREATE INDEX "counterparties_price_type_idx" ON "counterparties" USING btree ("organization_id","price_type_id");
--> statement-breakpoint
CREATE INDEX "price_types_currency_idx" ON "price_types" USING btree ("organization_id","currency_id");
--> statement-breakpoint
CREATE INDEX "retail_point_cashiers_employee_idx" ON "retail_point_cashiers" USING btree ("organization_id","employee_id");
--> statement-breakpoint
CREATE INDEX "retail_point_groups_group_idx" ON "retail_point_groups" USING btree ("organization_id","product_group_id");
--> statement-breakpoint
CREATE INDEX "retail_points_store_idx" ON "retail_points" USING btree ("organization_id","store_id");
--> statement-breakpoint
CREATE INDEX "retail_points_price_type_idx" ON "retail_points" USING btree ("organization_id","price_type_id");
--> statement-breakpoint
CREATE INDEX "stores_parent_idx" ON "stores" USING btree ("organization_id","parent_id");
--> statement-breakpoint
CREATE INDEX "change_set_rows_outcome_idx" ON "change_set_rows" USING btree ("organization_id","change_set_id","outcome","position");
--> statement-breakpoint
CREATE INDEX "change_sets_created_idx" ON "change_sets" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "customer_days_customer_idx" ON "customer_days" USING btree ("organization_id","customer_id","day");
--> statement-breakpoint
CREATE INDEX "dirty_days_day_idx" ON "dirty_days" USING btree ("organization_id","day","store_id");
--> statement-breakpoint
CREATE INDEX "group_days_group_idx" ON "group_days" USING btree ("organization_id","product_group_id","day");
--> statement-breakpoint
CREATE INDEX "product_days_product_idx" ON "product_days" USING btree ("organization_id","product_id","day");
--> statement-breakpoint
CREATE INDEX "product_periods_unsummed_idx" ON "product_periods" USING btree ("organization_id") WHERE NOT is_summed;
--> statement-breakpoint
CREATE INDEX "stale_groups_group_idx" ON "stale_groups" USING btree ("organization_id","product_group_id");
--> statement-breakpoint
CREATE INDEX "stock_days_product_idx" ON "stock_days" USING btree ("organization_id","product_id","store_id","day");
--> statement-breakpoint
CREATE INDEX "document_lines_product_idx" ON "document_lines" USING btree ("organization_id","product_id");
--> statement-breakpoint
CREATE INDEX "documents_date_idx" ON "documents" USING btree ("organization_id","type","date","id");
--> statement-breakpoint
CREATE INDEX "documents_store_idx" ON "documents" USING btree ("organization_id","store_id","type","date");
--> statement-breakpoint
CREATE INDEX "documents_target_store_idx" ON "documents" USING btree ("organization_id","target_store_id");
--> statement-breakpoint
CREATE INDEX "documents_counterparty_idx" ON "documents" USING btree ("organization_id","counterparty_id","type","date");
--> statement-breakpoint
CREATE INDEX "documents_draft_idx" ON "documents" USING btree ("organization_id","type") WHERE status = 'Draft';
--> statement-breakpoint
CREATE INDEX "documents_basis_idx" ON "documents" USING btree ("organization_id","basis_id");
--> statement-breakpoint
CREATE INDEX "extsys_runs_entity_idx" ON "extsys_runs" USING btree ("organization_id","entity","created_at");
--> statement-breakpoint
CREATE INDEX "fiscal_cash_operations_open_idx" ON "fiscal_cash_operations" USING btree ("organization_id","cash_box_id","place") WHERE state not in ('Done', 'Failed');
--> statement-breakpoint
CREATE INDEX "fiscal_cash_operations_failed_idx" ON "fiscal_cash_operations" USING btree ("organization_id","place") WHERE state = 'Failed';
--> statement-breakpoint
CREATE INDEX "fiscal_events_sale_idx" ON "fiscal_events" USING btree ("organization_id","sale_id","id");
--> statement-breakpoint
CREATE INDEX "fiscal_receipts_open_idx" ON "fiscal_receipts" USING btree ("organization_id","cash_box_id","place") WHERE state not in ('Done', 'Failed');
--> statement-breakpoint
CREATE INDEX "fiscal_receipts_failed_idx" ON "fiscal_receipts" USING btree ("organization_id","place") WHERE state = 'Failed';
--> statement-breakpoint
CREATE INDEX "gift_voucher_entries_voucher_idx" ON "gift_voucher_entries" USING btree ("organization_id","voucher_id","at");
--> statement-breakpoint
CREATE INDEX "gift_voucher_entries_sale_idx" ON "gift_voucher_entries" USING btree ("organization_id","sale_id");
--> statement-breakpoint
CREATE INDEX "background_jobs_recent_idx" ON "background_jobs" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "background_jobs_once_key" ON "background_jobs" USING btree ("organization_id","type","once_key") WHERE status IN ('Queued', 'Running');
--> statement-breakpoint
CREATE INDEX "background_jobs_open_idx" ON "background_jobs" USING btree ("run_id") WHERE status IN ('Queued', 'Running');
--> statement-breakpoint
CREATE INDEX "loyalty_cards_program_idx" ON "loyalty_cards" USING btree ("organization_id","program_id");
--> statement-breakpoint
CREATE INDEX "loyalty_cards_customer_idx" ON "loyalty_cards" USING btree ("organization_id","customer_id");
--> statement-breakpoint
CREATE INDEX "loyalty_cards_phone_idx" ON "loyalty_cards" USING btree ("organization_id","phone_number");
--> statement-breakpoint
CREATE INDEX "loyalty_points_card_idx" ON "loyalty_points" USING btree ("organization_id","card_id","at");
--> statement-breakpoint
CREATE INDEX "loyalty_points_sale_idx" ON "loyalty_points" USING btree ("organization_id","sale_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_programs_is_default_key" ON "loyalty_programs" USING btree ("organization_id") WHERE is_default;
--> statement-breakpoint
CREATE INDEX "password_resets_account_idx" ON "password_resets" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "messenger_codes_organization_idx" ON "messenger_codes" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "messenger_notices_unsent_idx" ON "messenger_notices" USING btree ("organization_id","at") WHERE sent_at is null;
--> statement-breakpoint
CREATE INDEX "employees_account_idx" ON "employees" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "employees_role_idx" ON "employees" USING btree ("organization_id","role_id");
--> statement-breakpoint
CREATE INDEX "shared_views_key_idx" ON "shared_views" USING btree ("organization_id","key");
--> statement-breakpoint
CREATE INDEX "shared_views_role_idx" ON "shared_views" USING btree ("organization_id","role_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "account_identities_subject_key" ON "account_identities" USING btree ("issuer","subject");
--> statement-breakpoint
CREATE INDEX "account_identities_account_idx" ON "account_identities" USING btree ("account_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "organization_visits_running_key" ON "organization_visits" USING btree ("organization_id","account_id") WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX "pairing_codes_point_idx" ON "pairing_codes" USING btree ("organization_id","retail_point_id");
--> statement-breakpoint
CREATE INDEX "passkeys_account_idx" ON "passkeys" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "refresh_tokens_parent_idx" ON "refresh_tokens" USING btree ("parent_hash");
--> statement-breakpoint
CREATE INDEX "refresh_tokens_family_idx" ON "refresh_tokens" USING btree ("family_id");
--> statement-breakpoint
CREATE INDEX "refresh_tokens_account_idx" ON "refresh_tokens" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "user_presets_key_idx" ON "user_presets" USING btree ("account_id","key");
--> statement-breakpoint
CREATE INDEX "feedback_created_idx" ON "feedback" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "future_prices_price_type_idx" ON "future_prices" USING btree ("organization_id","price_type_id");
--> statement-breakpoint
CREATE INDEX "future_prices_starts_idx" ON "future_prices" USING btree ("organization_id","starts_at");
--> statement-breakpoint
CREATE INDEX "past_prices_price_type_idx" ON "past_prices" USING btree ("organization_id","price_type_id");
--> statement-breakpoint
CREATE INDEX "product_barcodes_value_idx" ON "product_barcodes" USING btree ("organization_id","value");
--> statement-breakpoint
CREATE INDEX "product_barcodes_key_idx" ON "product_barcodes" USING btree ("organization_id","key");
--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_main_key" ON "product_images" USING btree ("organization_id","product_id") WHERE is_main;
--> statement-breakpoint
CREATE INDEX "product_images_product_idx" ON "product_images" USING btree ("organization_id","product_id","sort_order");
--> statement-breakpoint
CREATE INDEX "product_import_images_import_idx" ON "product_import_images" USING btree ("organization_id","import_id","status","row");
--> statement-breakpoint
CREATE INDEX "product_import_images_product_idx" ON "product_import_images" USING btree ("organization_id","product_id");
--> statement-breakpoint
CREATE INDEX "product_imports_created_idx" ON "product_imports" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "product_min_stocks_store_idx" ON "product_min_stocks" USING btree ("organization_id","store_id");
--> statement-breakpoint
CREATE INDEX "product_packs_uom_idx" ON "product_packs" USING btree ("organization_id","uom_id");
--> statement-breakpoint
CREATE INDEX "product_packs_barcode_idx" ON "product_packs" USING btree ("organization_id","barcode") WHERE barcode IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "product_packs_barcode_key_idx" ON "product_packs" USING btree ("organization_id","barcode_key") WHERE barcode_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "product_prices_value_idx" ON "product_prices" USING btree ("organization_id","price_type_id","value","product_id");
--> statement-breakpoint
CREATE INDEX "products_country_idx" ON "products" USING btree ("organization_id","country_id");
--> statement-breakpoint
CREATE INDEX "products_supplier_idx" ON "products" USING btree ("organization_id","supplier_id");
--> statement-breakpoint
CREATE INDEX "products_unit_idx" ON "products" USING btree ("organization_id","unit_of_measure_id");
--> statement-breakpoint
CREATE INDEX "products_group_idx" ON "products" USING btree ("organization_id","product_group_id","id","is_archived");
--> statement-breakpoint
CREATE INDEX "products_name_idx" ON "products" USING btree ("organization_id","name","id","is_archived");
--> statement-breakpoint
CREATE INDEX "products_article_idx" ON "products" USING btree ("organization_id","article","id","is_archived");
--> statement-breakpoint
CREATE INDEX "products_cost_idx" ON "products" USING btree ("organization_id","cost","id","is_archived");
--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("organization_id","created_at","id","is_archived");
--> statement-breakpoint
CREATE INDEX "products_updated_idx" ON "products" USING btree ("organization_id","updated_at","id","is_archived");
--> statement-breakpoint
CREATE INDEX "products_archived_idx" ON "products" USING btree ("organization_id","id") WHERE is_archived;
--> statement-breakpoint
CREATE INDEX "products_weighed_idx" ON "products" USING btree ("organization_id","id") WHERE is_weighed;
--> statement-breakpoint
CREATE INDEX "products_kind_idx" ON "products" USING btree ("organization_id","kind","id") WHERE kind <> 'Good';
--> statement-breakpoint
CREATE INDEX "products_tracked_idx" ON "products" USING btree ("organization_id","tracking_type","id") WHERE tracking_type <> 'NotTracked';
--> statement-breakpoint
CREATE INDEX "products_min_stock_idx" ON "products" USING btree ("organization_id","id","min_stock") WHERE min_stock IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "products_no_barcode_idx" ON "products" USING btree ("organization_id","id") WHERE NOT has_barcode;
--> statement-breakpoint
CREATE INDEX "retail_sale_lines_product_idx" ON "retail_sale_lines" USING btree ("organization_id","product_id");
--> statement-breakpoint
CREATE INDEX "retail_sale_marking_codes_key_idx" ON "retail_sale_marking_codes" USING btree ("organization_id","key");
--> statement-breakpoint
CREATE INDEX "retail_sale_payments_type_idx" ON "retail_sale_payments" USING btree ("organization_id","type","sale_id") WHERE type not in ('Cash', 'Card');
--> statement-breakpoint
CREATE INDEX "retail_sales_date_idx" ON "retail_sales" USING btree ("organization_id","date","id");
--> statement-breakpoint
CREATE INDEX "retail_sales_receipt_idx" ON "retail_sales" USING btree ("organization_id","receipt_number");
--> statement-breakpoint
CREATE INDEX "retail_sales_original_idx" ON "retail_sales" USING btree ("organization_id","original_sale_id");
--> statement-breakpoint
CREATE INDEX "retail_sales_shift_idx" ON "retail_sales" USING btree ("organization_id","shift_id") WHERE shift_id is not null;
--> statement-breakpoint
CREATE INDEX "retail_sales_customer_idx" ON "retail_sales" USING btree ("organization_id","customer_id") WHERE customer_id is not null;
--> statement-breakpoint
CREATE INDEX "retail_sales_card_idx" ON "retail_sales" USING btree ("organization_id","loyalty_card_id") WHERE loyalty_card_id is not null;
--> statement-breakpoint
CREATE INDEX "retail_sales_returns_idx" ON "retail_sales" USING btree ("organization_id","created_at") WHERE is_return;
--> statement-breakpoint
CREATE INDEX "retail_sales_flagged_idx" ON "retail_sales" USING btree ("organization_id","date","id") WHERE flags <> '[]'::jsonb;
--> statement-breakpoint
CREATE INDEX "retail_sales_review_idx" ON "retail_sales" USING btree ("organization_id","date","id") WHERE reviewed_at is null and flags <> '[]'::jsonb;
--> statement-breakpoint
CREATE INDEX "retail_sales_voucher_unknown_idx" ON "retail_sales" USING btree ("organization_id") WHERE flags @> '[{"code": "voucher_unknown"}]'::jsonb;
--> statement-breakpoint
CREATE INDEX "retail_sales_back_office_idx" ON "retail_sales" USING btree ("organization_id","date","id") WHERE source = 'BackOffice';
--> statement-breakpoint
CREATE INDEX "retail_sales_draft_idx" ON "retail_sales" USING btree ("organization_id","source") WHERE status = 'Draft';
--> statement-breakpoint
CREATE INDEX "retail_sales_cashier_idx" ON "retail_sales" USING btree ("organization_id","cashier_id","date");
--> statement-breakpoint
CREATE INDEX "retail_sales_store_idx" ON "retail_sales" USING btree ("organization_id","store_id","date");
--> statement-breakpoint
CREATE INDEX "stock_balances_product_idx" ON "stock_balances" USING btree ("organization_id","product_id");
--> statement-breakpoint
CREATE INDEX "stock_movements_product_idx" ON "stock_movements" USING btree ("organization_id","product_id","store_id","moment","seq");
--> statement-breakpoint
CREATE INDEX "stock_movements_store_idx" ON "stock_movements" USING btree ("organization_id","store_id","moment","seq");
--> statement-breakpoint
CREATE INDEX "stock_movements_moment_idx" ON "stock_movements" USING btree ("organization_id","moment","seq");
--> statement-breakpoint
CREATE INDEX "stock_movements_earlier_sales_idx" ON "stock_movements" USING btree ("organization_id","moment") WHERE quantity > 0 and balance_after < quantity;
--> statement-breakpoint
CREATE INDEX "stock_movements_type_idx" ON "stock_movements" USING btree ("organization_id","document_type","moment","seq") WHERE document_type <> 'RetailSale';
--> statement-breakpoint
CREATE INDEX "stock_movements_receipt_idx" ON "stock_movements" USING btree ("organization_id","product_id","store_id","moment","seq","quantity") WHERE quantity > 0;
--> statement-breakpoint
CREATE INDEX "stock_movements_source_idx" ON "stock_movements" USING btree ("organization_id","source_document_id") WHERE source_document_id is not null;
--> statement-breakpoint
CREATE INDEX "device_chains_device_idx" ON "device_chains" USING btree ("organization_id","device_id");
--> statement-breakpoint
CREATE INDEX "feed_seq_idx" ON "feed" USING btree ("organization_id","seq");
--> statement-breakpoint
CREATE INDEX "feed_pending_idx" ON "feed" USING btree ("organization_id") WHERE seq is null;
--> statement-breakpoint
CREATE INDEX "uploads_chain_idx" ON "uploads" USING btree ("organization_id","chain_id","seq");
--> statement-breakpoint
CREATE INDEX "uploads_device_idx" ON "uploads" USING btree ("organization_id","device_id","id");
--> statement-breakpoint
CREATE INDEX "uploads_open_idx" ON "uploads" USING btree ("organization_id","received_at") WHERE status <> 'posted';
--> statement-breakpoint
CREATE INDEX "work_items_open_idx" ON "work_items" USING btree ("organization_id","opened_at") WHERE settled_at is null;
--> statement-breakpoint
CREATE INDEX "work_items_upload_idx" ON "work_items" USING btree ("organization_id","upload_id");
--> statement-breakpoint
CREATE INDEX "cash_movements_shift_idx" ON "cash_movements" USING btree ("organization_id","shift_id");
--> statement-breakpoint
CREATE INDEX "cash_movements_moved_idx" ON "cash_movements" USING btree ("organization_id","moved_at");
--> statement-breakpoint
CREATE INDEX "till_events_happened_idx" ON "till_events" USING btree ("organization_id","happened_at");
--> statement-breakpoint
CREATE INDEX "till_shifts_opened_idx" ON "till_shifts" USING btree ("organization_id","opened_at");
--> statement-breakpoint
CREATE INDEX "till_cards_seq_idx" ON "till_cards" USING btree ("organization_id","seq");
--> statement-breakpoint
CREATE INDEX "till_cards_due_idx" ON "till_cards" USING btree ("organization_id","due_at") WHERE due_at is not null;
--> statement-breakpoint
CREATE INDEX "till_cards_pending_idx" ON "till_cards" USING btree ("organization_id") WHERE seq is null;
--> statement-breakpoint
CREATE INDEX "till_receipts_seq_idx" ON "till_receipts" USING btree ("organization_id","store_id","seq");
--> statement-breakpoint
CREATE INDEX "till_receipts_sold_idx" ON "till_receipts" USING btree ("organization_id","store_id","sold_at");
--> statement-breakpoint
CREATE INDEX "till_receipts_pending_idx" ON "till_receipts" USING btree ("organization_id") WHERE seq is null;
--> statement-breakpoint
CREATE INDEX "till_vouchers_seq_idx" ON "till_vouchers" USING btree ("organization_id","seq");
--> statement-breakpoint
CREATE INDEX "till_vouchers_due_idx" ON "till_vouchers" USING btree ("organization_id","due_at") WHERE due_at is not null;
--> statement-breakpoint
CREATE INDEX "till_vouchers_pending_idx" ON "till_vouchers" USING btree ("organization_id") WHERE seq is null;
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
CREATE INDEX product_words_word_idx ON product_words (organization_id, word COLLATE "C");
--> statement-breakpoint
--> statement-breakpoint
-- Short and very long words are not taken for mistyped ones. Without a pending list, which each search would have to read.
CREATE INDEX product_words_search_idx ON product_words
  USING gin (organization_id, search_fold(word) gin_trgm_ops) WITH (fastupdate = off)
  WHERE length(word) BETWEEN 4 AND 40 AND NOT is_beginning;
--> statement-breakpoint
CREATE INDEX counterparties_name_text_idx ON counterparties (organization_id, name_search_text(name) COLLATE "C", id);
--> statement-breakpoint
--> statement-breakpoint
-- Without a pending list, which each search would have to read.
CREATE INDEX counterparties_alike_idx ON counterparties
  USING gin (organization_id, name_search_text(name) gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
--> statement-breakpoint
CREATE INDEX loyalty_cards_key_text_idx ON loyalty_cards (organization_id, card_key COLLATE "C");
--> statement-breakpoint
--> statement-breakpoint
CREATE INDEX loyalty_cards_alike_idx ON loyalty_cards
  USING gin (organization_id, name_search_text(customer_name) gin_trgm_ops) WITH (fastupdate = off);
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
-- The national list (shared/catalog/national-units.ts).
INSERT INTO units_of_measure (id, name, full_name, name_en, name_kk, code, is_fractional, fiscal_measure) VALUES
  ('0192a001-0000-7000-8000-000000000003', 'мм', 'Миллиметр', 'millimetre', 'миллиметр', '003', true, 0),
  ('0192a001-0000-7000-8000-000000000004', 'см', 'Сантиметр', 'centimetre', 'сантиметр', '004', true, 20),
  ('0192a001-0000-7000-8000-000000000005', 'дм', 'Дециметр', 'decimetre', 'дециметр', '005', true, 21),
  ('0192a001-0000-7000-8000-000000000006', 'м', 'Метр', 'metre', 'метр', '006', true, 22),
  ('0192a001-0000-7000-8000-000000000008', 'км', 'Километр', 'kilometre', 'километр', '008', true, 0),
  ('0192a001-0000-7000-8000-000000000018', 'пог. м', 'Погонный метр', 'linear metre', 'қума метр', '018', true, 22),
  ('0192a001-0000-7000-8000-000000000051', 'см2', 'Квадратный сантиметр', 'square centimetre', 'шаршы сантиметр', '051', true, 30),
  ('0192a001-0000-7000-8000-000000000053', 'дм2', 'Квадратный дециметр', 'square decimetre', 'шаршы дециметр', '053', true, 31),
  ('0192a001-0000-7000-8000-000000000055', 'м2', 'Квадратный метр', 'square metre', 'шаршы метр', '055', true, 32),
  ('0192a001-0000-7000-8000-000000000059', 'га', 'Гектар', 'hectare', 'гектар', '059', true, 0),
  ('0192a001-0000-7000-8000-000000000109', 'ар', 'Ар (100 м2)', 'are', 'ар', '109', true, 0),
  ('0192a001-0000-7000-8000-000000000111', 'мл', 'Миллилитр', 'millilitre', 'миллилитр', '111', true, 40),
  ('0192a001-0000-7000-8000-000000000112', 'л', 'Литр', 'litre', 'литр', '112', true, 41),
  ('0192a001-0000-7000-8000-000000000113', 'м3', 'Кубический метр', 'cubic metre', 'текше метр', '113', true, 42),
  ('0192a001-0000-7000-8000-000000000116', 'дкл', 'Декалитр', 'decalitre', 'декалитр', '116', true, 0),
  ('0192a001-0000-7000-8000-000000000118', 'дл', 'Децилитр', 'decilitre', 'децилитр', '118', true, 0),
  ('0192a001-0000-7000-8000-000000000122', 'гл', 'Гектолитр', 'hectolitre', 'гектолитр', '122', true, 0),
  ('0192a001-0000-7000-8000-000000000161', 'мг', 'Миллиграмм', 'milligram', 'миллиграмм', '161', true, 0),
  ('0192a001-0000-7000-8000-000000000162', 'кар', 'Метрический карат', 'carat', 'карат', '162', true, 0),
  ('0192a001-0000-7000-8000-000000000163', 'г', 'Грамм', 'gram', 'грамм', '163', true, 10),
  ('0192a001-0000-7000-8000-000000000166', 'кг', 'Килограмм', 'kilogram', 'килограмм', '166', true, 11),
  ('0192a001-0000-7000-8000-000000000168', 'т', 'Тонна', 'tonne', 'тонна', '168', true, 12),
  ('0192a001-0000-7000-8000-000000000206', 'ц', 'Центнер', 'quintal', 'центнер', '206', true, 0),
  ('0192a001-0000-7000-8000-000000000233', 'Гкал', 'Гигакалория', 'gigacalorie', 'гигакалория', '233', true, 51),
  ('0192a001-0000-7000-8000-000000000245', 'кВт·ч', 'Киловатт-час', 'kilowatt-hour', 'киловатт-сағат', '245', true, 50),
  ('0192a001-0000-7000-8000-000000000354', 'с', 'Секунда', 'second', 'секунд', '354', true, 73),
  ('0192a001-0000-7000-8000-000000000355', 'мин', 'Минута', 'minute', 'минут', '355', true, 72),
  ('0192a001-0000-7000-8000-000000000356', 'ч', 'Час', 'hour', 'сағат', '356', true, 71),
  ('0192a001-0000-7000-8000-000000000359', 'сут', 'Сутки', 'day', 'тәулік', '359', true, 70),
  ('0192a001-0000-7000-8000-000000000360', 'нед', 'Неделя', 'week', 'апта', '360', true, 0),
  ('0192a001-0000-7000-8000-000000000362', 'мес', 'Месяц', 'month', 'ай', '362', true, 0),
  ('0192a001-0000-7000-8000-000000000366', 'год', 'Год', 'year', 'жыл', '366', true, 0),
  ('0192a001-0000-7000-8000-000000000616', 'боб', 'Бобина', 'reel', 'бобина', '616', false, 0),
  ('0192a001-0000-7000-8000-000000000625', 'лист', 'Лист', 'sheet', 'парақ', '625', false, 0),
  ('0192a001-0000-7000-8000-000000000639', 'доз', 'Доза', 'dose', 'доза', '639', false, 0),
  ('0192a001-0000-7000-8000-000000000641', 'дюжина', 'Дюжина (12 шт.)', 'dozen', 'дюжина', '641', false, 0),
  ('0192a001-0000-7000-8000-000000000642', 'ед', 'Единица', 'unit', 'бірлік', '642', false, 0),
  ('0192a001-0000-7000-8000-000000000657', 'изд', 'Изделие', 'article', 'бұйым', '657', false, 0),
  ('0192a001-0000-7000-8000-000000000698', 'мест', 'Место', 'place', 'орын', '698', false, 0),
  ('0192a001-0000-7000-8000-000000000704', 'набор', 'Набор', 'set', 'жиынтық', '704', false, 0),
  ('0192a001-0000-7000-8000-000000000715', 'пар', 'Пара (2 шт.)', 'pair', 'жұп', '715', false, 0),
  ('0192a001-0000-7000-8000-000000000728', 'пач', 'Пачка', 'packet', 'бума', '728', false, 0),
  ('0192a001-0000-7000-8000-000000000735', 'часть', 'Часть', 'part', 'бөлік', '735', false, 0),
  ('0192a001-0000-7000-8000-000000000736', 'рул', 'Рулон', 'roll', 'орам', '736', false, 0),
  ('0192a001-0000-7000-8000-000000000740', 'дюжина шт', 'Дюжина штук', 'dozen pieces', 'дюжина дана', '740', false, 0),
  ('0192a001-0000-7000-8000-000000000745', 'элем', 'Элемент', 'element', 'элемент', '745', false, 0),
  ('0192a001-0000-7000-8000-000000000778', 'упак', 'Упаковка', 'package', 'қаптама', '778', false, 0),
  ('0192a001-0000-7000-8000-000000000792', 'чел', 'Человек', 'person', 'адам', '792', false, 0),
  ('0192a001-0000-7000-8000-000000000796', 'шт', 'Штука', 'piece', 'дана', '796', false, 0),
  ('0192a001-0000-7000-8000-000000000797', '100 шт', 'Сто штук', 'hundred pieces', 'жүз дана', '797', false, 0),
  ('0192a001-0000-7000-8000-000000000798', 'тыс. шт', 'Тысяча штук', 'thousand pieces', 'мың дана', '798', false, 0),
  ('0192a001-0000-7000-8000-000000000812', 'ящ', 'Ящик', 'crate', 'жәшік', '812', false, 0),
  ('0192a001-0000-7000-8000-000000000836', 'гол', 'Голова', 'head', 'бас', '836', false, 0),
  ('0192a001-0000-7000-8000-000000000839', 'компл', 'Комплект', 'kit', 'жинақ', '839', false, 0),
  ('0192a001-0000-7000-8000-000000000840', 'секц', 'Секция', 'section', 'секция', '840', false, 0),
  ('0192a001-0000-7000-8000-000000000868', 'бут', 'Бутылка', 'bottle', 'бөтелке', '868', false, 0),
  ('0192a001-0000-7000-8000-000000000870', 'ампул', 'Ампула', 'ampoule', 'ампула', '870', false, 0),
  ('0192a001-0000-7000-8000-000000000872', 'флак', 'Флакон', 'flask', 'құты', '872', false, 0),
  ('0192a001-0000-7000-8000-000000000876', 'усл. ед', 'Условная единица', 'conventional unit', 'шартты бірлік', '876', false, 0),
  ('0192a001-0000-7000-8000-000000000917', 'смен', 'Смена', 'shift', 'ауысым', '917', false, 0),
  ('0192a001-0000-7000-8000-000000008751', 'кор', 'Коробка', 'box', 'қорап', '8751', false, 0),
  ('0192a001-0000-7000-8000-0000000f0001', 'банка', 'Банка', 'can', 'банка', '0001', false, 0),
  ('0192a001-0000-7000-8000-0000000f0002', 'пакет', 'Пакет', 'bag', 'пакет', '0002', false, 0),
  ('0192a001-0000-7000-8000-0000000f0003', 'мешок', 'Мешок', 'sack', 'қап', '0003', false, 0),
  ('0192a001-0000-7000-8000-0000000f0004', 'туба', 'Туба', 'tube', 'туба', '0004', false, 0),
  ('0192a001-0000-7000-8000-0000000f0005', 'порц', 'Порция', 'portion', 'порция', '0005', false, 0),
  ('0192a001-0000-7000-8000-0000000f0006', 'блок', 'Блок', 'block', 'блок', '0006', false, 0),
  ('0192a001-0000-7000-8000-0000000f0007', 'плит', 'Плитка', 'bar', 'плитка', '0007', false, 0),
  ('0192a001-0000-7000-8000-0000000f0008', 'кус', 'Кусок', 'slab', 'кесек', '0008', false, 0),
  ('0192a001-0000-7000-8000-0000000f0009', 'букет', 'Букет', 'bunch', 'гүл шоғы', '0009', false, 0),
  ('0192a001-0000-7000-8000-0000000f0010', 'поддон', 'Поддон', 'pallet', 'табандық', '0010', false, 0),
  ('0192a001-0000-7000-8000-0000000f0011', 'ведро', 'Ведро', 'bucket', 'шелек', '0011', false, 0),
  ('0192a001-0000-7000-8000-0000000f0012', 'услуга', 'Услуга', 'service', 'қызмет', '0012', false, 0),
  ('0192a001-0000-7000-8000-0000000f0013', 'дес', 'Десяток', 'ten', 'ондық', '0013', false, 0),
  ('0192a001-0000-7000-8000-0000000f0014', 'балл', 'Баллон', 'cylinder', 'баллон', '0014', false, 0);
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
--> statement-breakpoint
INSERT INTO vat_rates (id, country, rate, kind, valid_from, valid_to) VALUES
  (md5('vat KZ 12 2009-01-01')::uuid, 'KZ', 1200, 'Standard', '2009-01-01', '2025-12-31'),
  (md5('vat KZ 16 2026-01-01')::uuid, 'KZ', 1600, 'Standard', '2026-01-01', NULL),
  (md5('vat KZ 5 2026-01-01')::uuid, 'KZ', 500, 'Reduced', '2026-01-01', '2026-12-31'),
  (md5('vat KZ 10 2026-01-01')::uuid, 'KZ', 1000, 'Reduced', '2026-01-01', NULL),
  (md5('vat KZ 0 2009-01-01')::uuid, 'KZ', 0, 'Zero', '2009-01-01', NULL),
  (md5('vat RU 20 2019-01-01')::uuid, 'RU', 2000, 'Standard', '2019-01-01', '2025-12-31'),
  (md5('vat RU 22 2026-01-01')::uuid, 'RU', 2200, 'Standard', '2026-01-01', NULL),
  (md5('vat RU 10 2004-01-01')::uuid, 'RU', 1000, 'Reduced', '2004-01-01', NULL),
  (md5('vat RU 5 2025-01-01')::uuid, 'RU', 500, 'Reduced', '2025-01-01', NULL),
  (md5('vat RU 7 2025-01-01')::uuid, 'RU', 700, 'Reduced', '2025-01-01', NULL),
  (md5('vat RU 0 2004-01-01')::uuid, 'RU', 0, 'Zero', '2004-01-01', NULL),
  (md5('vat UZ 12 2023-01-01')::uuid, 'UZ', 1200, 'Standard', '2023-01-01', NULL),
  (md5('vat UZ 0 2019-10-01')::uuid, 'UZ', 0, 'Zero', '2019-10-01', NULL),
  (md5('vat BY 20 2010-01-01')::uuid, 'BY', 2000, 'Standard', '2010-01-01', NULL),
  (md5('vat BY 10 2010-01-01')::uuid, 'BY', 1000, 'Reduced', '2010-01-01', NULL),
  (md5('vat BY 0 2010-01-01')::uuid, 'BY', 0, 'Zero', '2010-01-01', NULL),
  (md5('vat KG 12 2009-01-01')::uuid, 'KG', 1200, 'Standard', '2009-01-01', NULL),
  (md5('vat KG 0 2009-01-01')::uuid, 'KG', 0, 'Zero', '2009-01-01', NULL),
  (md5('vat GB 20 2011-01-04')::uuid, 'GB', 2000, 'Standard', '2011-01-04', NULL),
  (md5('vat GB 5 1997-09-01')::uuid, 'GB', 500, 'Reduced', '1997-09-01', NULL),
  (md5('vat GB 0 1973-04-01')::uuid, 'GB', 0, 'Zero', '1973-04-01', NULL);
--> statement-breakpoint
INSERT INTO platform_settings DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO platform_channels DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO messenger_bot DEFAULT VALUES;
