import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'

/**
 * Minimum number of products for preparing a file in advance. Smaller files are built on request with hardly
 * any delay.
 */
const MANY_PRODUCTS = 5000

/**
 * Returns the price type of a retail point, or null when there are few products or the retail point does not
 * exist.
 */
export async function findPriceTypeOfMany(tx: Tx, retailPointId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ priceTypeId: string }>(sql`
    SELECT price_type_id AS "priceTypeId" FROM retail_points
    WHERE organization_id = ${tx.organizationId} AND id = ${retailPointId} AND EXISTS (
      SELECT FROM products WHERE organization_id = ${tx.organizationId} OFFSET ${MANY_PRODUCTS - 1})`)
  return rows[0]?.priceTypeId ?? null
}
