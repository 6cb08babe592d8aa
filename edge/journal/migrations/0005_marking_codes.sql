-- The marking codes of sold and returned pieces, by shared/barcodes/marking-code.ts. What was done last says whether a
-- piece is sold.
CREATE TABLE marking_codes (
  key TEXT NOT NULL,
  -- Of the sale or the return.
  position INTEGER NOT NULL REFERENCES entries (position),
  PRIMARY KEY (key, position)
) STRICT, WITHOUT ROWID;

-- How many receipts a shift has: the next one's number in it.
ALTER TABLE shifts ADD COLUMN receipts INTEGER NOT NULL DEFAULT 0;
UPDATE shifts SET receipts = (
  SELECT count(*) FROM entries WHERE position > shifts.position AND type = 'sale' AND body ->> 'shiftId' = shifts.id
);
