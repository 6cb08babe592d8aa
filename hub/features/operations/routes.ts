import { area } from '#hub/http/area.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { diagnosticRoutes } from './diagnostic/routes.ts'
import { digestRoutes } from './digest/routes.ts'
import { jobRoutes } from './jobs/routes.ts'

export const operationRoutes = area(auditLogRoutes, diagnosticRoutes, digestRoutes, jobRoutes)
