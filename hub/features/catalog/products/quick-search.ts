import { type SQL, sql } from 'drizzle-orm'
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
  const ids = await listIds(
    tx,
    sql`SELECT id FROM find_products_by_text(${text}, ${limit}) WITH ORDINALITY AS found (id, rank, position)
      ORDER BY position`,
  )
  const best = new Set(ids)
  if (best.size < limit) for (const id of await findByWords(tx, text, limit)) best.add(id)
  return [...best].slice(0, limit)
}

function findByWords(tx: Tx, text: string, limit: number): Promise<string[]> {
  return listIds(tx, sql`SELECT id FROM find_products_by_words(${text}, ${limit}) AS id`)
}

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
    const ids = await findByWords(tx, words.join(' '), limit)
    if (ids.length > 0) return ids
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

interface Item extends Record<string, unknown> {
  id: string
  name: string
  code: string
  article: string | null
  barcode: string | null
  unitName: string
  retailPrice: string | null
}

/** In the order of the ids; with the barcode that was asked for, or else the product's first. */
async function loadItems(tx: Tx, ids: string[], query: string): Promise<QuickSearchItem[]> {
  const { rows } = await tx.execute<Item>(sql`
    SELECT p.id, p.name, p.code, p.article, u.name AS "unitName", r.value AS "retailPrice", (
      SELECT b.value FROM product_barcodes b
      WHERE b.organization_id = ${tx.organizationId} AND b.product_id = p.id
      ORDER BY b.value = ${query} DESC, b.position LIMIT 1) AS barcode
    FROM products p
    JOIN units_of_measure u ON u.id = p.unit_of_measure_id
    LEFT JOIN product_prices r
      ON r.organization_id = ${tx.organizationId} AND r.product_id = p.id AND r.price_type_id = ${defaultPriceType(tx)}
    WHERE p.organization_id = ${tx.organizationId} AND p.id = ANY(${sql.param(ids)}::uuid[])
    ORDER BY array_position(${sql.param(ids)}::uuid[], p.id)`)
  return rows.map((row) => ({ ...row, retailPrice: amountToNumber(Number(row.retailPrice ?? 0) as Amount) }))
}

async function listIds(tx: Tx, query: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(query)
  return rows.map(({ id }) => id)
}
