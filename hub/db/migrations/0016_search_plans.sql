-- Each of these statements has one index to go by, whatever is searched for: they need not be planned anew each time.
ALTER FUNCTION find_products_by_text(text, int) SET plan_cache_mode = force_generic_plan;
--> statement-breakpoint
ALTER FUNCTION find_products_by_words(text, int) SET plan_cache_mode = force_generic_plan;
--> statement-breakpoint
ALTER FUNCTION match_products(text, int) SET plan_cache_mode = force_generic_plan;
