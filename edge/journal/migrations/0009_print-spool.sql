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
