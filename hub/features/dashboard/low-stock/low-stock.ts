import { sql } from 'drizzle-orm'
import { localTime } from '#hub/db/days.ts'
import { prepareForGrouping } from '#hub/db/plan-settings.ts'
import type { Tx } from '#hub/db/transact.ts'
import { readPeriod } from '#hub/documents/period.ts'
import { readGroups } from '#hub/features/reports/sold/read-groups.ts'
import { dailySales, daysOfStock } from '#hub/features/reports/stock/stock-report.ts'
import type { LowStockItem } from '#shared/contracts/dashboard/dashboard.ts'
import { type Quantity, quantityToNumber } from '#shared/money/decimal.ts'

const SALES_DAYS = 30

/**
 * Returns products at or below their minimum stock, in order of the days their stock will last. Products
 * without sales are last (docs/domain.md#dashboard).
 */
export async function listLowStock(tx: Tx, limit: number): Promise<LowStockItem[]> {
  await prepareForGrouping(tx)
  const { rows } = await tx.execute<
    Record<'id' | 'name' | 'code' | 'minStock' | 'quantity', string> & { firstReceipt: string | null }
  >(sql`
    SELECT p.id, p.name, p.code, p.min_stock AS "minStock", coalesce(stock.quantity, 0) AS quantity, (
      SELECT to_char(${localTime(sql`min(m.moment)`)}, 'YYYY-MM-DD') FROM stock_movements AS m
      WHERE m.organization_id = ${tx.organizationId} AND m.product_id = p.id AND m.quantity > 0
    ) AS "firstReceipt"
    FROM products AS p
    LEFT JOIN (
      SELECT product_id, sum(quantity) AS quantity FROM stock_balances
      WHERE organization_id = ${tx.organizationId} GROUP BY product_id
    ) AS stock ON stock.product_id = p.id
    WHERE p.organization_id = ${tx.organizationId} AND NOT p.is_archived AND p.min_stock IS NOT NULL
      AND coalesce(stock.quantity, 0) <= p.min_stock`)
  if (rows.length === 0) return []
  const days = await readPeriod(tx, {})
  const groups = await readGroups(tx, {
    groupBy: 'product',
    filters: {},
    days,
    only: ['quantity'],
    productIds: rows.map(({ id }) => id),
  })
  const sold = new Map(groups.map((group) => [group.key, group.sold.quantity - group.returned.quantity]))
  const pieces = (steps: number) => quantityToNumber(steps as Quantity)
  const items = rows.map(({ id, name, code, firstReceipt, ...row }): LowStockItem => {
    const closingQuantity = Number(row.quantity)
    const stocked = { closingQuantity, reserve: 0, sold: sold.get(id) ?? 0, firstReceipt }
    const requested = { salesDays: SALES_DAYS }
    return {
      productId: id,
      name,
      code,
      quantity: pieces(closingQuantity),
      minStock: pieces(Number(row.minStock)),
      averageDailySales: pieces(dailySales(stocked, requested, days.to)),
      daysOfStock: daysOfStock(stocked, requested, days.to),
    }
  })
  return items.toSorted(soonestGone).slice(0, limit)
}

function soonestGone(one: LowStockItem, other: LowStockItem): number {
  const [a, b] = [one.daysOfStock ?? Infinity, other.daysOfStock ?? Infinity]
  return a === b ? one.name.localeCompare(other.name) : a - b
}
