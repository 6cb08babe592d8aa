import { area } from '#hub/http/area.ts'
import { platformAuditLogRoutes } from './audit-log/routes.ts'
import { platformSettingsRoutes } from './settings/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { platformUnitOfMeasureRoutes } from './units-of-measure/routes.ts'

export const platformRoutes = area(
  platformAuditLogRoutes,
  platformUnitOfMeasureRoutes,
  platformSettingsRoutes,
  setupRoutes,
)
