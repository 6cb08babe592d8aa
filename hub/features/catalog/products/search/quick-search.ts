import { type SQL, sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { QuickSearchItem, QuickSearchQuery } from '#shared/contracts/catalog/products.ts'
import { type Amount, amountToNumber, type Quantity, quantityToNumber } from '#shared/money/decimal.ts'
import { closestWords } from '#shared/search/closest-words.ts'
import { inOtherLayout } from '#shared/search/keyboard-layout.ts'
import { defaultPriceType } from '../select-products.ts'
import { findScanned } from './find-by-barcode.ts'

/**
 * Finds products for the lines of documents: first those with this exact code, article or barcode, then names
 * that begin with the text, then products that contain all its words. If nothing is found, it tries the text
 * as a scan (find-by-barcode.ts), in the other keyboard layout, and with typing errors corrected. Case is
 * ignored, and archived products are left out.
 */
export async function quickSearch(tx: Tx, { query, limit }: QuickSearchQuery): Promise<QuickSearchItem[]> {
  const items = await found(tx, { text: query, query, limit })
  if (items.length > 0) return items.map(present)
  const scanned = await listScanned(tx, query, limit)
  if (scanned.length > 0) return scanned
  const other = inOtherLayout(query)
  const inOther = other === undefined ? [] : await found(tx, { text: other, query, limit })
  if (inOther.length > 0) return inOther.map(present)
  for (const text of other === undefined ? [query] : [query, other]) {
    const corrected = await findCorrected(tx, text, query, limit)
    if (corrected.length > 0) return corrected.map(present)
  }
  return []
}

interface Item {
  id: string
  name: string
  code: string
  article: string | null
  barcode: string | null
  unitName: string
  retailPrice: string | null
  /** Quantity of the pack whose barcode was searched. */
  packQuantity: string | null
}

/**
 * Returns the query for the products of `found` (id, place), ordered by place, each with the searched barcode
 * or else its first one.
 */
function itemsOf(given: Given<'query'>, found: SQL): SQL<Item> {
  return sql`
    WITH found (id, place) AS MATERIALIZED (${found})
    SELECT p.id, p.name, p.code, p.article, u.name AS "unitName", r.value AS "retailPrice", (
      SELECT b.value FROM product_barcodes b
      WHERE b.organization_id = ${given.organizationId} AND b.product_id = p.id
      ORDER BY b.value = ${given.query} DESC, b.position LIMIT 1) AS barcode, (
      SELECT k.quantity FROM product_packs k
      WHERE k.organization_id = ${given.organizationId} AND k.product_id = p.id AND k.barcode = ${given.query}
      ORDER BY k.quantity LIMIT 1) AS "packQuantity"
    FROM products p
    JOIN found USING (id)
    JOIN units_of_measure u ON u.id = p.unit_of_measure_id
    LEFT JOIN LATERAL (
      SELECT value FROM product_prices
      WHERE organization_id = ${given.organizationId} AND product_id = p.id
        AND price_type_id = ${defaultPriceType(given)}
      OFFSET 0) AS r ON true
    WHERE p.organization_id = ${given.organizationId} AND p.id = ANY(ARRAY(SELECT id FROM found))
    ORDER BY found.place`
}

const worded = (given: Given<'text' | 'limit'>): SQL => sql`
  SELECT * FROM find_products_by_words(${given.text}, ${given.limit}) WITH ORDINALITY`

const found = statement('quick-search.found', (given: Given<'text' | 'query' | 'limit'>) =>
  itemsOf(
    given,
    sql`
    SELECT id, min(place) AS place FROM (
      SELECT id, place FROM find_products_by_text(${given.text}, ${given.limit})
        WITH ORDINALITY AS exact (id, rank, place)
      UNION ALL
      SELECT id, 2 * ${given.limit}::int + place FROM (${worded(given)}) AS worded (id, place)
    ) AS each GROUP BY id ORDER BY place LIMIT ${given.limit}::int`,
  ),
)

const foundByWords = statement('quick-search.words', (given: Given<'text' | 'query' | 'limit'>) =>
  itemsOf(given, worded(given)),
)

const foundById = statement('quick-search.id', (given: Given<'id' | 'query'>) =>
  itemsOf(given, sql`SELECT ${given.id}::uuid, 1`),
)

const present = ({ packQuantity, ...item }: Item): QuickSearchItem => ({
  ...item,
  retailPrice: amountToNumber(Number(item.retailPrice ?? 0) as Amount),
  ...(packQuantity !== null && { quantity: quantityToNumber(Number(packQuantity) as Quantity) }),
})

/**
 * Minimum length of corrected words. Shorter words have too many similar ones. Numbers are not corrected,
 * because they are all similar.
 */
const SHORTEST_CORRECTED = 4
const CANDIDATES = 30
const ATTEMPTS = 3

/**
 * Finds products after replacing each unknown word by the words closest to it. The best combination is tried
 * first.
 */
async function findCorrected(tx: Tx, text: string, query: string, limit: number): Promise<Item[]> {
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
    const items = await foundByWords(tx, { text: words.join(' '), query, limit })
    if (items.length > 0) return items
  }
  return []
}

async function listSimilarWords(tx: Tx, word: string): Promise<string[]> {
  const { rows } = await tx.execute<{ word: string }>(
    sql`SELECT word FROM find_similar_product_words(${word}, ${CANDIDATES}) AS word`,
  )
  return rows.map((row) => row.word)
}

async function listScanned(tx: Tx, query: string, limit: number): Promise<QuickSearchItem[]> {
  const scanned = await findScanned(tx, query)
  const items: QuickSearchItem[] = []
  for (const { id, isArchived } of scanned?.products.slice(0, limit) ?? []) {
    const [item] = isArchived ? [] : await foundById(tx, { id, query })
    if (item) items.push(present(item))
  }
  const [only, ...others] = items
  if (!only || others.length > 0 || scanned?.quantity === undefined) return items
  return [{ ...only, quantity: quantityToNumber(scanned.quantity) }]
}
