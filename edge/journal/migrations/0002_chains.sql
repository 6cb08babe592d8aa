-- Several chains in one journal, receipts that came back from the hub, shifts, and carts line by line.
--
-- entries.seq stays what it is to the other tables: the place of an entry in this file, in the order of writing. Its
-- number in its chain, which is what the hub sees, is chain_seq.

-- Oldest first. A chain is a run of entries, each bearing the hash of the one before (shared/sync/upload.ts). New
-- entries go to the newest that is not recalled.
CREATE TABLE chains (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  series TEXT NOT NULL,
  -- recalled: of a device whose place this one took; here only for its receipts.
  reason TEXT NOT NULL CHECK (reason IN ('enrolled', 'journal_lost', 'journal_restored', 'fork', 'recalled')),
  begun_at TEXT NOT NULL,
  -- Of its first entry. There is room below it for what is recalled after the chain has begun.
  first_place INTEGER NOT NULL,
  next_receipt_number INTEGER NOT NULL DEFAULT 1,
  -- 1: some of it was lost with a damaged file, or never was here.
  has_gaps INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO chains (number, id, series, reason, begun_at, first_place, next_receipt_number)
SELECT 1, device.value, series.value, 'enrolled', coalesce((SELECT min(recorded_at) FROM entries), ''), 1,
       coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'nextReceiptNumber'), 1)
FROM meta device, meta series
WHERE device.key = 'deviceId' AND series.key = 'series';

DELETE FROM meta WHERE key IN ('series', 'nextReceiptNumber');

DROP TRIGGER entries_follow_each_other;
DROP TRIGGER entries_never_change;

ALTER TABLE entries ADD COLUMN chain TEXT REFERENCES chains (id);
ALTER TABLE entries ADD COLUMN chain_seq INTEGER;
UPDATE entries SET chain = (SELECT id FROM chains), chain_seq = seq;
CREATE INDEX entries_of_chain ON entries (chain, chain_seq);

CREATE TRIGGER entries_follow_each_other BEFORE INSERT ON entries
WHEN NEW.chain IS NULL
  OR NOT (SELECT has_gaps FROM chains WHERE id = NEW.chain)
  AND (NEW.chain_seq IS NOT coalesce((SELECT max(chain_seq) FROM entries WHERE chain = NEW.chain), 0) + 1
    OR NEW.prev_hash <> coalesce(
      (SELECT hash FROM entries WHERE chain = NEW.chain ORDER BY chain_seq DESC LIMIT 1), ''))
BEGIN
  SELECT RAISE(ABORT, 'an entry must follow the last one of its chain');
END;

CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
BEGIN
  SELECT RAISE(ABORT, 'entries are never changed');
END;

-- Index of the shifts among the entries.
CREATE TABLE shifts (
  id TEXT PRIMARY KEY REFERENCES entries (id),
  place INTEGER NOT NULL UNIQUE REFERENCES entries (seq),
  till_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  is_open INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE UNIQUE INDEX shifts_one_open_per_till ON shifts (till_id) WHERE is_open;

-- The lines of a cart, one row each: one more line on a long receipt writes one row and not all of them again.
CREATE TABLE cart_lines (
  cart_id TEXT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (cart_id, position)
) STRICT, WITHOUT ROWID;

INSERT INTO cart_lines (cart_id, position, body)
SELECT carts.id, line.key, line.value FROM carts, json_each(carts.body, '$.lines') line;

UPDATE carts SET body = json_remove(body, '$.lines');
