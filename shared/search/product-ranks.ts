/**
 * Ranks of found products, the most likely first: a whole code, article or barcode; a product that this till
 * often sells; a name that begins with the text; all words of the text. The hub does not know `OftenSold`.
 * Its ranks are in hub/db/sql/product-search.sql, and test/sync/search-ranks.test.ts compares the two.
 */
export const PRODUCT_RANKS = ['Code', 'OftenSold', 'NameBegins', 'Words'] as const
export type ProductRank = (typeof PRODUCT_RANKS)[number]

/** Returns each product once, in the order of its best rank. */
export const inRankOrder = <Id>(found: Record<ProductRank, readonly Id[]>): Id[] => [
  ...new Set(PRODUCT_RANKS.flatMap((rank) => found[rank])),
]
