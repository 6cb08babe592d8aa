-- The tills of this agent. Their numbers are their names, at the windows and at head office; one window at a time is a till.
CREATE TABLE tills (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE CHECK (number > 0),
  -- Of the key that its window holds; null: no window has become it yet.
  window_hash BLOB
) STRICT, WITHOUT ROWID;

-- An older agent took the ids that browsers had made up.
INSERT INTO tills (id, number)
SELECT till_id, row_number() OVER (ORDER BY min(opened), till_id)
FROM (
  SELECT till_id, position AS opened FROM shifts
  UNION ALL SELECT till_id, 9e15 FROM sessions
  UNION ALL SELECT till_id, 9e15 FROM carts
)
GROUP BY till_id;
