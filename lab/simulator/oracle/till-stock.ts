import type { World } from '../world/world.ts'
import type { Finding } from './judge.ts'

/** Checks that the stock published to tills matches the balances of each store that they need. */
export async function checkTillStock({ database, coverage }: World): Promise<Finding[]> {
  const told = await database.read<{ storeId: string; productId: string; told: string; is: string }>(`
    SELECT store_id AS "storeId", product_id AS "productId", coalesce(t.quantity, 0) AS told,
      coalesce(b.quantity, 0) AS is
    FROM till_stock t FULL JOIN stock_balances b USING (organization_id, store_id, product_id)
    JOIN till_stock_stores s USING (organization_id, store_id)`)
  return coverage
    .of('stock told', told)
    .filter(({ told, is }) => Number(told) !== Number(is))
    .map(({ storeId, productId, told, is }) => ({
      kind: 'missed',
      by: 'stock told',
      what: `of product ${productId} there are ${is} in store ${storeId}, and tills were told ${told}`,
    }))
}
