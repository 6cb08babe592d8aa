import { z } from 'zod'
import { Id, Moment, optionalParagraphs, optionalText, UtcTime } from '#shared/domain/fields.ts'
import { AmountOut, amountIn } from '#shared/money/wire.ts'
import { createFields, listQuery, pageOf, pageQuery, recordFields } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const VoucherStatus = z.enum(['Active', 'Blocked'])
export type VoucherStatus = z.infer<typeof VoucherStatus>

export const GiftVoucherIssue = z
  .strictObject({
    ...createFields,
    number: optionalText(64).meta({
      description: 'Omitted: one is generated. Letter case and spaces are ignored',
    }),
    amount: amountIn({ above: 0 }),
    expiresAt: Moment.nullish()
      .transform((value) => value ?? null)
      .meta({ description: 'null: never' }),
  })
  .meta({ id: 'GiftVoucherIssue' })
export type GiftVoucherIssue = z.output<typeof GiftVoucherIssue>

const GiftVoucherBlock = z.strictObject({ reason: optionalParagraphs(1000) }).meta({ id: 'GiftVoucherBlock' })

export const GiftVoucher = z
  .object({
    ...recordFields,
    number: z.string(),
    status: VoucherStatus,
    amount: AmountOut.meta({ description: 'Amount that it was issued for' }),
    balance: AmountOut.meta({ description: 'Sum of its entries' }),
    issuedAt: UtcTime,
    issuedById: Id.nullable(),
    blockedAt: UtcTime.nullable(),
    blockReason: z.string().nullable(),
    expiresAt: UtcTime.nullable(),
  })
  .meta({ id: 'GiftVoucher' })
export type GiftVoucher = z.infer<typeof GiftVoucher>
const GiftVoucherPage = pageOf(GiftVoucher, 'GiftVoucherPage')
const GiftVoucherListQuery = listQuery(['number', 'amount', 'issuedAt', 'createdAt', 'updatedAt']).extend({
  status: VoucherStatus.optional(),
})

/**
 * Kind of voucher ledger entry. `Sale` and `Reload`: a till sold or reloaded the voucher. `SaleReturn`: the
 * receipt of a sale or reload was returned.
 */
export const VoucherEntryKind = z.enum([
  ...(['Issue', 'Spend', 'Refund', 'Adjust'] as const),
  ...(['Sale', 'Reload', 'SaleReturn'] as const),
])
export type VoucherEntryKind = z.infer<typeof VoucherEntryKind>

export const VoucherEntry = z
  .object({
    id: Id,
    voucherId: Id,
    saleId: Id.nullable(),
    kind: VoucherEntryKind,
    amount: AmountOut.meta({ description: 'Below 0: taken from the voucher' }),
    at: UtcTime,
  })
  .meta({ id: 'VoucherEntry' })
export type VoucherEntry = z.infer<typeof VoucherEntry>
const VoucherEntryPage = pageOf(VoucherEntry, 'VoucherEntryPage')
const VoucherEntryListQuery = z.object(pageQuery)

const base = '/api/loyalty/vouchers'
export const VOUCHERS = endpoint({
  method: 'get',
  path: base,
  query: GiftVoucherListQuery,
  answer: GiftVoucherPage,
})
export const VOUCHER = endpoint({ method: 'get', path: `${base}/{id}`, answer: GiftVoucher })
export const VOUCHER_ENTRIES = endpoint({
  method: 'get',
  path: `${base}/{id}/entries`,
  query: VoucherEntryListQuery,
  answer: VoucherEntryPage,
})
export const ISSUE_VOUCHER = endpoint({
  method: 'post',
  path: `${base}/issue`,
  body: GiftVoucherIssue,
  answer: GiftVoucher,
})
export const BLOCK_VOUCHER = endpoint({
  method: 'post',
  path: `${base}/{id}/block`,
  body: GiftVoucherBlock,
  answer: null,
})
export const UNBLOCK_VOUCHER = endpoint({ method: 'post', path: `${base}/{id}/unblock`, answer: null })
export const DELETE_VOUCHER = endpoint({ method: 'delete', path: `${base}/{id}`, answer: null })
