-- The removal of demo data (hub/features/data/demo-data). `demo` lists its records: an array of ids per kind,
-- and its till.

CREATE OR REPLACE FUNCTION uuids(ids jsonb) RETURNS uuid[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT ARRAY(SELECT jsonb_array_elements_text(ids)::uuid) $$;

-- Returns true when other records reference the demo data: documents, receipts and points of the organization itself
-- would lose their references, and the tax office knows a fiscal receipt.
CREATE OR REPLACE FUNCTION demo_is_in_use(demo jsonb) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH own AS (
    SELECT current_organization() AS organization, (demo->>'till')::uuid AS till, uuids(demo->'products') AS products,
      uuids(demo->'documents') AS documents, uuids(demo->'loyaltyCards') AS cards
  ), receipts AS (
    SELECT s.id FROM retail_sales s, own WHERE s.organization_id = own.organization AND s.device_id = own.till
  )
  SELECT
    EXISTS (SELECT FROM document_lines l, own WHERE l.organization_id = own.organization AND l.product_id = ANY(own.products)
      AND l.document_id <> ALL(own.documents))
    OR EXISTS (SELECT FROM documents d, own WHERE d.organization_id = own.organization AND d.basis_id = ANY(own.documents)
      AND d.id <> ALL(own.documents))
    OR EXISTS (SELECT FROM retail_sale_lines l, own WHERE l.organization_id = own.organization AND l.product_id = ANY(own.products)
      AND l.sale_id NOT IN (SELECT id FROM receipts))
    OR EXISTS (SELECT FROM retail_sales s, own WHERE s.organization_id = own.organization AND s.device_id IS DISTINCT FROM own.till
      AND (s.loyalty_card_id = ANY(own.cards) OR s.original_sale_id IN (SELECT id FROM receipts)))
    OR EXISTS (SELECT FROM fiscal_receipts f, own WHERE f.organization_id = own.organization AND f.sale_id IN (SELECT id FROM receipts))
$$;

-- Deletes the demo data in one transaction: other records and their sums are as if it had never existed. Returns how
-- many of its groups, counterparties, users and similar records stay because the organization's own records reference
-- them. Returns null and deletes nothing when the demo data is in use. The function runs as the owner, because the
-- hub may not delete uploads of tills. It accepts only the demo till, which is not a machine.
CREATE OR REPLACE FUNCTION demo_remove(demo jsonb) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  organization uuid := current_organization();
  till uuid;
  sales uuid[];
  demo_products uuid[] := uuids(demo->'products');
  demo_documents uuid[] := uuids(demo->'documents');
  partners uuid[] := uuids(demo->'counterparties');
  kept integer := 0;
BEGIN
  -- A transaction that is about to reference one of them waits, and finds it gone.
  PERFORM FROM products WHERE organization_id = organization AND id = ANY(demo_products) ORDER BY id FOR UPDATE;
  IF demo_is_in_use(demo) THEN RETURN NULL; END IF;

  INSERT INTO dirty_days (organization_id, id, day, store_id)
  SELECT organization, gen_random_uuid(), day, store_id FROM (
    SELECT day, store_id FROM product_days WHERE organization_id = organization AND product_id = ANY(demo_products)
    UNION SELECT day, store_id FROM stock_days WHERE organization_id = organization AND product_id = ANY(demo_products)) AS days;
  DELETE FROM product_days WHERE organization_id = organization AND product_id = ANY(demo_products);
  DELETE FROM product_months WHERE organization_id = organization AND product_id = ANY(demo_products);
  DELETE FROM product_quarters WHERE organization_id = organization AND product_id = ANY(demo_products);
  DELETE FROM product_years WHERE organization_id = organization AND product_id = ANY(demo_products);
  DELETE FROM stock_days WHERE organization_id = organization AND product_id = ANY(demo_products);
  DELETE FROM stock_movements WHERE organization_id = organization AND product_id = ANY(demo_products);
  DELETE FROM stock_balances WHERE organization_id = organization AND product_id = ANY(demo_products);

  SELECT id INTO till FROM devices WHERE organization_id = organization AND id = (demo->>'till')::uuid AND agent_version = 'demo';
  sales := ARRAY(SELECT id FROM retail_sales WHERE organization_id = organization AND device_id = till);
  DELETE FROM receipt_links WHERE organization_id = organization AND sale_id = ANY(sales);
  DELETE FROM till_receipts WHERE organization_id = organization AND id = ANY(sales);
  DELETE FROM loyalty_points WHERE organization_id = organization AND card_id = ANY(uuids(demo->'loyaltyCards'));
  DELETE FROM till_cards WHERE organization_id = organization AND id = ANY(uuids(demo->'loyaltyCards'));
  DELETE FROM retail_sales WHERE organization_id = organization AND id = ANY(sales);
  DELETE FROM fiscal_cash_operations o WHERE o.organization_id = organization AND (
    EXISTS (SELECT FROM cash_movements m WHERE m.organization_id = organization AND m.device_id = till AND m.id = o.id)
    OR EXISTS (SELECT FROM till_shifts s WHERE s.organization_id = organization AND s.device_id = till AND s.id = o.id));
  DELETE FROM till_shifts WHERE organization_id = organization AND device_id = till;
  DELETE FROM cash_movements WHERE organization_id = organization AND device_id = till;
  DELETE FROM till_events WHERE organization_id = organization AND device_id = till;
  DELETE FROM work_items WHERE organization_id = organization AND device_id = till;
  DELETE FROM upload_conflicts WHERE organization_id = organization AND device_id = till;
  DELETE FROM uploads WHERE organization_id = organization AND device_id = till;
  DELETE FROM device_chains WHERE organization_id = organization AND device_id = till;
  DELETE FROM devices WHERE organization_id = organization AND id = till;
  DELETE FROM documents WHERE organization_id = organization AND id = ANY(demo_documents);

  DELETE FROM promotions WHERE organization_id = organization AND id = ANY(uuids(demo->'promotions'));
  DELETE FROM loyalty_cards WHERE organization_id = organization AND id = ANY(uuids(demo->'loyaltyCards'));
  DELETE FROM product_images WHERE organization_id = organization AND product_id = ANY(demo_products);
  DELETE FROM products WHERE organization_id = organization AND id = ANY(demo_products);

  DELETE FROM loyalty_programs p WHERE organization_id = organization AND id = ANY(uuids(demo->'programs'))
    AND NOT EXISTS (SELECT FROM loyalty_cards c WHERE c.organization_id = organization AND c.program_id = p.id);
  DELETE FROM product_groups g WHERE organization_id = organization AND id = ANY(uuids(demo->'groups'))
    AND NOT EXISTS (SELECT FROM products p WHERE p.organization_id = organization AND p.product_group_id = g.id)
    AND NOT EXISTS (SELECT FROM product_groups c WHERE c.organization_id = organization AND c.parent_id = g.id)
    AND NOT EXISTS (SELECT FROM retail_point_groups r WHERE r.organization_id = organization AND r.product_group_id = g.id);
  DELETE FROM counterparties c WHERE organization_id = organization AND id = ANY(partners)
    AND NOT EXISTS (SELECT FROM documents d WHERE d.organization_id = organization AND d.counterparty_id = c.id)
    AND NOT EXISTS (SELECT FROM retail_sales s WHERE s.organization_id = organization AND s.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM loyalty_cards l WHERE l.organization_id = organization AND l.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM products p WHERE p.organization_id = organization AND p.supplier_id = c.id);
  DELETE FROM employees e WHERE organization_id = organization AND id = ANY(uuids(demo->'employees'))
    AND account_id IS NULL AND pos_pin_hash IS NULL
    AND NOT EXISTS (SELECT FROM retail_point_cashiers r WHERE r.organization_id = organization AND r.employee_id = e.id);
  DELETE FROM price_types t WHERE organization_id = organization AND id = ANY(uuids(demo->'priceTypes'))
    AND NOT EXISTS (SELECT FROM product_prices p WHERE p.organization_id = organization AND p.price_type_id = t.id)
    AND NOT EXISTS (SELECT FROM future_prices p WHERE p.organization_id = organization AND p.price_type_id = t.id)
    AND NOT EXISTS (SELECT FROM counterparties c WHERE c.organization_id = organization AND c.price_type_id = t.id)
    AND NOT EXISTS (SELECT FROM retail_points r WHERE r.organization_id = organization AND r.price_type_id = t.id);
  DELETE FROM stores s WHERE organization_id = organization AND id = ANY(uuids(demo->'stores'))
    AND NOT EXISTS (SELECT FROM documents d WHERE d.organization_id = organization AND s.id IN (d.store_id, d.target_store_id))
    AND NOT EXISTS (SELECT FROM stock_balances b WHERE b.organization_id = organization AND b.store_id = s.id)
    AND NOT EXISTS (SELECT FROM product_min_stocks m WHERE m.organization_id = organization AND m.store_id = s.id)
    AND NOT EXISTS (SELECT FROM retail_points r WHERE r.organization_id = organization AND r.store_id = s.id)
    AND NOT EXISTS (SELECT FROM stores c WHERE c.organization_id = organization AND c.parent_id = s.id);

  SELECT
    (SELECT count(*) FROM loyalty_programs WHERE organization_id = organization AND id = ANY(uuids(demo->'programs')))
    + (SELECT count(*) FROM product_groups WHERE organization_id = organization AND id = ANY(uuids(demo->'groups')))
    + (SELECT count(*) FROM counterparties WHERE organization_id = organization AND id = ANY(partners))
    + (SELECT count(*) FROM employees WHERE organization_id = organization AND id = ANY(uuids(demo->'employees')))
    + (SELECT count(*) FROM price_types WHERE organization_id = organization AND id = ANY(uuids(demo->'priceTypes')))
    + (SELECT count(*) FROM stores WHERE organization_id = organization AND id = ANY(uuids(demo->'stores')))
  INTO kept;
  RETURN kept;
END
$$;

REVOKE ALL ON FUNCTION demo_is_in_use(jsonb), demo_remove(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION demo_is_in_use(jsonb), demo_remove(jsonb) TO counterfoil_app;
