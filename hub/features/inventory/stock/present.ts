import type { Actor } from '#hub/http/actor.ts'
import { costOf } from '#hub/ledger/next-balance.ts'
import type { StockRow } from '#shared/contracts/stock.ts'
import { amountToNumber, costToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { StockListRow } from './queries.ts'

export function presentStock(row: StockListRow, actor: Actor): StockRow {
  const { balance } = row
  return {
    productId: balance.productId,
    productName: row.productName,
    code: row.code,
    article: row.article,
    unitName: row.unitName,
    storeId: balance.storeId,
    storeName: row.storeName,
    quantity: quantityToNumber(balance.quantity),
    minStock: row.minStock === null ? null : quantityToNumber(row.minStock),
    ...(actor.permissions.has('costs.view') && {
      averageCost: costToNumber(balance.averageCost),
      costSum: costToNumber(costOf(balance.quantity, balance.averageCost)),
    }),
    retailPrice: amountToNumber(row.retailPrice),
    lastMovementAt: balance.lastMovementAt.toISOString(),
  }
}
