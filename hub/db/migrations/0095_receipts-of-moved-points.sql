ALTER TABLE "till_receipt_changes" ALTER COLUMN "sale_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "till_receipt_changes" ADD COLUMN "retail_point_id" uuid;--> statement-breakpoint
ALTER TABLE "till_receipt_changes" ADD CONSTRAINT "till_receipt_changes_subject" CHECK (num_nonnulls(sale_id, retail_point_id) = 1);