import { z } from 'zod'
import { integer, optionalText, text } from '#shared/domain/fields.ts'
import { BooleanQuery, createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { endpoint, resource } from '../endpoint.ts'

const editable = {
  name: text(50).meta({ description: 'Short name, as on a price tag: pcs, kg' }),
  fullName: optionalText(255).meta({ description: 'Omitted: the short name' }),
  nameEn: optionalText(255),
  nameKk: optionalText(255),
  code: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'must be 1 to 4 digits' })
    .meta({ description: 'UN/ECE or ОКЕИ number: 796 piece, 166 kilogram' }),
  isFractional: z.boolean().default(false).meta({ description: 'true: fractions of the unit can be sold' }),
  fiscalMeasure: integer(0, 255).default(0).meta({ description: 'Measure code of FFD 1.2' }),
}

export const UnitOfMeasureCreate = z
  .strictObject({ ...createFields, ...editable })
  .meta({ id: 'UnitOfMeasureCreate' })
export type UnitOfMeasureCreate = z.output<typeof UnitOfMeasureCreate>
export const UnitOfMeasureUpdate = z
  .strictObject({ ...updateFields, ...editable, isActive: z.boolean().default(true) })
  .meta({ id: 'UnitOfMeasureUpdate' })
export type UnitOfMeasureUpdate = z.output<typeof UnitOfMeasureUpdate>

export const UnitOfMeasure = z
  .object({
    ...recordFields,
    name: z.string(),
    fullName: z.string(),
    nameEn: z.string().nullable(),
    nameKk: z.string().nullable(),
    code: z.string(),
    isFractional: z.boolean(),
    fiscalMeasure: integer(),
    isActive: z.boolean(),
  })
  .meta({ id: 'UnitOfMeasure' })
export type UnitOfMeasure = z.infer<typeof UnitOfMeasure>
const UnitOfMeasurePage = pageOf(UnitOfMeasure, 'UnitOfMeasurePage')
export const UnitOfMeasureListQuery = listQuery(['name', 'fullName', 'code', 'createdAt']).extend({
  isActive: BooleanQuery.optional(),
  isEnabled: BooleanQuery.optional().meta({
    description: 'false: units of the platform that the organization has not enabled yet',
  }),
})
export type UnitOfMeasureListQuery = z.output<typeof UnitOfMeasureListQuery>

export const PLATFORM_UNITS = resource({
  base: '/api/super-admin/units-of-measure',
  contracts: {
    item: UnitOfMeasure,
    page: UnitOfMeasurePage,
    create: UnitOfMeasureCreate,
    update: UnitOfMeasureUpdate,
    list: UnitOfMeasureListQuery,
  },
})

/** Path of the units that the organization has enabled. */
const base = '/api/catalog/units-of-measure'
export const UNITS = endpoint({
  method: 'get',
  path: base,
  query: UnitOfMeasureListQuery,
  answer: UnitOfMeasurePage,
})
export const UNIT = endpoint({ method: 'get', path: `${base}/{id}`, answer: UnitOfMeasure })
export const ENABLE_UNIT = endpoint({ method: 'post', path: `${base}/{id}/enable`, answer: null })
export const DISABLE_UNIT = endpoint({ method: 'delete', path: `${base}/{id}/enable`, answer: null })
