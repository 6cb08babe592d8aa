ALTER TABLE "messenger_bindings" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "messenger_bindings" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messenger_bot" ADD COLUMN "trouble_since" timestamp (3) with time zone;