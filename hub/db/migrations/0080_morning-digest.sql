ALTER TABLE "messenger_bindings" ADD COLUMN "digest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messenger_bindings" ADD COLUMN "digest_at" text DEFAULT '09:00' NOT NULL;