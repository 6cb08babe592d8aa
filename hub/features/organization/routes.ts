import { area } from '#hub/http/area.ts'
import { employeeRoleRoutes } from './employee-roles/routes.ts'
import { invitationRoutes } from './employees/invitation/routes.ts'
import { lostFactorRoutes } from './employees/lost-factor.ts'
import { employeeRoutes } from './employees/routes.ts'
import { ownerRoutes } from './owner/routes.ts'
import { organizationSettingsRoutes } from './settings/routes.ts'
import { sharedViewRoutes } from './shared-views/routes.ts'

export const organizationRoutes = area(
  employeeRoleRoutes,
  invitationRoutes,
  lostFactorRoutes,
  employeeRoutes,
  ownerRoutes,
  organizationSettingsRoutes,
  sharedViewRoutes,
)
