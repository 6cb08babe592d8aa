import { area } from '#hub/http/area.ts'
import { platformUnitOfMeasureRoutes } from './units-of-measure/routes.ts'

export const platformRoutes = area(platformUnitOfMeasureRoutes)
