CREATE TABLE "digest_readers" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"at" text NOT NULL,
	"language" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"told_on" text,
	CONSTRAINT "digest_readers_organization_id_employee_id_pk" PRIMARY KEY("organization_id","employee_id")
);
--> statement-breakpoint
CREATE TABLE "morning_digests" (
	"organization_id" uuid NOT NULL,
	"day" text NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "morning_digests_organization_id_day_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
ALTER TABLE "digest_readers" ADD CONSTRAINT "digest_readers_organization_id_employee_id_employees_organization_id_id_fk" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "morning_digests" ("organization_id", "day", "facts")
SELECT "organization_id", "subject", "facts" FROM "messenger_notices" WHERE "kind" = 'digest';