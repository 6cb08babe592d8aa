import { documentRoutes } from '#hub/documents/routes.ts'
import { area } from '#hub/http/area.ts'
import { cashMovementRoutes } from './cash-movements/routes.ts'
import { demand } from './demands/demand.ts'
import { fiscalCashRoutes, fiscalReceiptRoutes } from './fiscal/routes.ts'
import { receiptPageRoutes } from './receipts/routes.ts'
import { retailSaleRoutes } from './retail/routes.ts'
import { shiftRoutes } from './shifts/routes.ts'
import { tillEventRoutes } from './till-events/routes.ts'

export const salesRoutes = area(
  retailSaleRoutes,
  fiscalReceiptRoutes,
  fiscalCashRoutes,
  documentRoutes(demand),
  shiftRoutes,
  cashMovementRoutes,
  tillEventRoutes,
  receiptPageRoutes,
)
