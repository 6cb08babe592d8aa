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
CREATE TABLE "fiscal_settings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fiscal_cash_boxes" ADD CONSTRAINT "fiscal_cash_boxes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_cash_boxes" ADD CONSTRAINT "fiscal_cash_boxes_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_events" ADD CONSTRAINT "fiscal_events_organization_id_sale_id_fiscal_receipts_organization_id_sale_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."fiscal_receipts"("organization_id","sale_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_leases" ADD CONSTRAINT "fiscal_leases_organization_id_cash_box_id_fiscal_cash_boxes_organization_id_id_fk" FOREIGN KEY ("organization_id","cash_box_id") REFERENCES "public"."fiscal_cash_boxes"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_settings" ADD CONSTRAINT "fiscal_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fiscal_events_sale_idx" ON "fiscal_events" USING btree ("organization_id","sale_id","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_open_idx" ON "fiscal_receipts" USING btree ("organization_id","cash_box_id","place") WHERE state not in ('Done', 'Failed');--> statement-breakpoint
CREATE INDEX "fiscal_receipts_failed_idx" ON "fiscal_receipts" USING btree ("organization_id","place") WHERE state = 'Failed';