CREATE TABLE "store_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
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
	CONSTRAINT "store_days_pk" PRIMARY KEY("organization_id","day","store_id","retail_point_id","kind","is_return")
);
--> statement-breakpoint
INSERT INTO "store_days"
SELECT organization_id, day, store_id, retail_point_id, kind, is_return, sum(documents), sum(quantity), sum("sum"), sum(discount),
	sum(rounding), sum(vat), sum(bonus), sum(cost), sum(cash), sum(card), sum(qr)
FROM "receipt_days"
GROUP BY organization_id, day, store_id, retail_point_id, kind, is_return;
