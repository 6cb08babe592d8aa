CREATE INDEX "documents_draft_idx" ON "documents" USING btree ("organization_id","type") WHERE status = 'Draft';--> statement-breakpoint
CREATE INDEX "retail_sales_draft_idx" ON "retail_sales" USING btree ("organization_id","source") WHERE status = 'Draft';--> statement-breakpoint
CREATE INDEX "stock_movements_type_idx" ON "stock_movements" USING btree ("organization_id","document_type","moment","seq") WHERE document_type <> 'RetailSale';
