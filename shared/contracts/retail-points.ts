import { z } from 'zod'
import {
  createFields,
  Id,
  listQuery,
  optionalText,
  pageOf,
  recordFields,
  text,
  UtcTime,
  updateFields,
} from './common.ts'

export const TaxSystem = z.enum(['Osn', 'UsnIncome', 'UsnIncomeOutcome', 'Esn', 'Patent'])
export type TaxSystem = z.infer<typeof TaxSystem>
/** What becomes of the part of a cash sum that coins do not reach (domain.md 8.4). */
export const CashRounding = z.enum(['None', 'Nearest', 'Down', 'Up'])
export type CashRounding = z.infer<typeof CashRounding>
export const CustomerField = z.enum(['Name', 'Phone', 'Email', 'BirthDate', 'Sex', 'CardNumber'])
export type CustomerField = z.infer<typeof CustomerField>

const editable = {
  name: text(255),
  code: optionalText(255),
  address: optionalText(255),
  storeId: Id,
  priceTypeId: Id,
  isActive: z.boolean().default(true),
  allowCustomPrice: z.boolean().default(false).meta({ description: 'The cashier may change a price' }),
  allowReturnWithoutBasis: z.boolean().default(false).meta({ description: 'Returns with no receipt' }),
  vatIncluded: z.boolean().default(true).meta({ description: 'Prices include VAT' }),
  receiptHeader: optionalText(4096),
  receiptFooter: optionalText(4096),
  paperWidth: z
    .union([z.literal(58), z.literal(80)])
    .default(80)
    .meta({ description: 'Millimetres' }),
}

export const RetailPointCreate = z
  .strictObject({ ...createFields, ...editable })
  .meta({ id: 'RetailPointCreate' })
export type RetailPointCreate = z.output<typeof RetailPointCreate>
export const RetailPointUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .meta({ id: 'RetailPointUpdate' })
export type RetailPointUpdate = z.output<typeof RetailPointUpdate>

export const RetailPoint = z
  .object({
    ...recordFields,
    name: z.string(),
    code: z.string().nullable(),
    address: z.string().nullable(),
    storeId: Id,
    priceTypeId: Id,
    isActive: z.boolean(),
    allowCustomPrice: z.boolean(),
    allowReturnWithoutBasis: z.boolean(),
    vatIncluded: z.boolean(),
    receiptHeader: z.string().nullable(),
    receiptFooter: z.string().nullable(),
    paperWidth: z.int(),
  })
  .meta({ id: 'RetailPoint' })
export type RetailPoint = z.infer<typeof RetailPoint>
export const RetailPointPage = pageOf(RetailPoint, 'RetailPointPage')
export const RetailPointListQuery = listQuery(['name', 'code', 'createdAt', 'updatedAt']).extend({
  storeId: Id.optional(),
})

export const PairingCodeRequest = z
  .strictObject({
    replacesDeviceId: Id.nullish().meta({
      description:
        'The agent takes the place of this device: that one is revoked, its receipts can be recalled',
    }),
  })
  .meta({ id: 'PairingCodeRequest' })
export type PairingCodeRequest = z.output<typeof PairingCodeRequest>

/** Given once to the person who installs the agent: it is good for one enrolment and a short time. */
export const PairingCode = z
  .object({ code: z.string().meta({ examples: ['7KQ4-M2XD'] }), retailPointId: Id, expiresAt: UtcTime })
  .meta({ id: 'PairingCode' })
export type PairingCode = z.infer<typeof PairingCode>
