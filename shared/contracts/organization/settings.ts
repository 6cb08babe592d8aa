import { z } from 'zod'
import { DiscountStrategy } from '#shared/domain/discount-strategy.ts'
import { Day, Id, integer, Version } from '#shared/domain/fields.ts'
import { PriceRoundingIn, PriceRoundingOut } from '#shared/domain/price-rounding.ts'
import { TillReasons, TillReasonsIn } from '#shared/domain/till-reasons.ts'
import { WeightMasks } from '#shared/domain/weight-masks.ts'
import { PercentOut } from '#shared/money/wire.ts'
import { endpoint } from '../endpoint.ts'
import { VatRateIn } from '../vat.ts'

const PRICE_ROUNDING =
  'Rounding of computed prices: by markup, and in bulk unless the change sets one. null: by markup up to a whole unit, in bulk to 0.01'
const TILL_REASONS =
  'Reasons that tills offer, by occasion. An empty list: the default reasons of the till, in its own language'
const DEFAULT_VAT = 'Default rate of a new product with neither a rate nor a group; null: without VAT'

const editable = {
  allowNegativeStock: z.boolean().meta({
    description:
      'true: documents of the back office may take more than is in stock; a sale of a till always may',
  }),
  closedUntil: Day.nullable().meta({
    description:
      'Last closed day: until its end nothing changes any more; not in the future. null: nothing is closed',
  }),
  yearlyNumbering: z.boolean().meta({ description: 'true: document numbers restart each year' }),
  updateCostOnSupply: z.boolean().meta({
    description:
      'true: a posted purchase sets the cost of its products, unless a later one has; of several lines the last one counts',
  }),
  recoversVat: z.boolean().meta({ description: 'true: purchase VAT is not part of the cost' }),
  returnPeriodDays: integer(0, 3650).nullable().meta({
    description: 'Days after a sale in which goods may be returned; null: no limit',
  }),
  vatIncluded: z.boolean().meta({
    description: 'true: prices of a new document include VAT, unless the document states otherwise',
  }),
  autoBarcode: z.boolean().meta({
    description:
      'true: a new product without barcodes gets an internal EAN-13; imports take barcodes from the file',
  }),
  enforceMinPrice: z.boolean().meta({
    description:
      'true: nothing is sold below the minimum price of its product, in the back office and at tills',
  }),
  discountStrategy: DiscountStrategy.meta({
    description:
      'Promotion and loyalty card on one line: BySum applies both discounts, ByPriority the larger one',
  }),
  secondFactorRoleIds: z.array(Id).max(100).meta({
    description:
      'Roles that require a second factor; a user with such a role and without a second factor may only set one up',
  }),
  weightBarcodePrefixes: WeightMasks.meta({
    description: 'Layouts of the labels of scales; the first that fits applies. Empty: no labels are read',
  }),
  onlyListedReasons: z.boolean().meta({
    description: 'true: tills accept only reasons of tillReasons, for occasions with a list',
  }),
}

export const OrganizationSettings = z
  .object({
    version: Version,
    ...editable,
    defaultVatRate: PercentOut.nullable().meta({ description: DEFAULT_VAT }),
    tillReasons: TillReasons.meta({ description: TILL_REASONS }),
    priceRounding: PriceRoundingOut.nullable().meta({ description: PRICE_ROUNDING }),
    uniqueProductCode: z.literal(true).meta({ description: 'Product codes are unique; cannot be changed' }),
    costMethod: z
      .literal('MovingAverage')
      .meta({ description: 'Valuation method of outgoing goods; cannot be changed' }),
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
