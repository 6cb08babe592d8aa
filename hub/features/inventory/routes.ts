import { enter } from '#hub/documents/enter.ts'
import { documentRoutes } from '#hub/documents/routes.ts'
import { area } from '#hub/http/area.ts'
import { booksCheckRoutes } from './books-check/routes.ts'
import { countRoutes } from './inventories/routes.ts'
import { loss } from './losses/loss.ts'
import { movementRoutes } from './movements/routes.ts'
import { stockRoutes } from './stock/routes.ts'
import { transfer } from './transfers/transfer.ts'

export const inventoryRoutes = area(
  stockRoutes,
  movementRoutes,
  booksCheckRoutes,
  documentRoutes(enter),
  countRoutes,
  documentRoutes(loss),
  documentRoutes(transfer),
)
