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
ALTER TABLE "till_vouchers" ADD CONSTRAINT "till_vouchers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "till_vouchers_seq_idx" ON "till_vouchers" USING btree ("organization_id","seq");--> statement-breakpoint
CREATE INDEX "till_vouchers_due_idx" ON "till_vouchers" USING btree ("organization_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "till_vouchers_pending_idx" ON "till_vouchers" USING btree ("organization_id") WHERE seq is null;--> statement-breakpoint
INSERT INTO "till_voucher_changes" ("organization_id", "voucher_id") SELECT "organization_id", "id" FROM "gift_vouchers";
