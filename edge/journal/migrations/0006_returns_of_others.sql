-- A return may be of a receipt of another till, which is not in this journal.
CREATE TABLE returned_of_any (
  original_id TEXT NOT NULL,
  line_no INTEGER NOT NULL,
  return_id TEXT NOT NULL REFERENCES receipts (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (original_id, line_no, return_id)
) STRICT, WITHOUT ROWID;
INSERT INTO returned_of_any SELECT original_id, line_no, return_id, quantity FROM returned;
DROP TABLE returned;
ALTER TABLE returned_of_any RENAME TO returned;
