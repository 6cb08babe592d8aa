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
ALTER TABLE "retail_points" ADD COLUMN "max_voucher_sale" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "voucher_sum" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sale_vouchers" ADD CONSTRAINT "retail_sale_vouchers_organization_id_sale_id_retail_sales_organization_id_id_fk" FOREIGN KEY ("organization_id","sale_id") REFERENCES "public"."retail_sales"("organization_id","id") ON DELETE cascade ON UPDATE no action;