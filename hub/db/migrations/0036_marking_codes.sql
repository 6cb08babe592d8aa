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
ALTER TABLE "retail_sale_lines" ADD COLUMN "tracking_type" text;--> statement-breakpoint
ALTER TABLE "retail_sale_lines" ADD COLUMN "payment_subject" text;--> statement-breakpoint
ALTER TABLE "retail_sale_lines" ADD COLUMN "ntin" text;--> statement-breakpoint
ALTER TABLE "retail_sale_marking_codes" ADD CONSTRAINT "retail_sale_marking_codes_line_fk" FOREIGN KEY ("organization_id","sale_id","line_no") REFERENCES "public"."retail_sale_lines"("organization_id","sale_id","line_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retail_sale_marking_codes_key_idx" ON "retail_sale_marking_codes" USING btree ("organization_id","key");