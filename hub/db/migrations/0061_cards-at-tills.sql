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
ALTER TABLE "retail_points" ADD COLUMN "offline_voucher_limit" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "trace" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "bonus_spent" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "bonus_earned" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gift_voucher_entries" ADD CONSTRAINT "gift_voucher_entries_organization_id_voucher_id_gift_vouchers_organization_id_id_fk" FOREIGN KEY ("organization_id","voucher_id") REFERENCES "public"."gift_vouchers"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_vouchers" ADD CONSTRAINT "gift_vouchers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_cards" ADD CONSTRAINT "till_cards_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_voucher_entries_voucher_idx" ON "gift_voucher_entries" USING btree ("organization_id","voucher_id","at");--> statement-breakpoint
CREATE INDEX "gift_voucher_entries_sale_idx" ON "gift_voucher_entries" USING btree ("organization_id","sale_id");--> statement-breakpoint
CREATE INDEX "till_cards_seq_idx" ON "till_cards" USING btree ("organization_id","seq");--> statement-breakpoint
CREATE INDEX "till_cards_due_idx" ON "till_cards" USING btree ("organization_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "till_cards_pending_idx" ON "till_cards" USING btree ("organization_id") WHERE seq is null;--> statement-breakpoint
INSERT INTO "till_card_changes" ("organization_id", "card_id") SELECT "organization_id", "id" FROM "loyalty_cards";
