ALTER TABLE "audit_log" ADD COLUMN "inside_name" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "store_ids" uuid[];--> statement-breakpoint
CREATE INDEX "audit_log_employee_idx" ON "audit_log" USING btree ("organization_id","employee_id","at");