-- The documents of a product group are counted by the current group of each product (hub/day-sums/count-group.ts).
-- When a product moves, the documents of both groups must be counted again. The nil id stands for products without a
-- group.
CREATE OR REPLACE FUNCTION mark_stale_groups() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO stale_groups (organization_id, id, product_group_id)
  SELECT moved.organization_id, gen_random_uuid(), coalesce(moved.product_group_id, '00000000-0000-0000-0000-000000000000')
  FROM (
    SELECT DISTINCT changed.organization_id, touched.product_group_id
    FROM changed JOIN former USING (organization_id, id)
    CROSS JOIN LATERAL (VALUES (former.product_group_id), (changed.product_group_id)) AS touched (product_group_id)
    WHERE former.product_group_id IS DISTINCT FROM changed.product_group_id
  ) AS moved;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER stale_groups_update AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION mark_stale_groups();
