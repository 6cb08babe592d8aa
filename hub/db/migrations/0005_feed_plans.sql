-- A connection plans the queries of these functions once and keeps the plan. Made while the feed of a young organization
-- is still small, it would be a scan of the whole table, for each row of a later import: only the indexes will do.
ALTER FUNCTION feed_must_be_bumped() SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION feed_bump() SET enable_seqscan = off;
