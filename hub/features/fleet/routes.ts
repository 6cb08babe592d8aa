import { area } from '#hub/http/area.ts'
import { deviceRoutes } from './devices/routes.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { workListRoutes } from './work-list/routes.ts'

export const fleetRoutes = area(deviceRoutes, workListRoutes, metricsRoutes)
