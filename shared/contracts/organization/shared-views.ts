import { z } from 'zod'
import { Id, text } from '#shared/domain/fields.ts'
import { PresetValue, PresetValueIn } from '../account/presets.ts'
import { createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { resource } from '../endpoint.ts'

export const MOST_SHARED_VIEWS = 1000

const editable = {
  key: text(100).meta({ description: 'List of the view' }),
  name: text(255),
  value: PresetValueIn,
  roleId: Id.nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'Role that the view is offered to; null: everybody' }),
}

export const SharedViewCreate = z
  .strictObject({ ...createFields, ...editable })
  .meta({ id: 'SharedViewCreate' })
export type SharedViewCreate = z.output<typeof SharedViewCreate>
export const SharedViewUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .meta({ id: 'SharedViewUpdate' })
export type SharedViewUpdate = z.output<typeof SharedViewUpdate>

export const SharedView = z
  .object({
    ...recordFields,
    key: z.string(),
    name: z.string(),
    value: PresetValue,
    roleId: Id.nullable(),
    roleName: z.string().nullable(),
    createdByName: z.string().nullable().meta({ description: 'Name of the user who shares it' }),
    mayChange: z.boolean().meta({ description: 'true: you may change and delete it' }),
  })
  .meta({ id: 'SharedView' })
export type SharedView = z.infer<typeof SharedView>
const SharedViewPage = pageOf(SharedView, 'SharedViewPage')
export const SharedViewListQuery = listQuery(['name', 'createdAt', 'updatedAt']).extend({
  key: text(100).optional(),
})
export type SharedViewListQuery = z.output<typeof SharedViewListQuery>

export const SHARED_VIEWS = resource({
  base: '/api/organization/shared-views',
  contracts: {
    item: SharedView,
    page: SharedViewPage,
    create: SharedViewCreate,
    update: SharedViewUpdate,
    list: SharedViewListQuery,
  },
})
