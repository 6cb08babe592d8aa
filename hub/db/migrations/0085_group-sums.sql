CREATE TABLE "group_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_group_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "group_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","product_group_id")
);
--> statement-breakpoint
CREATE TABLE "group_months" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_group_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "group_months_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_group_id")
);
--> statement-breakpoint
CREATE TABLE "group_years" (
	"organization_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"product_group_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "group_years_pk" PRIMARY KEY("organization_id","first_day","kind","is_return","product_group_id")
);
--> statement-breakpoint
CREATE TABLE "stale_groups" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_group_id" uuid NOT NULL,
	CONSTRAINT "stale_groups_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE INDEX "group_days_group_idx" ON "group_days" USING btree ("organization_id","product_group_id","day");--> statement-breakpoint
CREATE INDEX "stale_groups_group_idx" ON "stale_groups" USING btree ("organization_id","product_group_id");
--> statement-breakpoint
INSERT INTO "stale_groups" ("organization_id", "id", "product_group_id")
SELECT g.organization_id, gen_random_uuid(), g.product_group_id FROM (
	SELECT DISTINCT organization_id, coalesce(product_group_id, '00000000-0000-0000-0000-000000000000') AS product_group_id
	FROM products
) AS g;
