import { sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { Tx } from '#hub/db/transact.ts'
import { defaultPriceType } from '#hub/features/catalog/products/select-products.ts'
import type { StockFilters, StockTotals } from '#shared/contracts/inventory/stock.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { PLACE_COLUMNS } from './places.ts'
import { fromStock, selectStock } from './select-stock.ts'

/** Returns the totals of the filtered stock. Each place is rounded before summing (docs/domain.md#numbers). */
export async function sumStock(tx: Tx, filters: StockFilters, actor: Actor): Promise<StockTotals> {
  const selection = await selectStock(tx, filters, null)
  const { rows } = await tx.execute<
    Record<'positions' | 'quantity' | 'cost' | 'retail', string> & { pending: boolean }
  >(sql`
    SELECT count(*) AS positions, coalesce(sum(stock.quantity), 0) AS quantity,
      coalesce(sum(round(stock.quantity::numeric * stock.average_cost / 1000)), 0) AS cost,
      coalesce(sum(round(stock.quantity::numeric * price.value / 1000)), 0) AS retail,
      coalesce(bool_or(pending.product_id IS NOT NULL), false) AS pending
    FROM (SELECT ${PLACE_COLUMNS} FROM ${fromStock(tx, selection)}) AS stock
    LEFT JOIN product_prices AS price
      ON price.organization_id = ${tx.organizationId} AND price.product_id = stock.product_id
        AND price.price_type_id = ${defaultPriceType(tx)}
    LEFT JOIN cost_recalculations AS pending
      ON pending.organization_id = ${tx.organizationId} AND pending.product_id = stock.product_id`)
  const { positions, quantity, cost, retail, pending } = must(rows[0])
  return {
    positions: Number(positions),
    quantity: quantityToNumber(Number(quantity) as Quantity),
    ...(actor.permissions.has('costs.view') && {
      costSum: costToNumber(Number(cost) as Cost),
      costPending: pending,
    }),
    retailSum: amountToNumber(Number(retail) as Amount),
  }
}
