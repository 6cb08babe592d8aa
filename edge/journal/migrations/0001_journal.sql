-- The data that exists only at this point. Facts are added and never changed. A table whose rows may change says so.

-- Single values: edge/journal/meta.ts.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Oldest first. A chain is a sequence of entries, each with the hash of the previous one (shared/sync/upload.ts). New
-- entries go to the newest chain that is not recalled.
CREATE TABLE chains (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  series TEXT NOT NULL,
  -- recalled: the chain of a device that this one has replaced, stored only for its receipts.
  reason TEXT NOT NULL CHECK (reason IN ('enrolled', 'journal_lost', 'journal_restored', 'fork', 'recalled')),
  begun_at TEXT NOT NULL,
  -- Position of its first entry. Positions below it are free for entries that are recalled after the chain has begun.
  first_position INTEGER NOT NULL,
  next_receipt_number INTEGER NOT NULL DEFAULT 1,
  -- 1: some entries were lost with a damaged file, or have never been here.
  has_gaps INTEGER NOT NULL DEFAULT 0,
  -- Position from which on the hub has given back the entries of a chain of this device; null: none. Earlier entries
  -- were written here.
  recalled_from INTEGER
) STRICT;

-- Completed sales and everything else that goes to the hub, as it is sent. position is the place of an entry in this
-- file, in the order of writing. seq is its number in its chain, gapless from 1, as the hub sees it. Each entry has the
-- hash of the previous one in its chain, so that a changed, removed or moved entry is detected.
CREATE TABLE entries (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  chain TEXT NOT NULL REFERENCES chains (id),
  seq INTEGER NOT NULL
) STRICT;

CREATE INDEX entries_of_chain ON entries (chain, seq);
-- Finds the last sale of a chain, or the last of its other entries.
CREATE INDEX entries_by_kind ON entries (chain, type = 'sale', position);

CREATE TRIGGER entries_follow_each_other BEFORE INSERT ON entries
WHEN NOT (SELECT has_gaps FROM chains WHERE id = NEW.chain)
  AND (NEW.seq IS NOT coalesce((SELECT max(seq) FROM entries WHERE chain = NEW.chain), 0) + 1
    OR NEW.prev_hash <> coalesce((SELECT hash FROM entries WHERE chain = NEW.chain ORDER BY seq DESC LIMIT 1), ''))
BEGIN
  SELECT RAISE(ABORT, 'an entry must follow the last one of its chain');
END;

CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
BEGIN
  SELECT RAISE(ABORT, 'entries are never changed');
END;

CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN
  SELECT RAISE(ABORT, 'entries are never deleted');
END;

-- Entries that the hub has not taken into custody. Only its response to an entry removes it.
CREATE TABLE outbox (
  position INTEGER PRIMARY KEY REFERENCES entries (position)
) STRICT;

-- Results from the hub; the latest when an entry had to be uploaded again.
CREATE TABLE acks (
  position INTEGER PRIMARY KEY REFERENCES entries (position),
  result TEXT NOT NULL,
  reasons TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;

CREATE INDEX acks_of_interest ON acks (at) WHERE result NOT IN ('accepted', 'duplicate');

-- Index of the sales among the entries.
CREATE TABLE receipts (
  id TEXT PRIMARY KEY REFERENCES entries (id),
  position INTEGER NOT NULL UNIQUE REFERENCES entries (position),
  number TEXT NOT NULL UNIQUE,
  -- The cart of the sale: a second press of Pay finds the receipt by it.
  cart_id TEXT NOT NULL UNIQUE,
  is_return INTEGER NOT NULL,
  original_id TEXT REFERENCES receipts (id),
  sum INTEGER NOT NULL,
  sold_at TEXT NOT NULL,
  cashier_id TEXT NOT NULL,
  cashier_name TEXT NOT NULL
) STRICT;

CREATE INDEX receipts_by_time ON receipts (sold_at);
CREATE INDEX receipts_by_sum ON receipts (sum);

-- Finds receipts by their products.
CREATE TABLE receipt_products (
  product_id TEXT NOT NULL,
  position INTEGER NOT NULL REFERENCES receipts (position),
  PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;

-- Quantity that each return took back of a line of a receipt. The receipt may be of another till and so not be in this
-- journal.
CREATE TABLE returned (
  original_id TEXT NOT NULL,
  line_no INTEGER NOT NULL,
  return_id TEXT NOT NULL REFERENCES receipts (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (original_id, line_no, return_id)
) STRICT, WITHOUT ROWID;

-- Marking codes of sold and returned pieces, by shared/barcodes/marking-code.ts. The last row of a piece tells whether
-- it is sold.
CREATE TABLE marking_codes (
  key TEXT NOT NULL,
  -- Position of the sale or the return.
  position INTEGER NOT NULL REFERENCES entries (position),
  PRIMARY KEY (key, position)
) STRICT, WITHOUT ROWID;

-- Index of the shifts among the entries.
CREATE TABLE shifts (
  id TEXT PRIMARY KEY REFERENCES entries (id),
  position INTEGER NOT NULL UNIQUE REFERENCES entries (position),
  till_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  is_open INTEGER NOT NULL DEFAULT 1,
  -- Number of its receipts, from which the next one gets its number in the shift.
  receipts INTEGER NOT NULL DEFAULT 0,
  -- Position of the entry that closed the shift: no later entry belongs to it.
  closed_position INTEGER
) STRICT;

CREATE UNIQUE INDEX shifts_one_open_per_till ON shifts (till_id) WHERE is_open;

-- One job per receipt, created with it. Each print increases printed_count; 0 after a crash means: not confirmed.
CREATE TABLE print_jobs (
  receipt_id TEXT PRIMARY KEY REFERENCES receipts (id),
  printed_count INTEGER NOT NULL DEFAULT 0,
  last_printed_at TEXT
) STRICT, WITHOUT ROWID;

-- Print jobs in the order of their requests. A job stays until it is printed or a user has canceled it.
CREATE TABLE print_spool (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  printer TEXT NOT NULL,
  till_id TEXT NOT NULL,
  title TEXT NOT NULL,
  -- Either a receipt, which is laid out when it is printed, or a document.
  receipt_id TEXT REFERENCES receipts (id),
  document TEXT,
  is_copy INTEGER NOT NULL DEFAULT 0,
  opens_drawer INTEGER NOT NULL DEFAULT 0,
  -- printing: being sent to the printer. After a crash it is unknown whether it was printed.
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'printing', 'printed', 'cancelled')),
  queued_at TEXT NOT NULL,
  ended_at TEXT,
  CHECK ((receipt_id IS NULL) <> (document IS NULL) OR state IN ('printed', 'cancelled'))
) STRICT;

CREATE INDEX print_spool_pending ON print_spool (printer, id) WHERE state IN ('waiting', 'printing');

-- Printers and other devices of this agent by name, and the tills that use them.
CREATE TABLE devices (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE till_devices (
  till_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (till_id, kind)
) STRICT, WITHOUT ROWID;

-- Tills of this agent. The number is the name of a till, in its window and at head office. One window at a time is a till.
CREATE TABLE tills (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE CHECK (number > 0),
  -- Hash of the key of its window; null: no window has been this till yet.
  window_hash BLOB
) STRICT, WITHOUT ROWID;

-- Carts that are not paid yet, one open per till. Rows change and are deleted.
CREATE TABLE carts (
  id TEXT PRIMARY KEY,
  till_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'parked')),
  -- The cart without its lines, as JSON.
  body TEXT NOT NULL,
  label TEXT,
  cashier_name TEXT,
  parked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX carts_one_open_per_till ON carts (till_id) WHERE state = 'open';

-- Lines of carts, one row each, so that another line on a long receipt writes one row only.
CREATE TABLE cart_lines (
  cart_id TEXT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (cart_id, position)
) STRICT, WITHOUT ROWID;

-- Cashiers that are signed in at tills. The token is in the cookie of the till, its hash is here.
CREATE TABLE sessions (
  till_id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL,
  cashier_id TEXT NOT NULL,
  cashier_name TEXT NOT NULL,
  permissions TEXT NOT NULL,
  signed_in_at TEXT NOT NULL,
  -- The limits at sign-in. A missing limit allows everything.
  limits TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Number of consecutive wrong PINs, per cashier.
CREATE TABLE pin_failures (
  cashier_id TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  blocked_until TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Seals of the hub's audit log as received, never changed (docs/security/audit-log.md).
CREATE TABLE audit_seals (
  number INTEGER NOT NULL,
  hash TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (number, hash)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER audit_seals_stay BEFORE UPDATE ON audit_seals BEGIN SELECT raise(ABORT, 'seals are kept'); END;
CREATE TRIGGER audit_seals_remain BEFORE DELETE ON audit_seals BEGIN SELECT raise(ABORT, 'seals are kept'); END;

-- Executed commands of till pages, kept for a week. A command that is sent again does nothing.
CREATE TABLE commands (
  id TEXT PRIMARY KEY,
  done_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX commands_by_time ON commands (done_at);
