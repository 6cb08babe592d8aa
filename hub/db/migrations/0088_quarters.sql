CREATE TABLE "group_quarters" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_group_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "group_quarters_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_group_id")
);
--> statement-breakpoint
CREATE TABLE "product_quarters" (
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
	CONSTRAINT "product_quarters_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_id")
);
--> statement-breakpoint
INSERT INTO "product_periods"
SELECT DISTINCT organization_id, 'quarter', date_trunc('quarter', first_day)::date, (date_trunc('quarter', first_day) + interval '3 months')::date - 1, false
FROM "product_periods" WHERE unit = 'month';
