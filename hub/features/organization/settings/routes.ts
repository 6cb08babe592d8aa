import { loadSettings, type Settings } from '#hub/documents/settings.ts'
import { withoutReadOnly } from '#hub/http/read-only.ts'
import { route, router } from '#hub/http/route.ts'
import { OrganizationSettings, OrganizationSettingsUpdate } from '#shared/contracts/organization/settings.ts'
import { updateSettings } from './update-settings.ts'

const path = '/api/organization/settings'
const tag = 'Organization: settings'

const get = route({
  method: 'get',
  path,
  may: 'organization.view',
  tag,
  summary: 'How the organization keeps its books',
  answers: { 200: OrganizationSettings },
})

const update = route({
  method: 'put',
  path,
  may: 'organization.update',
  tag,
  summary: 'Change how the organization keeps its books',
  description:
    'It counts for what is created, posted and unposted from now on; what is posted stays as it is.',
  body: withoutReadOnly(OrganizationSettingsUpdate, OrganizationSettings),
  answers: { 200: OrganizationSettings },
})

export const organizationSettingsRoutes = router()
  .openapi(get, async (c) => c.json(presentSettings(await c.var.read(loadSettings)), 200))
  .openapi(update, async (c) => {
    const input = c.req.valid('json')
    return c.json(presentSettings(await c.var.transact((tx) => updateSettings(tx, input))), 200)
  })

function presentSettings(settings: Settings): OrganizationSettings {
  return {
    version: settings.version,
    allowNegativeStock: settings.allowNegativeStock,
    closedUntil: settings.closedUntil,
    yearlyNumbering: settings.yearlyNumbering,
    updateCostOnSupply: settings.updateCostOnSupply,
    recoversVat: settings.recoversVat,
    returnPeriodDays: settings.returnPeriodDays,
    costMethod: 'MovingAverage',
  }
}
