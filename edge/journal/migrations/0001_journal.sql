-- What only this point knows. Facts are added and never changed; what may change is said at its table.

-- What is kept once: edge/journal/meta.ts.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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
  first_position INTEGER NOT NULL,
  next_receipt_number INTEGER NOT NULL DEFAULT 1,
  -- 1: some of it was lost with a damaged file, or never was here.
  has_gaps INTEGER NOT NULL DEFAULT 0,
  -- What stands in a chain of this device from this place on was given back by the hub; null: nothing. What came before
  -- was written down here.
  recalled_from INTEGER
) STRICT;

-- Completed sales and whatever else goes to the hub, as it is sent. position is where an entry stands in this file, in
-- the order of writing; seq is its number in its chain, gapless from 1, as the hub sees it. Each entry carries the hash
-- of the one before in its chain, so that none can be changed, removed or moved unseen.
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
-- The last of a chain's sales or of its other entries, in the order of writing.
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

-- Entries that the hub has not taken into custody. Only its answer for that very entry removes one.
CREATE TABLE outbox (
  position INTEGER PRIMARY KEY REFERENCES entries (position)
) STRICT;

-- What the hub answered; the latest answer when an entry had to be offered again.
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
  -- The cart it was made of: a second press of Pay finds the receipt by it.
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

-- Receipts are found by what was sold on them.
CREATE TABLE receipt_products (
  product_id TEXT NOT NULL,
  position INTEGER NOT NULL REFERENCES receipts (position),
  PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;

-- How much of which line of a receipt each return took back. The receipt may be of another till, which is not in this
-- journal.
CREATE TABLE returned (
  original_id TEXT NOT NULL,
  line_no INTEGER NOT NULL,
  return_id TEXT NOT NULL REFERENCES receipts (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (original_id, line_no, return_id)
) STRICT, WITHOUT ROWID;

-- The marking codes of sold and returned pieces, by shared/barcodes/marking-code.ts. What was done last says whether a
-- piece is sold.
CREATE TABLE marking_codes (
  key TEXT NOT NULL,
  -- Of the sale or the return.
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
  -- How many receipts it has: the next one's number in it.
  receipts INTEGER NOT NULL DEFAULT 0,
  -- Of the entry that closed the shift: nothing that belongs to it comes behind.
  closed_position INTEGER
) STRICT;

CREATE UNIQUE INDEX shifts_one_open_per_till ON shifts (till_id) WHERE is_open;

-- One job per receipt, made with it. printed_count goes up with each print; 0 after a crash means: not confirmed.
CREATE TABLE print_jobs (
  receipt_id TEXT PRIMARY KEY REFERENCES receipts (id),
  printed_count INTEGER NOT NULL DEFAULT 0,
  last_printed_at TEXT
) STRICT, WITHOUT ROWID;

-- What is to be printed, in the order in which it was asked for. A job stays until it has come out or somebody has cancelled it.
CREATE TABLE print_spool (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  printer TEXT NOT NULL,
  till_id TEXT NOT NULL,
  title TEXT NOT NULL,
  -- Either a receipt, which is laid out when its turn comes, or a document.
  receipt_id TEXT REFERENCES receipts (id),
  document TEXT,
  is_copy INTEGER NOT NULL DEFAULT 0,
  opens_drawer INTEGER NOT NULL DEFAULT 0,
  -- printing: it is being sent, so after a crash nobody can tell whether it has come out.
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'printing', 'printed', 'cancelled')),
  queued_at TEXT NOT NULL,
  ended_at TEXT,
  CHECK ((receipt_id IS NULL) <> (document IS NULL) OR state IN ('printed', 'cancelled'))
) STRICT;

CREATE INDEX print_spool_pending ON print_spool (printer, id) WHERE state IN ('waiting', 'printing');

-- Printers and other devices that were set up here, by name, and which of them a till uses.
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

-- The tills of this agent. Their numbers are their names, at the windows and at head office; one window at a time is a till.
CREATE TABLE tills (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE CHECK (number > 0),
  -- Of the key that its window holds; null: no window has become it yet.
  window_hash BLOB
) STRICT, WITHOUT ROWID;

-- Carts that are not paid yet, one open per till; they change and go.
CREATE TABLE carts (
  id TEXT PRIMARY KEY,
  till_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'parked')),
  -- Without its lines.
  body TEXT NOT NULL,
  label TEXT,
  cashier_name TEXT,
  parked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX carts_one_open_per_till ON carts (till_id) WHERE state = 'open';

-- The lines of a cart, one row each: one more line on a long receipt writes one row and not all of them again.
CREATE TABLE cart_lines (
  cart_id TEXT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (cart_id, position)
) STRICT, WITHOUT ROWID;

-- Who is signed in at which till. The token is in the till's cookie; here is its hash.
CREATE TABLE sessions (
  till_id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL,
  cashier_id TEXT NOT NULL,
  cashier_name TEXT NOT NULL,
  permissions TEXT NOT NULL,
  signed_in_at TEXT NOT NULL,
  -- As they were at sign-in; what is left out is allowed.
  limits TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Wrong PINs in a row, per cashier.
CREATE TABLE pin_failures (
  cashier_id TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  blocked_until TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Seals of the hub's audit log as they were told, never changed (docs/security/audit-log.md).
CREATE TABLE audit_seals (
  number INTEGER NOT NULL,
  hash TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (number, hash)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER audit_seals_stay BEFORE UPDATE ON audit_seals BEGIN SELECT raise(ABORT, 'seals are kept'); END;
CREATE TRIGGER audit_seals_remain BEFORE DELETE ON audit_seals BEGIN SELECT raise(ABORT, 'seals are kept'); END;

-- Commands of till pages that were done: one that is sent again does nothing. Kept for a week.
CREATE TABLE commands (
  id TEXT PRIMARY KEY,
  done_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX commands_by_time ON commands (done_at);
