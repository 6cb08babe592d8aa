import { z } from 'zod'
import { WeightMasks } from '#shared/barcodes/weight-masks.ts'
import { PriceRoundingIn, PriceRoundingOut } from '#shared/catalog/price-rounding.ts'
import { PercentOut } from '#shared/money/wire.ts'
import { VatRateIn } from '../catalog/vat-rate.ts'
import { Day, Id, integer, Version } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { TillReasons, TillReasonsIn } from '../till-reasons.ts'

const PRICE_ROUNDING =
  'Of prices that are computed: by markup, and in bulk where the change does not say. null: by markup up to a whole unit, in bulk to 0.01'
const TILL_REASONS =
  'The reasons that tills offer, by what they are asked for. An empty list: those that the till knows, in its own language'
const DEFAULT_VAT = 'Of a new product that says neither a rate nor a group; null: without VAT'

export const DiscountStrategy = z.enum(['BySum', 'ByPriority'])

const editable = {
  allowNegativeStock: z.boolean().meta({
    description: 'Documents of the back office may take more than is there; a sale of a till always may',
  }),
  closedUntil: Day.nullable().meta({
    description:
      'Up to the end of this day nothing changes any more; not in the future. null: nothing is closed',
  }),
  yearlyNumbering: z.boolean().meta({ description: 'Numbers of documents start over each year' }),
  updateCostOnSupply: z.boolean().meta({
    description:
      'A posted supply sets the cost of its products, unless a later one has; of several lines the last one counts',
  }),
  recoversVat: z.boolean().meta({ description: 'Purchase VAT is not part of the cost' }),
  returnPeriodDays: integer(0, 3650).nullable().meta({
    description: 'Days after a sale in which goods may be returned; null: no limit',
  }),
  vatIncluded: z.boolean().meta({
    description: 'Prices of a new document have the VAT in them, where the document does not say',
  }),
  autoBarcode: z.boolean().meta({
    description:
      'A new product without barcodes gets an internal EAN-13; imports take barcodes as the file has them',
  }),
  enforceMinPrice: z.boolean().meta({
    description: 'Nothing is sold below the minimum price of its product, in the back office and at tills',
  }),
  discountStrategy: DiscountStrategy.meta({
    description:
      'A promotion and a loyalty card on one line: BySum takes both off, ByPriority the larger of the two',
  }),
  secondFactorRoleIds: z.array(Id).max(100).meta({
    description:
      'Who has one of these roles needs a second factor; without one they may set one up, and nothing else',
  }),
  weightBarcodePrefixes: WeightMasks.meta({
    description:
      'How the labels of scales are laid out; the first that fits decides. Empty: no labels are read',
  }),
  onlyListedReasons: z.boolean().meta({
    description: 'Tills take no other reason than one of tillReasons, for what has a list there',
  }),
}

export const OrganizationSettings = z
  .object({
    version: Version,
    ...editable,
    defaultVatRate: PercentOut.nullable().meta({ description: DEFAULT_VAT }),
    tillReasons: TillReasons.meta({ description: TILL_REASONS }),
    priceRounding: PriceRoundingOut.nullable().meta({ description: PRICE_ROUNDING }),
    uniqueProductCode: z
      .literal(true)
      .meta({ description: 'No two products have one code; not to be chosen' }),
    costMethod: z
      .literal('MovingAverage')
      .meta({ description: 'How goods out are valued; not to be chosen' }),
  })
  .meta({ id: 'OrganizationSettings' })
export type OrganizationSettings = z.infer<typeof OrganizationSettings>

export const OrganizationSettingsUpdate = z
  .strictObject({
    version: Version,
    ...editable,
    defaultVatRate: VatRateIn.nullable().meta({ description: DEFAULT_VAT }),
    tillReasons: TillReasonsIn.meta({ description: TILL_REASONS }),
    priceRounding: PriceRoundingIn.nullable().meta({ description: PRICE_ROUNDING }),
  })
  .meta({ id: 'OrganizationSettingsUpdate' })
export type OrganizationSettingsUpdate = z.output<typeof OrganizationSettingsUpdate>

const path = '/api/organization/settings'
export const ORGANIZATION_SETTINGS = endpoint({ method: 'get', path, answer: OrganizationSettings })
export const UPDATE_ORGANIZATION_SETTINGS = endpoint({
  method: 'put',
  path,
  body: OrganizationSettingsUpdate,
  answer: OrganizationSettings,
})
