import { z } from 'zod'
import { Day, Id, updateFields } from '../common.ts'
import { INVENTORIES } from '../document-kinds.ts'
import { endpoint } from '../endpoint.ts'

/** Which products of the store become lines of the sheet. */
export const FillSheet = z
  .strictObject({
    ...updateFields,
    productGroupId: Id.optional().meta({ description: 'The group with all groups below it' }),
    movedSince: Day.optional().meta({
      description: 'What has moved in the store since that day, instead of what is in stock',
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
