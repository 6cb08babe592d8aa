import { z } from 'zod'
import { Day, Id } from '#shared/domain/fields.ts'
import { updateFields } from '../common.ts'
import { INVENTORIES } from '../document-kinds.ts'
import { endpoint } from '../endpoint.ts'

/** Selection of the store's products to add as lines of a stock count. */
export const FillSheet = z
  .strictObject({
    ...updateFields,
    productGroupId: Id.optional().meta({ description: 'Group, including all groups below it' }),
    movedSince: Day.optional().meta({
      description:
        'Selects products with movements in the store since that day, instead of products in stock',
    }),
  })
  .meta({ id: 'FillSheet' })
export type FillSheet = z.output<typeof FillSheet>

export const FILL_SHEET = endpoint({
  method: 'post',
  path: `${INVENTORIES.base}/{id}/fill`,
  body: FillSheet,
  answer: INVENTORIES.contracts.item,
})
