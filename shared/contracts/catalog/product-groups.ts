import { z } from 'zod'
import { Id, integer, optionalText, text } from '#shared/domain/fields.ts'
import { PercentOut, percentIn } from '#shared/money/wire.ts'
import { BooleanQuery, createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { resource } from '../endpoint.ts'

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
    .meta({
      description: 'A fraction: 0.25 is 25 %. null: the markup of the nearest group above that has one',
    }),
  vatRate: percentIn({ min: 0, max: 100 })
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'null: without VAT; 0: VAT of 0 %' }),
  useParentVat: z
    .boolean()
    .default(true)
    .meta({ description: 'true: the rate of the group above applies instead, if there is one' }),
  keywords: z
    .array(text(255))
    .max(100)
    .transform((words) => [...new Set(words)])
    .default([])
    .meta({
      description: 'An imported product whose name contains one of the keywords is put into the group',
    }),
  code: optionalText(255),
  externalCode: optionalText(255),
  sortOrder: integer(0, 1_000_000).default(0),
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
    effectiveMarkup: z
      .number()
      .meta({ description: 'Own markup, or that of the nearest group above that has one; 0 when none has' }),
    vatRate: PercentOut.nullable(),
    useParentVat: z.boolean(),
    keywords: z.array(z.string()),
    code: z.string().nullable(),
    externalCode: z.string().nullable(),
    sortOrder: integer(),
    isArchived: z.boolean(),
  })
  .meta({ id: 'ProductGroup' })
export type ProductGroup = z.infer<typeof ProductGroup>
const ProductGroupPage = pageOf(ProductGroup, 'ProductGroupPage')
export const ProductGroupListQuery = listQuery(['name', 'sortOrder', 'createdAt', 'updatedAt']).extend({
  parentId: Id.optional(),
  isArchived: BooleanQuery.optional(),
})
export type ProductGroupListQuery = z.output<typeof ProductGroupListQuery>

export const PRODUCT_GROUPS = resource({
  base: '/api/catalog/product-groups',
  contracts: {
    item: ProductGroup,
    page: ProductGroupPage,
    create: ProductGroupCreate,
    update: ProductGroupUpdate,
    list: ProductGroupListQuery,
  },
})
