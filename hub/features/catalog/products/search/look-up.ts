import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { lookUpSteps } from '#shared/barcodes/look-up-steps.ts'
import type { ProductDetails } from '../details.ts'
import { findProducts } from '../queries.ts'

interface Match extends Record<string, unknown> {
  /** Position of the text, starting at 1. */
  place: number
  /** 0 for a match with the text itself. Higher numbers are the steps of the barcode look-up. */
  step: number
  id: string
}

/**
 * Returns the product of each text by its exact barcode, code, article or name, ignoring case. Texts without
 * a match are interpreted like scans. Null when there is no product or several.
 */
export async function lookUp(tx: Tx, texts: readonly string[]): Promise<(ProductDetails | null)[]> {
  const words = sql`unnest(${sql.param([...texts])}::text[]) WITH ORDINALITY AS words (word, place)`
  const inUse = sql`products.organization_id = ${tx.organizationId} AND NOT products.is_archived`
  const barcodes = texts.flatMap((text, index) => barcodesOf(text, index + 1))
  const spellings = sql`unnest(
    ${sql.param(barcodes.map(({ place }) => place))}::int[], ${sql.param(barcodes.map(({ step }) => step))}::int[],
    ${sql.param(barcodes.map(({ value }) => value))}::text[], ${sql.param(barcodes.map(({ key }) => key))}::text[]
  ) AS sent (place, step, value, key)`
  const ofProduct = sql`barcodes.organization_id = ${tx.organizationId}`
  const { rows } = await tx.execute<Match>(sql`
    SELECT place::int, 0 AS step, id FROM ${words} JOIN products ON ${inUse} AND lower(products.name) = lower(word)
    UNION SELECT place::int, 0, id FROM ${words} JOIN products ON ${inUse} AND lower(products.code) = lower(word)
    UNION SELECT place::int, 0, id FROM ${words} JOIN products ON ${inUse} AND lower(products.article) = lower(word)
    UNION SELECT place::int, 0, id FROM ${words}
      JOIN product_barcodes AS barcodes ON ${ofProduct} AND barcodes.value = word
      JOIN products ON ${inUse} AND products.id = barcodes.product_id
    UNION SELECT place, step, id FROM ${spellings}
      JOIN product_barcodes AS barcodes ON ${ofProduct} AND barcodes.value = sent.value
      JOIN products ON ${inUse} AND products.id = barcodes.product_id
    UNION SELECT place, step, id FROM ${spellings}
      JOIN product_barcodes AS barcodes ON ${ofProduct} AND barcodes.key = sent.key
      JOIN products ON ${inUse} AND products.id = barcodes.product_id`)
  const matches = Map.groupBy(rows, ({ place }) => place)
  const idAt = (index: number): string | undefined => {
    const found = matches.get(index + 1) ?? []
    const first = Math.min(...found.map(({ step }) => step))
    const [only, ...others] = found.filter(({ step }) => step === first)
    return others.length === 0 ? only?.id : undefined
  }
  const found = await findProducts(tx, [...new Set(texts.flatMap((_, index) => idAt(index) ?? []))])
  const byId = new Map(found.map((product) => [product.id, product]))
  return texts.map((_, index) => byId.get(idAt(index) ?? '') ?? null)
}

interface SentBarcode {
  place: number
  step: number
  value: string | null
  key: string | null
}

/**
 * Returns the possible barcodes of a text. Scale labels and case barcodes are left out, because they do not
 * identify a product.
 */
function barcodesOf(text: string, place: number): SentBarcode[] {
  return lookUpSteps(text).flatMap((step, index): SentBarcode[] => {
    if (step.by === 'label' || (step.by === 'barcode' && step.facts.isCase)) return []
    if (step.by === 'key') return [{ place, step: index + 1, value: null, key: step.key }]
    return step.values.map((value) => ({ place, step: index + 1, value, key: null }))
  })
}
