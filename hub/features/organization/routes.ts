import { area } from '#hub/http/area.ts'
import { organizationSettingsRoutes } from './settings/routes.ts'

export const organizationRoutes = area(organizationSettingsRoutes)
