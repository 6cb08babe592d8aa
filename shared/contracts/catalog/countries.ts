import { z } from 'zod'
import { optionalText, text } from '#shared/domain/fields.ts'
import { BooleanQuery, createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { resource } from '../endpoint.ts'

const editable = {
  name: text(255),
  code: optionalText(3)
    .refine((code) => code === null || /^\d{3}$/.test(code), { error: 'must be 3 digits' })
    .meta({ description: 'Numeric code of ISO 3166-1' }),
  alpha2: optionalText(2)
    .transform((code) => code?.toUpperCase() ?? null)
    .refine((code) => code === null || /^[A-Z]{2}$/.test(code), { error: 'must be 2 Latin letters' })
    .meta({ description: 'Alphabetic code of ISO 3166-1' }),
}

export const CountryCreate = z.strictObject({ ...createFields, ...editable }).meta({ id: 'CountryCreate' })
export type CountryCreate = z.output<typeof CountryCreate>
export const CountryUpdate = z.strictObject({ ...updateFields, ...editable }).meta({ id: 'CountryUpdate' })
export type CountryUpdate = z.output<typeof CountryUpdate>

export const Country = z
  .object({
    ...recordFields,
    name: z.string(),
    code: z.string().nullable(),
    alpha2: z.string().nullable(),
    isPreset: z.boolean().meta({ description: 'true: built in; it cannot be changed or deleted' }),
  })
  .meta({ id: 'Country' })
export type Country = z.infer<typeof Country>
const CountryPage = pageOf(Country, 'CountryPage')
export const CountryListQuery = listQuery(['name', 'code', 'alpha2', 'createdAt', 'updatedAt']).extend({
  isPreset: BooleanQuery.optional(),
})
export type CountryListQuery = z.output<typeof CountryListQuery>

export const COUNTRIES = resource({
  base: '/api/catalog/countries',
  contracts: {
    item: Country,
    page: CountryPage,
    create: CountryCreate,
    update: CountryUpdate,
    list: CountryListQuery,
  },
})
