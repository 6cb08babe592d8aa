import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { stopBookings } from '#hub/documents/settings.ts'
import type { Product } from '#shared/contracts/catalog/products.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'

export const KIND_IS_USED = 'the product is in documents or receipts: its kind can no longer change'

export const NO_BUNDLES = 'bundles are not kept: their components would have to move'

/**
 * A product does not become a bundle; one of older data stays what it is (docs/domain.md#products). Throws
 * invalid_request naming `kind`.
 */
export function refuseBundle(kind: Product['kind'], before?: Product['kind']): void {
  if (isNewBundle(kind, before)) throw invalidField(['kind'], NO_BUNDLES)
}

export const isNewBundle = (kind: string, before: string | undefined): boolean =>
  kind === 'Bundle' && before !== 'Bundle'

/**
 * What a posted line has moved depends on the kind of its product: services move nothing. So the kind of a product that
 * any document or receipt names stays (docs/domain.md#products). Throws in_use naming `kind`.
 */
export async function refuseUsedKind(tx: Tx, productId: string): Promise<void> {
  await stopBookings(tx)
  const used = await listUsed(tx, [productId])
  if (used.size > 0)
    throw new Problem('in_use', {
      detail: KIND_IS_USED,
      errors: [{ pointer: '#/kind', detail: KIND_IS_USED }],
    })
}

/** Those that documents or receipts name; it stays so only after `stopBookings`. */
export async function listUsed(tx: Tx, productIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM unnest(${sql.param([...productIds])}::uuid[]) AS product (id)
    WHERE EXISTS (SELECT FROM document_lines WHERE organization_id = ${tx.organizationId} AND product_id = product.id)
      OR EXISTS (SELECT FROM retail_sale_lines WHERE organization_id = ${tx.organizationId} AND product_id = product.id)`)
  return new Set(rows.map(({ id }) => id))
}
