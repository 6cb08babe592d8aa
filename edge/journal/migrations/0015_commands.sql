-- Commands of till pages that were done: one that is sent again does nothing. Kept for a week.
CREATE TABLE commands (
  id TEXT PRIMARY KEY,
  done_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX commands_by_time ON commands (done_at);
