ALTER TABLE "retail_points" ADD COLUMN "allow_refund_other_tender" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_sale_payments" ADD COLUMN "change_amount" bigint;--> statement-breakpoint
ALTER TABLE "retail_sale_payments" ADD COLUMN "terminal_data" jsonb;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "unknown_customer_id" uuid;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "tax_system" text;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "shift_receipt_number" integer;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "refund_reason" text;--> statement-breakpoint
UPDATE retail_sales SET unknown_customer_id = (
  SELECT substring(flag ->> 'detail' FROM '^The customer ([0-9a-f-]{36}) is not')::uuid
  FROM jsonb_array_elements(flags) AS flag WHERE flag ->> 'code' = 'customer_unknown' LIMIT 1)
WHERE flags @> '[{"code": "customer_unknown"}]';
