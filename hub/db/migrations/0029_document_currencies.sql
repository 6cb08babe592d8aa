CREATE TABLE "currency_rates" (
	"organization_id" uuid NOT NULL,
	"currency_id" uuid NOT NULL,
	"day" date NOT NULL,
	"rate" bigint NOT NULL,
	"multiplicity" integer NOT NULL,
	CONSTRAINT "currency_rates_organization_id_currency_id_day_pk" PRIMARY KEY("organization_id","currency_id","day")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "currency_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "rate" bigint DEFAULT 1000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "multiplicity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "sum_in_organization_currency" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "vat_sum_in_organization_currency" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- All documents until now were in the currency of their organization.
UPDATE "documents" AS document
SET "currency_id" = organization."currency_id", "sum_in_organization_currency" = "sum",
  "vat_sum_in_organization_currency" = "vat_sum"
FROM "organizations" AS organization WHERE organization."id" = document."organization_id";--> statement-breakpoint
ALTER TABLE "documents" ALTER COLUMN "currency_id" SET NOT NULL;--> statement-breakpoint
-- Presets came with the rate 1, which nobody had set. Other rates are known since the currency was saved.
INSERT INTO "currency_rates" ("organization_id", "currency_id", "day", "rate", "multiplicity")
SELECT currency."organization_id", currency."id", (currency."updated_at" AT TIME ZONE organization."time_zone")::date,
  currency."rate" * 1000000, currency."multiplicity"
FROM "organization_currencies" AS currency
JOIN "organizations" AS organization ON organization."id" = currency."organization_id"
WHERE currency."id" <> organization."currency_id" AND (currency."rate" <> 1 OR currency."multiplicity" <> 1);--> statement-breakpoint
ALTER TABLE "currency_rates" ADD CONSTRAINT "currency_rates_organization_id_currency_id_organization_currencies_organization_id_id_fk" FOREIGN KEY ("organization_id","currency_id") REFERENCES "public"."organization_currencies"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_currency_id_organization_currencies_organization_id_id_fk" FOREIGN KEY ("organization_id","currency_id") REFERENCES "public"."organization_currencies"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_currencies" DROP COLUMN "rate";--> statement-breakpoint
ALTER TABLE "organization_currencies" DROP COLUMN "multiplicity";