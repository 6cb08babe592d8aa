ALTER TABLE "invitations" ADD COLUMN "is_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_up_invitations" ADD COLUMN "is_by_hand" boolean DEFAULT false NOT NULL;