import { area } from '#hub/http/area.ts'
import { cleanupRoutes } from './cleanup/routes.ts'
import { demoDataRoutes } from './demo-data/routes.ts'
import { organizationExportRoutes } from './export/routes.ts'

export const dataRoutes = area(cleanupRoutes, demoDataRoutes, organizationExportRoutes)
