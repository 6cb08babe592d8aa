import { area } from '#hub/http/area.ts'
import { cardRoutes } from './cards/routes.ts'
import { programRoutes } from './programs/routes.ts'
import { promotionRoutes } from './promotions/routes.ts'
import { voucherRoutes } from './vouchers/routes.ts'

export const loyaltyRoutes = area(programRoutes, cardRoutes, promotionRoutes, voucherRoutes)
