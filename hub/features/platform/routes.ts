import { area } from '#hub/http/area.ts'
import { platformAuditLogRoutes } from './audit-log/routes.ts'
import { platformDashboardRoutes } from './dashboard/routes.ts'
import { platformEmployeeRoutes } from './organizations/employee-routes.ts'
import { platformOrganizationRoutes } from './organizations/routes.ts'
import { visitRoutes } from './organizations/visit-routes.ts'
import { platformSettingsRoutes } from './settings/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { signUpInvitationRoutes } from './sign-up-invitations/routes.ts'
import { platformUnitOfMeasureRoutes } from './units-of-measure/routes.ts'

export const platformRoutes = area(
  platformAuditLogRoutes,
  platformDashboardRoutes,
  platformOrganizationRoutes,
  platformEmployeeRoutes,
  visitRoutes,
  platformUnitOfMeasureRoutes,
  platformSettingsRoutes,
  setupRoutes,
  signUpInvitationRoutes,
)
