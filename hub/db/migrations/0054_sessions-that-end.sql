ALTER TABLE "refresh_tokens" ADD COLUMN "started_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "refresh_tokens" SET "started_at" = "created_at";
