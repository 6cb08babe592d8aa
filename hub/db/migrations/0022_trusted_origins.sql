CREATE TABLE "trusted_origins" (
	"account_id" uuid NOT NULL,
	"origin_hash" "bytea" NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trusted_origins_account_id_origin_hash_pk" PRIMARY KEY("account_id","origin_hash")
);
--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "client_id" text DEFAULT 'counterfoil' NOT NULL;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "parent_hash" "bytea";--> statement-breakpoint
ALTER TABLE "trusted_origins" ADD CONSTRAINT "trusted_origins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refresh_tokens_parent_idx" ON "refresh_tokens" USING btree ("parent_hash");