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
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_account_idx" ON "password_resets" USING btree ("account_id");
--> statement-breakpoint
INSERT INTO "platform_settings" DEFAULT VALUES;--> statement-breakpoint
INSERT INTO "platform_channels" DEFAULT VALUES;
