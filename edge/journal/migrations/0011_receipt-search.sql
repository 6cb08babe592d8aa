-- Receipts are found by what was sold on them, and by when. One whose body is damaged is passed over.
CREATE TABLE receipt_products (
  product_id TEXT NOT NULL,
  position INTEGER NOT NULL REFERENCES receipts (position),
  PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO receipt_products
SELECT DISTINCT json_extract(line.value, '$.productId'), r.position
FROM receipts r
JOIN entries e ON e.position = r.position, json_each(iif(json_valid(e.body), e.body, '{}'), '$.lines') line
WHERE json_extract(line.value, '$.productId') IS NOT NULL;
CREATE INDEX receipts_by_time ON receipts (sold_at);
CREATE INDEX receipts_by_sum ON receipts (sum);
