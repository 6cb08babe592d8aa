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
ALTER TABLE "organization_settings" ADD COLUMN "discount_strategy" text DEFAULT 'BySum' NOT NULL;--> statement-breakpoint
ALTER TABLE "loyalty_cards" ADD CONSTRAINT "loyalty_cards_organization_id_program_id_loyalty_programs_organization_id_id_fk" FOREIGN KEY ("organization_id","program_id") REFERENCES "public"."loyalty_programs"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_cards" ADD CONSTRAINT "loyalty_cards_organization_id_customer_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_points" ADD CONSTRAINT "loyalty_points_organization_id_card_id_loyalty_cards_organization_id_id_fk" FOREIGN KEY ("organization_id","card_id") REFERENCES "public"."loyalty_cards"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_programs" ADD CONSTRAINT "loyalty_programs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loyalty_cards_program_idx" ON "loyalty_cards" USING btree ("organization_id","program_id");--> statement-breakpoint
CREATE INDEX "loyalty_cards_customer_idx" ON "loyalty_cards" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "loyalty_cards_phone_idx" ON "loyalty_cards" USING btree ("organization_id","phone_number");--> statement-breakpoint
CREATE INDEX "loyalty_points_card_idx" ON "loyalty_points" USING btree ("organization_id","card_id","at");--> statement-breakpoint
CREATE INDEX "loyalty_points_sale_idx" ON "loyalty_points" USING btree ("organization_id","sale_id");--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_programs_is_default_key" ON "loyalty_programs" USING btree ("organization_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "retail_sales_card_idx" ON "retail_sales" USING btree ("organization_id","loyalty_card_id") WHERE loyalty_card_id is not null;--> statement-breakpoint
UPDATE employee_roles SET permissions = permissions || ARRAY['loyalty.view', 'loyalty.create', 'loyalty.update', 'loyalty.delete']
WHERE is_system AND 'sales.delete' = ANY(permissions) AND NOT 'loyalty.view' = ANY(permissions);
