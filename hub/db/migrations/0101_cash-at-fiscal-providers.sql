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
ALTER TABLE "fiscal_cash_operations" ADD CONSTRAINT "fiscal_cash_operations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fiscal_cash_operations_open_idx" ON "fiscal_cash_operations" USING btree ("organization_id","cash_box_id","place") WHERE state not in ('Done', 'Failed');--> statement-breakpoint
CREATE INDEX "fiscal_cash_operations_failed_idx" ON "fiscal_cash_operations" USING btree ("organization_id","place") WHERE state = 'Failed';