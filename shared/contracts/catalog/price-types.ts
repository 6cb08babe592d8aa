import { z } from 'zod'
import { Id, integer, text } from '#shared/domain/fields.ts'
import { createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { resource } from '../endpoint.ts'

const editable = {
  name: text(255),
  sortOrder: integer(0, 1_000_000).default(0),
  isDefault: z
    .boolean()
    .default(false)
    .meta({ description: 'Exactly one price type is the default: setting it here unsets the other' }),
}

export const PriceTypeCreate = z
  .strictObject({
    ...createFields,
    ...editable,
    currencyId: Id.optional().meta({ description: 'Omitted: the currency of the organization' }),
  })
  .meta({ id: 'PriceTypeCreate' })
export type PriceTypeCreate = z.output<typeof PriceTypeCreate>
export const PriceTypeUpdate = z
  .strictObject({
    ...updateFields,
    ...editable,
    currencyId: Id.optional().meta({ description: 'Cannot be changed later' }),
  })
  .meta({ id: 'PriceTypeUpdate' })
export type PriceTypeUpdate = z.output<typeof PriceTypeUpdate>

export const PriceType = z
  .object({
    ...recordFields,
    name: z.string(),
    sortOrder: integer(),
    isDefault: z.boolean(),
    currencyId: Id,
  })
  .meta({ id: 'PriceType' })
export type PriceType = z.infer<typeof PriceType>
const PriceTypePage = pageOf(PriceType, 'PriceTypePage')
const PriceTypeListQuery = listQuery(['name', 'sortOrder', 'createdAt', 'updatedAt'])

export const PRICE_TYPES = resource({
  base: '/api/catalog/price-types',
  contracts: {
    item: PriceType,
    page: PriceTypePage,
    create: PriceTypeCreate,
    update: PriceTypeUpdate,
    list: PriceTypeListQuery,
  },
})
