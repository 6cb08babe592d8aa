import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { ProductDetails } from '../details.ts'
import { findProducts } from '../queries.ts'

interface Match extends Record<string, unknown> {
  /** From 1. */
  place: number
  id: string
}

/** What each text names by its very barcode, code, article or name, letter case aside; null: nothing does, or several do. */
export async function lookUp(tx: Tx, texts: readonly string[]): Promise<(ProductDetails | null)[]> {
  const words = sql`unnest(${sql.param([...texts])}::text[]) WITH ORDINALITY AS words (word, place)`
  const inUse = sql`products.organization_id = ${tx.organizationId} AND NOT products.is_archived`
  const { rows } = await tx.execute<Match>(sql`
    SELECT place::int, id FROM ${words} JOIN products ON ${inUse} AND lower(products.name) = lower(word)
    UNION SELECT place::int, id FROM ${words} JOIN products ON ${inUse} AND lower(products.code) = lower(word)
    UNION SELECT place::int, id FROM ${words} JOIN products ON ${inUse} AND lower(products.article) = lower(word)
    UNION SELECT place::int, id FROM ${words}
      JOIN product_barcodes AS barcodes ON barcodes.organization_id = ${tx.organizationId} AND barcodes.value = word
      JOIN products ON ${inUse} AND products.id = barcodes.product_id`)
  const matches = Map.groupBy(rows, ({ place }) => place)
  const idAt = (index: number): string | undefined => {
    const [only, ...others] = matches.get(index + 1) ?? []
    return others.length === 0 ? only?.id : undefined
  }
  const found = await findProducts(tx, [...new Set(texts.flatMap((_, index) => idAt(index) ?? []))])
  const byId = new Map(found.map((product) => [product.id, product]))
  return texts.map((_, index) => byId.get(idAt(index) ?? '') ?? null)
}
