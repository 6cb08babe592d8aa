CREATE TABLE "receipt_links" (
	"organization_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	CONSTRAINT "receipt_links_organization_id_sale_id_pk" PRIMARY KEY("organization_id","sale_id"),
	CONSTRAINT "receipt_links_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "receipt_qr" boolean DEFAULT false NOT NULL;