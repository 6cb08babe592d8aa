import type { Actor } from '#hub/auth/actor.ts'
import { route, router } from '#hub/http/route.ts'
import {
  type StockMovement,
  StockMovementPage,
  StockMovementQuery,
} from '#shared/contracts/inventory/movements.ts'
import { costToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { listMovements, type MovementRow } from './queries.ts'

const list = route({
  method: 'get',
  path: '/api/inventory/movements',
  may: 'inventory.view',
  tag: 'Inventory: stock',
  summary: 'List stock movements, newest first, with the balance after each',
  query: StockMovementQuery,
  answers: { 200: StockMovementPage },
})

export const movementRoutes = router().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const { rows, next } = await c.var.read((tx) => listMovements(tx, query))
  const actor = await c.var.actor()
  return c.json({ items: rows.map((row) => presentMovement(row, actor)), next }, 200)
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
