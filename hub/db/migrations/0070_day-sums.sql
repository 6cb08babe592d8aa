CREATE TABLE "customer_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"employee_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"card" bigint NOT NULL,
	"qr" bigint NOT NULL,
	CONSTRAINT "customer_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","employee_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "dirty_days" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	CONSTRAINT "dirty_days_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"employee_id" uuid NOT NULL,
	"type" text NOT NULL,
	"documents" integer NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "payment_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","employee_id","type")
);
--> statement-breakpoint
CREATE TABLE "product_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
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
	CONSTRAINT "product_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","product_id")
);
--> statement-breakpoint
CREATE TABLE "receipt_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"employee_id" uuid NOT NULL,
	"hour" smallint NOT NULL,
	"documents" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"card" bigint NOT NULL,
	"qr" bigint NOT NULL,
	CONSTRAINT "receipt_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return","employee_id","hour")
);
--> statement-breakpoint
CREATE TABLE "stock_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"movements" bigint NOT NULL,
	"in_quantity" bigint NOT NULL,
	"in_cost" bigint NOT NULL,
	"out_quantity" bigint NOT NULL,
	"out_cost" bigint NOT NULL,
	"closing_quantity" bigint NOT NULL,
	"closing_cost" bigint NOT NULL,
	CONSTRAINT "stock_days_pk" PRIMARY KEY("organization_id","day","store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"page" text,
	"from_organization_id" uuid,
	"organization_name" text,
	"account_id" uuid,
	"email" text
);
--> statement-breakpoint
CREATE INDEX "customer_days_customer_idx" ON "customer_days" USING btree ("organization_id","customer_id","day");--> statement-breakpoint
CREATE INDEX "dirty_days_day_idx" ON "dirty_days" USING btree ("organization_id","day","store_id");--> statement-breakpoint
CREATE INDEX "product_days_product_idx" ON "product_days" USING btree ("organization_id","product_id","day");--> statement-breakpoint
CREATE INDEX "stock_days_product_idx" ON "stock_days" USING btree ("organization_id","product_id","store_id","day");--> statement-breakpoint
CREATE INDEX "feedback_created_idx" ON "feedback" USING btree ("created_at","id");
--> statement-breakpoint
INSERT INTO "dirty_days" ("organization_id", "id", "day", "store_id")
SELECT o.id, gen_random_uuid(), moved.day, moved.store_id
FROM organizations o
CROSS JOIN LATERAL (
	SELECT (s.date AT TIME ZONE o.time_zone)::date AS day, s.store_id FROM retail_sales s
	WHERE s.organization_id = o.id AND s.status = 'Posted'
	UNION
	SELECT (d.date AT TIME ZONE o.time_zone)::date, d.store_id FROM documents d
	WHERE d.organization_id = o.id AND d.type = 'Demand' AND d.status = 'Posted' AND d.store_id IS NOT NULL
	UNION
	SELECT (m.moment AT TIME ZONE o.time_zone)::date, m.store_id FROM stock_movements m
	WHERE m.organization_id = o.id
) AS moved;
