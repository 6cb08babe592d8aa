CREATE TABLE "books_checks" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"products" integer NOT NULL,
	"movements" bigint NOT NULL,
	"findings_total" integer NOT NULL,
	"findings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "stock_movements_source_idx" ON "stock_movements" USING btree ("organization_id","source_document_id") WHERE source_document_id is not null;--> statement-breakpoint
ALTER TABLE books_checks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON books_checks USING (organization_id = current_organization())
  WITH CHECK (organization_id = current_organization());
--> statement-breakpoint
-- When the books of each organization were checked last, if ever, and how many findings there were.
CREATE FUNCTION platform_books_checks() RETURNS TABLE (
  organization_id uuid, time_zone text, checked_at timestamptz, findings_total int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, o.time_zone, c.checked_at, c.findings_total
  FROM organizations o
  LEFT JOIN books_checks c ON c.organization_id = o.id
  WHERE NOT o.is_archived
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION platform_books_checks() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION platform_books_checks() TO counterfoil_app;
