-- The hub makes a new key at its next start: these are sealed in another way. People and devices sign in by themselves.
DELETE FROM "signing_keys";--> statement-breakpoint
ALTER TABLE "signing_keys" ALTER COLUMN "sealed_private_jwk" SET DATA TYPE text USING '';
