import { area } from '#hub/http/area.ts'
import { abcReportRoutes } from './abc/routes.ts'
import { profitReportRoutes } from './profit/routes.ts'
import { salesReportRoutes } from './sales/routes.ts'
import { stockReportRoutes } from './stock/routes.ts'

export const reportRoutes = area(abcReportRoutes, profitReportRoutes, salesReportRoutes, stockReportRoutes)
