import { sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import { together } from '#hub/db/together.ts'
import type { Tx } from '#hub/db/transact.ts'
import { parseWeightBarcode, quantityOf } from '#shared/barcodes/weight-barcode.ts'
import type { QuickSearchItem, QuickSearchQuery } from '#shared/contracts/products.ts'
import { type Amount, amountToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { closestWords } from './closest-words.ts'
import { findByWeightCode } from './find-by-barcode.ts'
import { inOtherLayout } from './keyboard-layout.ts'
import { defaultPriceType } from './select-products.ts'

/**
 * For adding lines to documents: first what has this very code, article or barcode, then names that begin with the
 * text, then what has all its words. Only when nothing has: what a scale's label stands for, what the text says in the
 * other keyboard layout, then what it says without slips of the finger. Letter case aside, without archived products.
 */
export async function quickSearch(tx: Tx, { query, limit }: QuickSearchQuery): Promise<QuickSearchItem[]> {
  const asTyped = await find(tx, query, limit)
  if (asTyped.length > 0) return loadItems(tx, asTyped, query)
  const weighed = await findWeighed(tx, query)
  if (weighed) return [weighed]
  const other = inOtherLayout(query)
  const texts = other === undefined ? [query] : [query, other]
  for (const attempt of [find, findCorrected]) {
    for (const text of attempt === find ? texts.slice(1) : texts) {
      const ids = await attempt(tx, text, limit)
      if (ids.length > 0) return loadItems(tx, ids, query)
    }
  }
  return []
}

async function find(tx: Tx, text: string, limit: number): Promise<string[]> {
  const [exact, worded] = await together(listExact(tx, { text, limit }), listWorded(tx, { text, limit }))
  return [...new Set([...exact, ...worded].map(({ id }) => id))].slice(0, limit)
}

const listExact = statement(
  'quick-search.text',
  (given: Given<'text' | 'limit'>) => sql<{ id: string }>`
    SELECT id FROM find_products_by_text(${given.text}, ${given.limit})
      WITH ORDINALITY AS found (id, rank, position)
    ORDER BY position`,
)

const listWorded = statement(
  'quick-search.words',
  (given: Given<'text' | 'limit'>) => sql<{ id: string }>`
    SELECT id FROM find_products_by_words(${given.text}, ${given.limit}) AS id`,
)

/** Words of fewer letters have too many that are like them; of numbers, all are alike. */
const SHORTEST_CORRECTED = 4
const CANDIDATES = 30
const ATTEMPTS = 3

/** Each word that no product has gives way to the words closest to it, the best of all first. */
async function findCorrected(tx: Tx, text: string, limit: number): Promise<string[]> {
  const corrections: string[][] = []
  let isCorrected = false
  for (const word of text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    const isKept = word.length < SHORTEST_CORRECTED || /\d/.test(word)
    const similar = isKept ? [] : await listSimilarWords(tx, word)
    const closest = closestWords(word, similar)
    isCorrected ||= closest[0] !== undefined && !closest[0].startsWith(word)
    corrections.push(closest.length > 0 ? closest : [word])
  }
  if (!isCorrected) return []
  const attempts = Math.min(ATTEMPTS, Math.max(...corrections.map((words) => words.length)))
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const words = corrections.map((candidates) => candidates[attempt] ?? candidates[0] ?? '')
    const found = await listWorded(tx, { text: words.join(' '), limit })
    if (found.length > 0) return found.map(({ id }) => id)
  }
  return []
}

async function listSimilarWords(tx: Tx, word: string): Promise<string[]> {
  const { rows } = await tx.execute<{ word: string }>(
    sql`SELECT word FROM find_similar_product_words(${word}, ${CANDIDATES}) AS word`,
  )
  return rows.map((row) => row.word)
}

async function findWeighed(tx: Tx, query: string): Promise<QuickSearchItem | undefined> {
  const label = parseWeightBarcode(query)
  const product = label && (await findByWeightCode(tx, label.weightCode))
  if (!label || !product || product.isArchived) return undefined
  const [item] = await loadItems(tx, [product.id], query)
  if (!item) return undefined
  const quantity = quantityOf(label, (item.retailPrice * 100) as Amount)
  return { ...item, ...(quantity !== undefined && { quantity: quantityToNumber(quantity) }) }
}

interface Item {
  id: string
  name: string
  code: string
  article: string | null
  barcode: string | null
  unitName: string
  retailPrice: string | null
}

const itemsOf = statement(
  'quick-search.items',
  (given: Given<'ids' | 'query'>) => sql<Item>`
    SELECT p.id, p.name, p.code, p.article, u.name AS "unitName", r.value AS "retailPrice", (
      SELECT b.value FROM product_barcodes b
      WHERE b.organization_id = ${given.organizationId} AND b.product_id = p.id
      ORDER BY b.value = ${given.query} DESC, b.position LIMIT 1) AS barcode
    FROM products p
    JOIN units_of_measure u ON u.id = p.unit_of_measure_id
    LEFT JOIN LATERAL (
      SELECT value FROM product_prices
      WHERE organization_id = ${given.organizationId} AND product_id = p.id
        AND price_type_id = ${defaultPriceType(given)}
      OFFSET 0) AS r ON true
    WHERE p.organization_id = ${given.organizationId} AND p.id = ANY(${given.ids}::uuid[])
    ORDER BY array_position(${given.ids}::uuid[], p.id)`,
)

/** In the order of the ids; with the barcode that was asked for, or else the product's first. */
async function loadItems(tx: Tx, ids: string[], query: string): Promise<QuickSearchItem[]> {
  const items = await itemsOf(tx, { ids, query })
  return items.map((item) => ({
    ...item,
    retailPrice: amountToNumber(Number(item.retailPrice ?? 0) as Amount),
  }))
}
