ALTER TABLE "accounts" ADD COLUMN "ways_suspended_at" timestamp (3) with time zone;--> statement-breakpoint
-- A SuperAdmin is made on the server, whose operator vouches for the address.
UPDATE "accounts" SET "email_verified_at" = now() WHERE "is_super_admin" AND "email_verified_at" IS NULL;
