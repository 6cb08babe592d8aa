-- What stands in a chain of this device from this place on was given back by the hub; null: nothing. What came before
-- was written down here.
ALTER TABLE chains ADD COLUMN recalled_from INTEGER;

-- The last of a chain's sales or of its other entries, in the order of writing.
CREATE INDEX entries_by_kind ON entries (chain, type = 'sale', seq);
