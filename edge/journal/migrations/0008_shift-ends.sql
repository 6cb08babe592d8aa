-- Of the entry that closed the shift: nothing that belongs to it comes behind.
ALTER TABLE shifts ADD COLUMN closed_position INTEGER;
UPDATE shifts SET closed_position = (
  SELECT position FROM entries WHERE position > shifts.position AND type = 'shift_closed' AND body ->> 'shiftId' = shifts.id
);
