import { z } from 'zod'
import { toSteps } from '#shared/money/decimal.ts'
import {
  BooleanQuery,
  createFields,
  integer,
  listQuery,
  optionalText,
  pageOf,
  recordFields,
  text,
  updateFields,
} from '../common.ts'

/** With so many places the largest rate is still an exact number. */
const RATE_PLACES = 6
const LARGEST_RATE = 1e9

const editable = {
  name: text(255),
  fullName: optionalText(255),
  code: z
    .string()
    .regex(/^\d{3}$/, { error: 'must be 3 digits' })
    .meta({ description: 'Number of ISO 4217: 398 tenge' }),
  isoCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, { error: 'must be 3 Latin letters' })
    .meta({ description: 'Letters of ISO 4217: KZT' }),
  symbol: optionalText(10),
  rate: z
    .number()
    .positive()
    .max(LARGEST_RATE)
    .refine((rate) => toSteps(rate, RATE_PLACES) !== undefined, {
      error: `must have at most ${RATE_PLACES} decimal places`,
    })
    .default(1)
    .meta({ description: 'Value of `multiplicity` units in the accounting currency, whose own rate is 1' }),
  multiplicity: integer(1, 1_000_000).default(1),
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
    rate: z.number(),
    multiplicity: integer(),
    isDefault: z.boolean().meta({ description: 'Whether it is the accounting currency of the organization' }),
    isPreset: z
      .boolean()
      .meta({ description: 'It came with the product: rate, multiplicity and isArchived can be changed' }),
    isArchived: z.boolean(),
  })
  .meta({ id: 'Currency' })
export type Currency = z.infer<typeof Currency>
export const CurrencyPage = pageOf(Currency, 'CurrencyPage')
export const CurrencyListQuery = listQuery(['name', 'code', 'isoCode', 'createdAt', 'updatedAt']).extend({
  isPreset: BooleanQuery.optional(),
  isArchived: BooleanQuery.optional(),
})
export type CurrencyListQuery = z.output<typeof CurrencyListQuery>
