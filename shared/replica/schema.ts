/**
 * Version of the tables of replica.db. The hub creates such files for its tills (shared/sync/snapshot.ts),
 * and the agent updates them, so both use this folder.
 *
 * Increase the format with each change of the tables. A replica in another format is deleted and downloaded
 * again.
 */
export const REPLICA_FORMAT = 1

export const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE settings (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE units (id TEXT PRIMARY KEY, name TEXT NOT NULL, is_fractional INTEGER NOT NULL) STRICT;
  CREATE TABLE groups (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, parent_id TEXT, sort_order INTEGER NOT NULL, vat_rate INTEGER,
    use_parent_vat INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE products (
    row_id INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    code TEXT NOT NULL,
    article TEXT,
    group_id TEXT,
    unit_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    price INTEGER NOT NULL,
    min_price INTEGER,
    vat_rate INTEGER,
    is_weighed INTEGER NOT NULL,
    weight_code TEXT,
    is_discount_prohibited INTEGER NOT NULL,
    use_group_vat INTEGER NOT NULL,
    -- JSON of NextPrice[] (shared/catalog/price-at.ts), where there are any.
    next_prices TEXT,
    tracking_type TEXT NOT NULL,
    payment_subject TEXT NOT NULL,
    ntin TEXT,
    -- JSON of ReplicaPack[] in whole steps, where there are any.
    packs TEXT,
    minimum_age INTEGER,
    thumb_url TEXT,
    -- In the assortment of the retail point, and shown where it is looked for: see assortment.ts.
    is_offered INTEGER NOT NULL DEFAULT 1,
    is_listed INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  -- The groups of the assortment with all below them; none: every product is in it.
  CREATE TABLE assortment (group_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  -- One barcode may stand on several products.
  CREATE TABLE barcodes (product_row_id INTEGER NOT NULL, position INTEGER NOT NULL, barcode TEXT NOT NULL) STRICT;
  CREATE TABLE pack_barcodes (product_row_id INTEGER NOT NULL, barcode TEXT NOT NULL) STRICT;
  CREATE TABLE cashiers (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, pin_hash TEXT NOT NULL, permissions TEXT NOT NULL,
    limits TEXT NOT NULL
  ) STRICT;
  -- Of the store of the retail point, by product; without a row there is none.
  CREATE TABLE stock (id TEXT PRIMARY KEY, quantity INTEGER NOT NULL) STRICT;
  -- Kept as they were sent (documents.ts).
  CREATE TABLE price_types (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE vat_rates (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE customers (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE programs (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE promotions (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  -- What cards are looked for by is derived of the body (cards.ts).
  CREATE TABLE cards (
    row_id INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL, words TEXT NOT NULL, customer_id TEXT,
    body TEXT NOT NULL
  ) STRICT;
  -- The tag is that of the body: two numbers may have one (shared/loyalty/voucher-tag.ts).
  CREATE TABLE vouchers (id TEXT PRIMARY KEY, tag TEXT NOT NULL, body TEXT NOT NULL) STRICT;
  -- Of the tills of the store; the body has what is in no column (receipts.ts).
  CREATE TABLE receipts (
    id TEXT PRIMARY KEY, number TEXT NOT NULL, sold_at TEXT NOT NULL, original_id TEXT, body TEXT NOT NULL
  ) STRICT;`

/** Replaces ё with е, since Russian texts use both. */
const folded = (text: string): string => `replace(replace(${text}, 'ё', 'е'), 'Ё', 'Е')`

/** Searchable values of the product `p`, in the order of the columns of product_search. */
const SEARCHED = `
  p.row_id, ${folded('p.name')} AS name, p.code, coalesce(p.article, '') AS article,
  coalesce(
    (SELECT group_concat(b.barcode, ' ' ORDER BY b.position) FROM barcodes b WHERE b.product_row_id = p.row_id), ''
  ) AS barcodes`

/**
 * Words of product names, used to correct mistyped words: only letters, at least 3. They are derived from the
 * names, like the search index. A word remains until the next snapshot even if no product contains it.
 */
const WORDS = `
  CREATE TABLE words (row_id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
  CREATE VIRTUAL TABLE word_trigrams USING fts5(
    word, content = 'words', content_rowid = 'row_id', columnsize = 0, detail = 'none', tokenize = 'trigram'
  );
  CREATE TRIGGER words_inserted AFTER INSERT ON words BEGIN
    INSERT INTO word_trigrams (rowid, word) VALUES (new.row_id, new.word);
  END;
  CREATE VIRTUAL TABLE search_terms USING fts5vocab(product_search, 'col');`

/** Copies the words of the search index to `words`. */
export const COLLECT_WORDS = `
  INSERT OR IGNORE INTO words (word)
  SELECT term FROM search_terms WHERE col = 'name' AND length(term) >= 3 AND term NOT GLOB '*[0-9]*'`

/**
 * Indexes, created after the rows of a snapshot are inserted. Building them once is much faster than updating
 * them for each row.
 *
 * The search index stores neither its texts nor their lengths, since results are not ranked by length. It
 * refers to the table with the texts, so it can be checked against them and rebuilt.
 *
 * The search index stores prefixes of two letters only. Searches for one or three letters are nearly as fast
 * without separate prefixes, and a file is created in two thirds of the time. Readers do not depend on the
 * prefixes, so they are not part of the format.
 */
export const INDEXES = `
  CREATE UNIQUE INDEX products_id ON products (id);
  CREATE INDEX products_code ON products (code);
  CREATE INDEX products_article ON products (article) WHERE article IS NOT NULL;
  CREATE INDEX products_name ON products (name, row_id) WHERE is_listed = 1;
  CREATE INDEX products_group ON products (group_id, name, row_id) WHERE is_listed = 1;
  CREATE INDEX products_pictured ON products (row_id) WHERE thumb_url IS NOT NULL;
  CREATE INDEX barcodes_barcode ON barcodes (barcode COLLATE NOCASE);
  CREATE INDEX barcodes_product ON barcodes (product_row_id, position);
  CREATE INDEX pack_barcodes_barcode ON pack_barcodes (barcode COLLATE NOCASE);
  CREATE INDEX pack_barcodes_product ON pack_barcodes (product_row_id);
  CREATE INDEX receipts_number ON receipts (number);
  CREATE INDEX receipts_sold_at ON receipts (sold_at);
  CREATE INDEX receipts_original ON receipts (original_id) WHERE original_id IS NOT NULL;
  CREATE INDEX vouchers_tag ON vouchers (tag);
  CREATE INDEX cards_key ON cards (key);
  CREATE INDEX cards_customer ON cards (customer_id) WHERE customer_id IS NOT NULL;
  CREATE VIEW searched_products AS SELECT ${SEARCHED} FROM products p WHERE p.is_listed = 1;
  CREATE VIRTUAL TABLE product_search USING fts5(
    name, code, article, barcodes,
    content = 'searched_products', content_rowid = 'row_id', columnsize = 0,
    prefix = '2', tokenize = 'unicode61 remove_diacritics 2'
  );
  ${WORDS}
  CREATE VIRTUAL TABLE card_search USING fts5(
    words, content = 'cards', content_rowid = 'row_id', columnsize = 0,
    prefix = '2', tokenize = 'unicode61 remove_diacritics 2'
  );
  INSERT INTO card_search (card_search) VALUES ('rebuild');
  CREATE TRIGGER card_search_insert AFTER INSERT ON cards BEGIN
    INSERT INTO card_search (rowid, words) VALUES (new.row_id, new.words);
  END;
  CREATE TRIGGER card_search_update AFTER UPDATE OF words ON cards WHEN old.words <> new.words BEGIN
    INSERT INTO card_search (card_search, rowid, words) VALUES ('delete', old.row_id, old.words);
    INSERT INTO card_search (rowid, words) VALUES (new.row_id, new.words);
  END;
  CREATE TRIGGER card_search_delete AFTER DELETE ON cards BEGIN
    INSERT INTO card_search (card_search, rowid, words) VALUES ('delete', old.row_id, old.words);
  END;`

/** Adds products to the search index. Append a condition. None of the matching products can be in the index yet. */
export const FILL_SEARCH = `
  INSERT INTO product_search (rowid, name, code, article, barcodes) SELECT ${SEARCHED} FROM products p`

/**
 * Removes products from the search index before they change. Append a condition, as with FILL_SEARCH. All
 * matching products must be in the index.
 */
export const EMPTY_SEARCH = `
  INSERT INTO product_search (product_search, rowid, name, code, article, barcodes)
  SELECT 'delete', ${SEARCHED} FROM products p`
