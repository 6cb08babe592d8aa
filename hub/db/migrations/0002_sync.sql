CREATE TABLE "device_chains" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"series" text NOT NULL,
	"reason" text NOT NULL,
	"boot_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"watermark" integer DEFAULT 0 NOT NULL,
	"highest" integer DEFAULT 0 NOT NULL,
	"head_hash" text DEFAULT '' NOT NULL,
	CONSTRAINT "device_chains_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "work_items" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"device_id" uuid,
	"upload_id" uuid,
	"conflict_hash" text,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by_id" uuid,
	"settled_by_name" text,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "work_items_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "work_items_subject_key" UNIQUE("organization_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "cash_movements" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"till_id" text NOT NULL,
	"cashier_id" uuid,
	"cashier_name" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"shift_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cash_movements_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_events" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"till_id" text NOT NULL,
	"cashier_id" uuid,
	"cashier_name" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "till_events_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "till_shifts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"till_id" text NOT NULL,
	"cashier_id" uuid,
	"cashier_name" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"number" integer,
	"opened_at" timestamp (3) with time zone,
	"opening_cash" bigint,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" uuid,
	"closed_by_name" text,
	"counted_cash" bigint,
	"totals" jsonb,
	CONSTRAINT "till_shifts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
DROP INDEX "uploads_seq_idx";--> statement-breakpoint
ALTER TABLE "pairing_codes" ADD COLUMN "replaces_device_id" uuid;--> statement-breakpoint
ALTER TABLE "retail_sales" ADD COLUMN "shift_id" uuid;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "replaces_device_id" uuid;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "last_contact_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "report" jsonb;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "boot_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "cloned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feed_counters" ADD COLUMN "horizon" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Until now a device had one chain, under its own id.
INSERT INTO device_chains (organization_id, id, device_id, series, reason, created_at, watermark)
SELECT organization_id, id, id, series, 'enrolled', enrolled_at, watermark FROM devices;--> statement-breakpoint
UPDATE device_chains c SET (highest, head_hash) = (
  SELECT u.seq, u.hash FROM uploads u
  WHERE u.organization_id = c.organization_id AND u.device_id = c.device_id AND u.seq IS NOT NULL
  ORDER BY u.seq DESC LIMIT 1)
WHERE EXISTS (SELECT FROM uploads u
  WHERE u.organization_id = c.organization_id AND u.device_id = c.device_id AND u.seq IS NOT NULL);--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "chain_id" uuid;--> statement-breakpoint
UPDATE uploads SET chain_id = device_id;--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "chain_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "corrected_body" text;--> statement-breakpoint
ALTER TABLE "device_chains" ADD CONSTRAINT "device_chains_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_movements" ADD CONSTRAINT "cash_movements_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_events" ADD CONSTRAINT "till_events_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_shifts" ADD CONSTRAINT "till_shifts_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_chains_device_idx" ON "device_chains" USING btree ("organization_id","device_id");--> statement-breakpoint
CREATE INDEX "work_items_open_idx" ON "work_items" USING btree ("organization_id","opened_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "work_items_upload_idx" ON "work_items" USING btree ("organization_id","upload_id");--> statement-breakpoint
CREATE INDEX "cash_movements_shift_idx" ON "cash_movements" USING btree ("organization_id","shift_id");--> statement-breakpoint
CREATE INDEX "cash_movements_moved_idx" ON "cash_movements" USING btree ("organization_id","moved_at");--> statement-breakpoint
CREATE INDEX "till_events_happened_idx" ON "till_events" USING btree ("organization_id","happened_at");--> statement-breakpoint
CREATE INDEX "till_shifts_opened_idx" ON "till_shifts" USING btree ("organization_id","opened_at");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_chain_id_device_chains_organization_id_id_fk" FOREIGN KEY ("organization_id","chain_id") REFERENCES "public"."device_chains"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_chain_idx" ON "uploads" USING btree ("organization_id","chain_id","seq");--> statement-breakpoint
CREATE INDEX "uploads_device_idx" ON "uploads" USING btree ("organization_id","device_id","id");--> statement-breakpoint

-- As in 0001: every tenant table shows its rows to their own organization alone.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['device_chains', 'work_items', 'till_shifts', 'cash_movements', 'till_events'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = current_organization())'
      ' WITH CHECK (organization_id = current_organization())', tenant_table);
  END LOOP;
END
$$;
--> statement-breakpoint
REVOKE DELETE ON device_chains, work_items, till_shifts, cash_movements, till_events FROM counterfoil_app;
--> statement-breakpoint

-- The check of 0001 by the primary key: an index of the pending rows alone makes each check pass all those that the
-- transaction has numbered, which for an import takes a time that grows with the square of its rows.
CREATE OR REPLACE FUNCTION feed_must_be_bumped() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  is_pending boolean;
BEGIN
  SELECT seq IS NULL INTO is_pending FROM feed
  WHERE organization_id = NEW.organization_id AND kind = NEW.kind AND entity_id = NEW.entity_id;
  IF is_pending THEN
    RAISE EXCEPTION 'replicated rows changed without feed_bump() as the last statement';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Which organizations have commits in their feed that are older than is kept (hub/features/pos/download/prune-feed.ts):
CREATE FUNCTION platform_organizations_with_commits_before(moment timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT DISTINCT c.organization_id FROM feed_commits c
  JOIN feed_counters f ON f.organization_id = c.organization_id AND c.seq < f.seq
  WHERE c.committed_at < moment
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION platform_organizations_with_commits_before(timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION platform_organizations_with_commits_before(timestamptz) TO counterfoil_app;
