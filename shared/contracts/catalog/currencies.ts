import { z } from 'zod'
import { Day, Id, integer, optionalText, text } from '#shared/domain/fields.ts'
import { RateIn, RateOut } from '#shared/money/wire.ts'
import {
  BooleanQuery,
  createFields,
  listQuery,
  pageOf,
  pageQuery,
  recordFields,
  updateFields,
} from '../common.ts'
import { endpoint, resource } from '../endpoint.ts'

const Multiplicity = integer(1, 1_000_000)

const editable = {
  name: text(255),
  fullName: optionalText(255),
  code: z
    .string()
    .regex(/^\d{3}$/, { error: 'must be 3 digits' })
    .meta({ description: 'Numeric code of ISO 4217: 398 tenge' }),
  isoCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, { error: 'must be 3 Latin letters' })
    .meta({ description: 'Alphabetic code of ISO 4217: KZT' }),
  symbol: optionalText(10),
  rate: RateIn.nullish().meta({
    description:
      'Value of `multiplicity` units in the accounting currency, whose own rate is 1, from today on. Omitted or null: ' +
      'the rates stay unchanged',
  }),
  multiplicity: Multiplicity.default(1),
  isArchived: z.boolean().default(false),
}

export const CurrencyCreate = z.strictObject({ ...createFields, ...editable }).meta({ id: 'CurrencyCreate' })
export type CurrencyCreate = z.output<typeof CurrencyCreate>
export const CurrencyUpdate = z.strictObject({ ...updateFields, ...editable }).meta({ id: 'CurrencyUpdate' })
export type CurrencyUpdate = z.output<typeof CurrencyUpdate>

export const Currency = z
  .object({
    ...recordFields,
    name: z.string(),
    fullName: z.string().nullable(),
    code: z.string(),
    isoCode: z.string(),
    symbol: z.string().nullable(),
    rate: RateOut.nullable().meta({ description: 'Rate of today; null when none is known yet' }),
    multiplicity: integer(),
    rateDay: Day.nullable().meta({
      description: 'First day of the rate; null for the accounting currency',
    }),
    isDefault: z.boolean().meta({ description: 'true: the accounting currency of the organization' }),
    isPreset: z
      .boolean()
      .meta({ description: 'true: built in; only rate, multiplicity and isArchived can be changed' }),
    isArchived: z.boolean(),
  })
  .meta({ id: 'Currency' })
export type Currency = z.infer<typeof Currency>
const CurrencyPage = pageOf(Currency, 'CurrencyPage')
export const CurrencyListQuery = listQuery(['name', 'code', 'isoCode', 'createdAt', 'updatedAt']).extend({
  isPreset: BooleanQuery.optional(),
  isArchived: BooleanQuery.optional(),
})
export type CurrencyListQuery = z.output<typeof CurrencyListQuery>

/** Exchange rate, valid from the day until the next rate. */
export const CurrencyRateInput = z
  .strictObject({ day: Day, rate: RateIn, multiplicity: Multiplicity.default(1) })
  .meta({ id: 'CurrencyRateInput' })
export type CurrencyRateInput = z.output<typeof CurrencyRateInput>
export const CurrencyRate = z
  .object({ day: Day, rate: RateOut, multiplicity: integer() })
  .meta({ id: 'CurrencyRate' })
export type CurrencyRate = z.infer<typeof CurrencyRate>
const CurrencyRatePage = pageOf(CurrencyRate, 'CurrencyRatePage')
export const CurrencyRateQuery = z.object({
  ...pageQuery,
  from: Day.optional().meta({ description: 'First day' }),
  to: Day.optional().meta({ description: 'Last day, included' }),
})
export type CurrencyRateQuery = z.output<typeof CurrencyRateQuery>

export const CURRENCIES = resource({
  base: '/api/catalog/currencies',
  contracts: {
    item: Currency,
    page: CurrencyPage,
    create: CurrencyCreate,
    update: CurrencyUpdate,
    list: CurrencyListQuery,
  },
})

const rates = `${CURRENCIES.base}/{id}/rates` as const
export const CURRENCY_RATES = endpoint({
  method: 'get',
  path: rates,
  query: CurrencyRateQuery,
  answer: CurrencyRatePage,
})
export const SET_CURRENCY_RATE = endpoint({
  method: 'post',
  path: rates,
  body: CurrencyRateInput,
  answer: CurrencyRate,
})
export const REMOVE_CURRENCY_RATE = endpoint({
  method: 'delete',
  path: `${rates}/{day}`,
  params: z.object({ id: Id, day: Day }),
  answer: null,
})
