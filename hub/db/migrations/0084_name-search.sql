-- Indexes of expressions, whose functions stand in hub/db/sql/search-text.sql.
CREATE INDEX counterparties_name_text_idx ON counterparties (organization_id, name_search_text(name) COLLATE "C", id);
--> statement-breakpoint
-- Without a pending list, which each search would have to read.
CREATE INDEX counterparties_alike_idx ON counterparties
  USING gin (organization_id, name_search_text(name) gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX loyalty_cards_key_text_idx ON loyalty_cards (organization_id, card_key COLLATE "C");
--> statement-breakpoint
CREATE INDEX loyalty_cards_alike_idx ON loyalty_cards
  USING gin (organization_id, name_search_text(customer_name) gin_trgm_ops) WITH (fastupdate = off);
