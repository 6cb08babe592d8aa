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
    summary: 'How the organization keeps its books',
    read: (tx) => loadSettings(tx),
    present: presentSettings,
  }),
  actionRoute({
    ...UPDATE_ORGANIZATION_SETTINGS,
    may: 'organization.update',
    stores: 'all',
    tag,
    summary: 'Change how the organization keeps its books',
    description:
      'It counts for what is created, posted and unposted from now on; what is posted stays as it is.',
    body: withoutReadOnly(OrganizationSettingsUpdate, OrganizationSettings),
    deed: (tx, { body }) => updateSettings(tx, body),
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
