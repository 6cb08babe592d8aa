-- Products store whether they have a barcode, so that a list of products without one need not read all barcodes.
-- Added barcodes are not looked up again: the first import of a shop adds very many, to a table that is empty by its
-- statistics.
CREATE OR REPLACE FUNCTION note_barcodes() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT organization_id, array_agg(DISTINCT product_id) AS products FROM changed GROUP BY organization_id
  LOOP
    IF TG_OP = 'INSERT' THEN
      UPDATE products p SET has_barcode = true
      WHERE p.organization_id = touched.organization_id AND p.id = ANY (touched.products) AND NOT p.has_barcode;
    ELSE
      UPDATE products p SET has_barcode = false
      WHERE p.organization_id = touched.organization_id AND p.id = ANY (touched.products) AND p.has_barcode
        AND NOT EXISTS (
          SELECT FROM product_barcodes b WHERE b.organization_id = touched.organization_id AND b.product_id = p.id
          OFFSET 0);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER barcodes_insert AFTER INSERT ON product_barcodes REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION note_barcodes();
CREATE OR REPLACE TRIGGER barcodes_delete AFTER DELETE ON product_barcodes REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION note_barcodes();
