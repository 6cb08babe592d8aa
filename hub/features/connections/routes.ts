import { area } from '#hub/http/area.ts'
import { extsysRoutes } from './extsys/routes.ts'
import { fiscalRoutes } from './fiscal/routes.ts'
import { messengerRoutes } from './messenger/routes.ts'

export const connectionRoutes = area(extsysRoutes, fiscalRoutes, messengerRoutes)
