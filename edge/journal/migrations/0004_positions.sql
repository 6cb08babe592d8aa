-- One word for each number: position is where an entry stands in this file, in the order of writing; seq is its number in
-- its chain, as the hub sees it.
ALTER TABLE entries RENAME COLUMN seq TO position;
ALTER TABLE entries RENAME COLUMN chain_seq TO seq;
ALTER TABLE outbox RENAME COLUMN seq TO position;
ALTER TABLE acks RENAME COLUMN seq TO position;
ALTER TABLE receipts RENAME COLUMN seq TO position;
ALTER TABLE shifts RENAME COLUMN place TO position;
ALTER TABLE chains RENAME COLUMN first_place TO first_position;
