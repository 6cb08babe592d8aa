-- The cleanup of an organization (docs/domain.md#cleanup).

-- The tables to clean up, referencing tables before referenced ones. All other data stays: the organization itself,
-- its users, stores, retail points, tills and settings, the audit log, and uploads of tills.
CREATE OR REPLACE FUNCTION cleanup_tables() RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT '{
    receipt_links,fiscal_events,fiscal_receipts,
    retail_sale_vouchers,retail_sale_marking_codes,retail_sale_payments,retail_sale_lines,retail_sales,
    document_lines,documents,
    cost_recalculations,stock_movements,stock_balances,
    till_stock,till_stock_changes,till_receipts,till_receipt_changes,
    loyalty_points,loyalty_cards,till_cards,till_card_changes,loyalty_programs,promotions,
    gift_voucher_entries,gift_vouchers,till_vouchers,till_voucher_changes,
    extsys_pages,extsys_runs,product_import_images,product_imports,change_set_rows,change_sets,
    product_images,product_barcodes,product_packs,product_prices,future_prices,past_prices,product_min_stocks,products,
    retail_point_groups,product_groups,counterparties,
    messenger_notices,morning_digests,books_checks,
    customer_days,payment_days,product_days,receipt_days,stock_days,store_days,product_months,
    product_quarters,product_years,group_days,group_months,group_quarters,group_years,product_periods,dirty_days,stale_groups
  }'::text[]
$$;

-- Deletes up to the given number of rows of the organization of the transaction. Returns their count, and whether
-- rows remain because newer rows use them or because they wait for a fiscal receipt. The function runs as the owner
-- and names its tables itself, because the hub may not delete uploads of tills.
CREATE OR REPLACE FUNCTION cleanup_portion(most integer) RETURNS TABLE (deleted integer, blocked boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  organization uuid := current_organization();
  unmade CONSTANT text := 'EXISTS (SELECT FROM fiscal_receipts f WHERE f.organization_id = $1 AND f.state <> ''Done'' AND ';
  name text;
  stays text;
  portion integer;
BEGIN
  deleted := 0;
  blocked := EXISTS (SELECT FROM fiscal_receipts f WHERE f.organization_id = organization AND f.state <> 'Done');
  FOREACH name IN ARRAY cleanup_tables() LOOP
    EXIT WHEN deleted >= most;
    -- Rows of the same table reference these rows, or they belong to the product and not to the organization. A sale
    -- posted after the start of the cleanup stays until its fiscal receipt is made.
    stays := CASE
      WHEN name = 'fiscal_receipts' THEN 't.state <> ''Done'''
      WHEN name IN ('receipt_links', 'fiscal_events') OR name LIKE 'retail_sale\_%' THEN unmade || 'f.sale_id = t.sale_id)'
      WHEN name = 'retail_sales' THEN unmade || 'f.sale_id = t.id)'
      WHEN name = 'documents' THEN 'EXISTS (SELECT FROM documents c WHERE c.organization_id = $1 AND c.basis_id = t.id)'
      WHEN name = 'product_groups' THEN 'EXISTS (SELECT FROM product_groups c WHERE c.organization_id = $1 AND c.parent_id = t.id)'
      WHEN name = 'counterparties' THEN 't.is_system'
      ELSE 'false' END;
    BEGIN
      EXECUTE format(
        'DELETE FROM %1$I WHERE organization_id = $1 AND ctid = ANY(ARRAY(
           SELECT t.ctid FROM %1$I AS t WHERE t.organization_id = $1 AND NOT %2$s LIMIT $2))', name, stays)
        USING organization, most - deleted;
      GET DIAGNOSTICS portion = ROW_COUNT;
      deleted := deleted + portion;
    EXCEPTION WHEN foreign_key_violation THEN
      blocked := true;
    END;
  END LOOP;
  RETURN NEXT;
END
$$;

REVOKE ALL ON FUNCTION cleanup_portion(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cleanup_portion(integer) TO counterfoil_app;
