import { z } from 'zod'
import {
  createFields,
  Id,
  listQuery,
  optionalText,
  pageOf,
  recordFields,
  text,
  updateFields,
} from './common.ts'

const editable = {
  name: text(255).meta({ description: 'Unique among the groups with the same parent' }),
  parentId: Id.nullish().transform((value) => value ?? null),
  markup: z
    .number()
    .min(-1)
    .max(10_000)
    .refine((value) => Math.round(value * 1e4) / 1e4 === value, {
      error: 'must have at most 4 decimal places',
    })
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'A fraction: 0.25 is 25 %. null: that of the nearest group above that has one' }),
  code: optionalText(255),
  externalCode: optionalText(255),
  sortOrder: z.int().min(0).max(1_000_000).default(0),
  isArchived: z.boolean().default(false),
}

export const ProductGroupCreate = z
  .strictObject({ ...createFields, ...editable })
  .meta({ id: 'ProductGroupCreate' })
export type ProductGroupCreate = z.output<typeof ProductGroupCreate>
export const ProductGroupUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .meta({ id: 'ProductGroupUpdate' })
export type ProductGroupUpdate = z.output<typeof ProductGroupUpdate>

export const ProductGroup = z
  .object({
    ...recordFields,
    name: z.string(),
    parentId: Id.nullable(),
    path: z.string().meta({ description: 'Names from the top, joined by /' }),
    markup: z.number().nullable(),
    code: z.string().nullable(),
    externalCode: z.string().nullable(),
    sortOrder: z.int(),
    isArchived: z.boolean(),
  })
  .meta({ id: 'ProductGroup' })
export type ProductGroup = z.infer<typeof ProductGroup>
export const ProductGroupPage = pageOf(ProductGroup, 'ProductGroupPage')
export const ProductGroupListQuery = listQuery(['name', 'sortOrder', 'createdAt', 'updatedAt']).extend({
  parentId: Id.optional(),
})
