ALTER TABLE "document_lines" ADD COLUMN "is_counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "document_lines" ADD COLUMN "is_added" boolean DEFAULT false NOT NULL;