DROP INDEX "product_words_word_idx";--> statement-breakpoint
DROP INDEX "product_words_search_idx";--> statement-breakpoint
ALTER TABLE "product_words" ADD COLUMN "is_beginning" boolean DEFAULT false NOT NULL;--> statement-breakpoint
TRUNCATE "product_words";--> statement-breakpoint
INSERT INTO "product_words" ("organization_id", "word", "is_beginning")
SELECT DISTINCT p.organization_id, kept.word, kept.is_beginning
FROM "products" AS p, kept_words(product_search_text(p.name, p.code, p.article)) AS kept;
--> statement-breakpoint
CREATE INDEX product_words_word_idx ON product_words (organization_id, word COLLATE "C");
--> statement-breakpoint
-- Short and very long words are not taken for mistyped ones. Without a pending list, which each search would have to read.
CREATE INDEX product_words_search_idx ON product_words
  USING gin (organization_id, search_fold(word) gin_trgm_ops) WITH (fastupdate = off)
  WHERE length(word) BETWEEN 4 AND 40 AND NOT is_beginning;
