import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { FullDocument } from '#hub/documents/kind.ts'
import { holdDocument } from '#hub/documents/queries.ts'
import { type Quantity, quantityToNumber } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

/**
 * Refuses a supplier return that exceeds its purchase (`Supply`). It can contain only goods of the purchase
 * that have not been returned yet, in the currency of the purchase.
 */
export async function refuseExceeded(tx: Tx, { header, lines, products }: FullDocument): Promise<void> {
  if (!header.basisId) return
  // Serializes postings of returns of the same purchase.
  await holdDocument(tx, header.basisId)
  const { rows: basis } = await tx.execute<{ status: string; number: string; currency_id: string }>(sql`
    SELECT status, number, currency_id FROM documents
    WHERE organization_id = ${tx.organizationId} AND id = ${header.basisId}`)
  if (basis[0]?.status !== 'Posted')
    throw new Problem('basis_exceeded', { detail: `Goods receipt ${basis[0]?.number} is not posted` })
  // The purchase may have been unposted and changed since the return was saved.
  if (basis[0].currency_id !== header.currencyId)
    throw invalidField(['currencyId'], `the supply ${basis[0].number} is in another currency`)
  const left = await leftToReturn(tx, header.basisId)
  const wanted = new Map<string, number>()
  for (const { productId, quantity } of lines) wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)
  const errors = [...wanted].flatMap(([productId, quantity]) => {
    const available = left.get(productId) ?? 0
    if (quantity <= available) return []
    const { lineNo } = must(lines.find((line) => line.productId === productId))
    const [requested, most] = [quantity, available].map((value) => quantityToNumber(value as Quantity))
    const detail = `${products.get(productId)?.name}: ${most} of ${requested} can be returned`
    return [
      { pointer: `#/lines/${lineNo - 1}/quantity`, detail, lineNo, productId, requested, available: most },
    ]
  })
  if (errors.length > 0)
    throw new Problem('basis_exceeded', { detail: errors.map(({ detail }) => detail).join('; '), errors })
}

/** Returns the quantities that can still be returned, by product. */
async function leftToReturn(tx: Tx, supplyId: string): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ product: string; quantity: string }>(sql`
    SELECT line.product_id AS product,
      sum(CASE WHEN document.id = ${supplyId} THEN line.quantity ELSE -line.quantity END) AS quantity
    FROM documents AS document
    JOIN document_lines AS line
      ON line.organization_id = document.organization_id AND line.document_id = document.id
    WHERE document.organization_id = ${tx.organizationId} AND document.status = 'Posted'
      AND (document.id = ${supplyId} OR document.basis_id = ${supplyId})
    GROUP BY line.product_id`)
  return new Map(rows.map(({ product, quantity }) => [product, Number(quantity)]))
}
