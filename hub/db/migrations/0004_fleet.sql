-- Who keeps an eye on what tills upload, in the organizations that exist already (shared/contracts/permissions.ts).
-- Tills hold nothing of it, so the feed is not told.
ALTER TABLE employee_roles DISABLE TRIGGER feed_update;
--> statement-breakpoint
UPDATE employee_roles SET permissions = permissions || ARRAY['sync.view', 'sync.manage'], version = version + 1
WHERE is_system AND name IN ('Owner', 'Administrator', 'Manager') AND NOT 'sync.view' = ANY(permissions);
--> statement-breakpoint
ALTER TABLE employee_roles ENABLE TRIGGER feed_update;
--> statement-breakpoint

-- What a scrape of the metrics asks of all organizations at once (hub/http/metrics). The devices in service:
CREATE FUNCTION platform_devices() RETURNS TABLE (
  organization_id uuid, id uuid, name text, retail_point_name text, enrolled_at timestamptz, revoked_at timestamptz,
  cloned_at timestamptz, last_contact_at timestamptz, report jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT d.organization_id, d.id, d.name, p.name, d.enrolled_at, d.revoked_at, d.cloned_at, d.last_contact_at, d.report
  FROM devices d
  JOIN retail_points p ON p.organization_id = d.organization_id AND p.id = d.retail_point_id
  JOIN organizations o ON o.id = d.organization_id AND NOT o.is_archived
  WHERE d.revoked_at IS NULL
$$;
--> statement-breakpoint
-- How many items stand on the work lists, and how many uploads are in custody and not yet judged:
CREATE FUNCTION platform_backlog() RETURNS TABLE (organization_id uuid, list text, kind text, items bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  (SELECT organization_id, 'work_items', kind, count(*) FROM work_items WHERE settled_at IS NULL GROUP BY 1, 3)
  UNION ALL
  (SELECT organization_id, 'uploads', status, count(*) FROM uploads WHERE status IN ('received', 'held') GROUP BY 1, 3)
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION platform_devices(), platform_backlog() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION platform_devices(), platform_backlog() TO counterfoil_app;
