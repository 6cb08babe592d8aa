import { area } from '#hub/http/area.ts'
import { auditSealRoutes } from './audit-seals/routes.ts'
import { cardBalanceRoutes } from './cards/routes.ts'
import { downloadRoutes } from './download/routes.ts'
import { enrolmentRoutes } from './enrolment/routes.ts'
import { favouriteRoutes } from './favourites/routes.ts'
import { productStockRoutes } from './products/routes.ts'
import { recallRoutes } from './recall/routes.ts'
import { snapshotRoutes } from './snapshot/routes.ts'
import { uploadRoutes } from './upload/routes.ts'
import { voucherBalanceRoutes } from './vouchers/routes.ts'

export const posRoutes = area(
  enrolmentRoutes,
  downloadRoutes,
  snapshotRoutes,
  uploadRoutes,
  recallRoutes,
  favouriteRoutes,
  cardBalanceRoutes,
  productStockRoutes,
  voucherBalanceRoutes,
  auditSealRoutes,
)
