import type { Actor } from '#hub/auth/actor.ts'
import { costOf } from '#hub/ledger/next-balance.ts'
import type { StockRow } from '#shared/contracts/inventory/stock.ts'
import {
  type Amount,
  amountToNumber,
  costToNumber,
  multiplyDivide,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import type { CompletePlace } from './complete-places.ts'

export function presentStock(place: CompletePlace, actor: Actor): StockRow {
  const { product, quantity, reserved, averageCost, minStock, daysInStock } = place
  return {
    productId: place.productId,
    productName: product.name,
    code: product.code,
    article: product.article,
    barcode: product.barcode,
    groupPath: place.groupPath,
    unitName: product.unitName,
    storeId: place.storeId,
    storeName: place.storeName,
    quantity: quantityToNumber(quantity),
    ...(reserved !== null && {
      reserved: quantityToNumber(reserved),
      available: quantityToNumber((quantity - reserved) as Quantity),
    }),
    ...(daysInStock !== undefined && { daysInStock }),
    minStock: minStock === null ? null : quantityToNumber(minStock),
    ...(actor.permissions.has('costs.view') && {
      averageCost: costToNumber(averageCost),
      costSum: costToNumber(costOf(quantity, averageCost)),
      costPending: product.costPending,
    }),
    retailPrice: amountToNumber(product.retailPrice),
    retailSum: amountToNumber(multiplyDivide(quantity, product.retailPrice, 1000) as Amount),
    lastMovementAt: place.lastMovementAt?.toISOString() ?? null,
  }
}
