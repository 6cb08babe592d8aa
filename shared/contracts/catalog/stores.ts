import { z } from 'zod'
import { Id, optionalText, text } from '#shared/domain/fields.ts'
import { BooleanQuery, createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { resource } from '../endpoint.ts'

const editable = {
  name: text(255),
  code: optionalText(255),
  address: optionalText(255),
  parentId: Id.nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'Parent store' }),
  isDefault: z
    .boolean()
    .default(false)
    .meta({ description: 'Exactly one store is the default: setting it here unsets the other' }),
  isArchived: z.boolean().default(false),
}

export const StoreCreate = z.strictObject({ ...createFields, ...editable }).meta({ id: 'StoreCreate' })
export type StoreCreate = z.output<typeof StoreCreate>
export const StoreUpdate = z.strictObject({ ...updateFields, ...editable }).meta({ id: 'StoreUpdate' })
export type StoreUpdate = z.output<typeof StoreUpdate>

export const Store = z
  .object({
    ...recordFields,
    name: z.string(),
    code: z.string().nullable(),
    address: z.string().nullable(),
    parentId: Id.nullable(),
    isDefault: z.boolean(),
    isArchived: z.boolean(),
  })
  .meta({ id: 'Store' })
export type Store = z.infer<typeof Store>
const StorePage = pageOf(Store, 'StorePage')
export const StoreListQuery = listQuery(['name', 'code', 'createdAt', 'updatedAt']).extend({
  parentId: Id.optional(),
  isArchived: BooleanQuery.optional(),
})
export type StoreListQuery = z.output<typeof StoreListQuery>

export const STORES = resource({
  base: '/api/catalog/stores',
  contracts: { item: Store, page: StorePage, create: StoreCreate, update: StoreUpdate, list: StoreListQuery },
})
