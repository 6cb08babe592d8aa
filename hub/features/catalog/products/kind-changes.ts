import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { stopBookings } from '#hub/documents/settings.ts'
import type { Product } from '#shared/contracts/catalog/products.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import { BrokenRule } from './broken-rule.ts'

/**
 * Throws `invalid_request` naming `kind` when a product is turned into a bundle. Bundles in older data are
 * kept (docs/domain.md#products).
 */
export function refuseBundle(kind: Product['kind'], before?: Product['kind']): void {
  if (isNewBundle(kind, before)) throw new BrokenRule(['kind'], remarkText('new_bundle'))
}

export const isNewBundle = (kind: string, before: string | undefined): boolean =>
  kind === 'Bundle' && before !== 'Bundle'

/**
 * Throws `in_use` naming `kind` when the product is in any document or receipt. The movements of a posted
 * line depend on the kind of its product, because services have none (docs/domain.md#products).
 */
export async function refuseUsedKind(tx: Tx, productId: string): Promise<void> {
  await stopBookings(tx)
  const used = await listUsed(tx, [productId])
  if (used.size > 0) throw new BrokenRule(['kind'], remarkText('kind_used'), 'in_use')
}

/** Returns the products that are in documents or receipts. The result stays valid only after `stopBookings`. */
export async function listUsed(tx: Tx, productIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM unnest(${sql.param([...productIds])}::uuid[]) AS product (id)
    WHERE EXISTS (SELECT FROM document_lines WHERE organization_id = ${tx.organizationId} AND product_id = product.id)
      OR EXISTS (SELECT FROM retail_sale_lines WHERE organization_id = ${tx.organizationId} AND product_id = product.id)`)
  return new Set(rows.map(({ id }) => id))
}
