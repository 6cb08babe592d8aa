import { loadSettings, type Settings } from '#hub/documents/settings.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { withoutReadOnly } from '#hub/http/read-only.ts'
import {
  ORGANIZATION_SETTINGS,
  OrganizationSettings,
  OrganizationSettingsUpdate,
  UPDATE_ORGANIZATION_SETTINGS,
} from '#shared/contracts/organization/settings.ts'
import { amountToNumber, percentToNumber } from '#shared/money/decimal.ts'
import { updateSettings } from './update-settings.ts'

const tag = 'Organization: settings'

export const organizationSettingsRoutes = area(
  getRoute({
    ...ORGANIZATION_SETTINGS,
    may: 'organization.view',
    stores: 'none',
    tag,
    summary: 'Get the accounting settings of the organization',
    read: (tx) => loadSettings(tx),
    present: presentSettings,
  }),
  actionRoute({
    ...UPDATE_ORGANIZATION_SETTINGS,
    may: 'organization.update',
    stores: 'all',
    tag,
    summary: 'Change the accounting settings of the organization',
    description:
      'They apply to documents created, posted and unposted from now on; posted documents stay unchanged.',
    body: withoutReadOnly(OrganizationSettingsUpdate, OrganizationSettings),
    command: (tx, { body }) => updateSettings(tx, body),
    present: presentSettings,
  }),
)

function presentSettings(settings: Settings): OrganizationSettings {
  return {
    version: settings.version,
    allowNegativeStock: settings.allowNegativeStock,
    closedUntil: settings.closedUntil,
    yearlyNumbering: settings.yearlyNumbering,
    updateCostOnSupply: settings.updateCostOnSupply,
    recoversVat: settings.recoversVat,
    returnPeriodDays: settings.returnPeriodDays,
    vatIncluded: settings.vatIncluded,
    priceRounding: settings.priceRounding && {
      ...settings.priceRounding,
      roundTo: amountToNumber(settings.priceRounding.roundTo),
    },
    autoBarcode: settings.autoBarcode,
    defaultVatRate: settings.defaultVatRate === null ? null : percentToNumber(settings.defaultVatRate),
    enforceMinPrice: settings.enforceMinPrice,
    discountStrategy: settings.discountStrategy,
    secondFactorRoleIds: settings.secondFactorRoleIds,
    weightBarcodePrefixes: settings.weightBarcodePrefixes,
    tillReasons: settings.tillReasons,
    onlyListedReasons: settings.onlyListedReasons,
    uniqueProductCode: true,
    costMethod: 'MovingAverage',
  }
}
