import type { Actor } from '#hub/auth/actor.ts'
import { listRoute } from '#hub/http/operations.ts'
import { MOVEMENTS, type StockMovement } from '#shared/contracts/inventory/movements.ts'
import { costToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { listMovements, type MovementRow } from './queries.ts'

export const movementRoutes = listRoute({
  ...MOVEMENTS,
  may: 'inventory.view',
  stores: 'own',
  tag: 'Inventory: stock',
  summary: 'List stock movements, newest first, with the balance after each',
  list: listMovements,
  present: presentMovement,
})

function presentMovement({ movement, costPending, ...names }: MovementRow, actor: Actor): StockMovement {
  return {
    ...names,
    id: movement.id,
    seq: movement.seq,
    moment: movement.moment.toISOString(),
    storeId: movement.storeId,
    productId: movement.productId,
    documentType: movement.documentType,
    documentId: movement.documentId,
    lineNo: movement.lineNo,
    quantity: quantityToNumber(movement.quantity),
    balanceAfter: quantityToNumber(movement.balanceAfter),
    ...(actor.permissions.has('costs.view') && {
      unitCost: costToNumber(movement.unitCost),
      costSum: costToNumber(movement.costSum),
      averageAfter: costToNumber(movement.averageAfter),
      costPending,
    }),
  }
}
