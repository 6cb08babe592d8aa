import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'

/** A file of fewer products is built while the till that asks for it hardly notices. */
const MANY_PRODUCTS = 5000

/** The price type of a retail point; null when there are few products, or no such point. */
export async function findPriceTypeOfMany(tx: Tx, retailPointId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ priceTypeId: string }>(sql`
    SELECT price_type_id AS "priceTypeId" FROM retail_points
    WHERE organization_id = ${tx.organizationId} AND id = ${retailPointId} AND EXISTS (
      SELECT FROM products WHERE organization_id = ${tx.organizationId} OFFSET ${MANY_PRODUCTS - 1})`)
  return rows[0]?.priceTypeId ?? null
}
