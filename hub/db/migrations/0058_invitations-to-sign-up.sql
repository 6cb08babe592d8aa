CREATE TABLE "sign_up_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"token_hash" "bytea",
	"invited_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_up_invitations_email_key" UNIQUE("email"),
	CONSTRAINT "sign_up_invitations_mail_key" UNIQUE("mail_id"),
	CONSTRAINT "sign_up_invitations_token_key" UNIQUE("token_hash")
);
