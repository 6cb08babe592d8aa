CREATE TABLE "till_receipt_changes" (
	"organization_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "till_receipt_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"store_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	CONSTRAINT "till_receipt_changes_organization_id_store_id_id_pk" PRIMARY KEY("organization_id","store_id","id")
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
ALTER TABLE "till_receipt_stores" ADD CONSTRAINT "till_receipt_stores_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_receipts" ADD CONSTRAINT "till_receipts_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "till_receipts_seq_idx" ON "till_receipts" USING btree ("organization_id","store_id","seq");--> statement-breakpoint
CREATE INDEX "till_receipts_sold_idx" ON "till_receipts" USING btree ("organization_id","store_id","sold_at");--> statement-breakpoint
CREATE INDEX "till_receipts_pending_idx" ON "till_receipts" USING btree ("organization_id") WHERE seq is null;