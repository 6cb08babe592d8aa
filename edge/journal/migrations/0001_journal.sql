-- What only this point knows. Facts are added and never changed; what may change is said at its table.

-- deviceId, series, nextReceiptNumber
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Completed sales, as they are sent to the hub. seq is gapless from 1; each entry carries the hash of the one before,
-- so that no entry can be changed, removed or moved unseen.
CREATE TABLE entries (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  recorded_at TEXT NOT NULL
) STRICT;

CREATE TRIGGER entries_follow_each_other BEFORE INSERT ON entries
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries)
  OR NEW.prev_hash <> coalesce((SELECT hash FROM entries ORDER BY seq DESC LIMIT 1), '')
BEGIN
  SELECT RAISE(ABORT, 'an entry must follow the last one');
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
  seq INTEGER PRIMARY KEY REFERENCES entries (seq)
) STRICT;

-- What the hub answered; the latest answer when an entry had to be offered again.
CREATE TABLE acks (
  seq INTEGER PRIMARY KEY REFERENCES entries (seq),
  result TEXT NOT NULL,
  reasons TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;

CREATE INDEX acks_of_interest ON acks (at) WHERE result NOT IN ('accepted', 'duplicate');

-- Index of the sales among the entries.
CREATE TABLE receipts (
  id TEXT PRIMARY KEY REFERENCES entries (id),
  seq INTEGER NOT NULL UNIQUE REFERENCES entries (seq),
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

-- How much of which line of a receipt each return took back.
CREATE TABLE returned (
  original_id TEXT NOT NULL REFERENCES receipts (id),
  line_no INTEGER NOT NULL,
  return_id TEXT NOT NULL REFERENCES receipts (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (original_id, line_no, return_id)
) STRICT, WITHOUT ROWID;

-- One job per receipt, made with it. printed_count goes up with each print; 0 after a crash means: not confirmed.
CREATE TABLE print_jobs (
  receipt_id TEXT PRIMARY KEY REFERENCES receipts (id),
  printed_count INTEGER NOT NULL DEFAULT 0,
  last_printed_at TEXT
) STRICT, WITHOUT ROWID;

-- Carts that are not paid yet, one open per till; they change and go.
CREATE TABLE carts (
  id TEXT PRIMARY KEY,
  till_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'parked')),
  body TEXT NOT NULL,
  label TEXT,
  cashier_name TEXT,
  parked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX carts_one_open_per_till ON carts (till_id) WHERE state = 'open';

-- Who is signed in at which till. The token is in the till's cookie; here is its hash.
CREATE TABLE sessions (
  till_id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL,
  cashier_id TEXT NOT NULL,
  cashier_name TEXT NOT NULL,
  permissions TEXT NOT NULL,
  signed_in_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Wrong PINs in a row, per cashier.
CREATE TABLE pin_failures (
  cashier_id TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  blocked_until TEXT NOT NULL
) STRICT, WITHOUT ROWID;
