import { area } from '#hub/http/area.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { cleanupRoutes } from './cleanup/routes.ts'
import { demoDataRoutes } from './demo-data/routes.ts'
import { diagnosticRoutes } from './diagnostic/routes.ts'
import { digestRoutes } from './digest/routes.ts'
import { employeeRoleRoutes } from './employee-roles/routes.ts'
import { invitationRoutes } from './employees/invitation/routes.ts'
import { lostFactorRoutes } from './employees/lost-factor.ts'
import { employeeRoutes } from './employees/routes.ts'
import { organizationExportRoutes } from './export/routes.ts'
import { extsysRoutes } from './extsys/routes.ts'
import { fiscalRoutes } from './fiscal/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { messengerRoutes } from './messenger/routes.ts'
import { ownerRoutes } from './owner/routes.ts'
import { organizationSettingsRoutes } from './settings/routes.ts'
import { sharedViewRoutes } from './shared-views/routes.ts'

export const organizationRoutes = area(
  auditLogRoutes,
  cleanupRoutes,
  demoDataRoutes,
  diagnosticRoutes,
  organizationSettingsRoutes,
  extsysRoutes,
  fiscalRoutes,
  employeeRoleRoutes,
  employeeRoutes,
  invitationRoutes,
  lostFactorRoutes,
  messengerRoutes,
  digestRoutes,
  ownerRoutes,
  jobRoutes,
  organizationExportRoutes,
  sharedViewRoutes,
)
