CREATE TABLE "product_months" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "product_months_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_periods" (
	"organization_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"is_summed" boolean NOT NULL,
	CONSTRAINT "product_periods_pk" PRIMARY KEY("organization_id","unit","first_day")
);
--> statement-breakpoint
CREATE TABLE "product_years" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "product_years_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_id")
);
--> statement-breakpoint
CREATE INDEX "product_periods_unsummed_idx" ON "product_periods" USING btree ("organization_id") WHERE NOT is_summed;
--> statement-breakpoint
INSERT INTO "product_periods" ("organization_id", "unit", "first_day", "last_day", "is_summed")
SELECT DISTINCT d.organization_id, unit.name, date_trunc(unit.name, d.day::timestamp)::date,
	(date_trunc(unit.name, d.day::timestamp) + ('1 ' || unit.name)::interval)::date - 1, false
FROM (SELECT DISTINCT organization_id, day FROM product_days) AS d
CROSS JOIN unnest('{month,year}'::text[]) AS unit (name);
