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
	"quiet_from" text,
	"quiet_to" text,
	"sending_since" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone
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
ALTER TABLE "platform_channels" ADD COLUMN "messenger_token" text;--> statement-breakpoint
CREATE INDEX "messenger_codes_organization_idx" ON "messenger_codes" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "messenger_notices_unsent_idx" ON "messenger_notices" USING btree ("organization_id","at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "retail_sales_returns_idx" ON "retail_sales" USING btree ("organization_id","created_at") WHERE is_return;--> statement-breakpoint
INSERT INTO "messenger_bot" DEFAULT VALUES;