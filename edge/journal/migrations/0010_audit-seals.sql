-- Seals of the hub's audit log as they were told, never changed (docs/security/audit-log.md).
CREATE TABLE audit_seals (
  number INTEGER NOT NULL,
  hash TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (number, hash)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER audit_seals_stay BEFORE UPDATE ON audit_seals BEGIN SELECT raise(ABORT, 'seals are kept'); END;
CREATE TRIGGER audit_seals_remain BEFORE DELETE ON audit_seals BEGIN SELECT raise(ABORT, 'seals are kept'); END;
