import { z } from 'zod'
import { type Amount, type Quantity, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { AmountOut, amountIn, PercentOut } from '#shared/money/wire.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { TENDER_TYPES } from '#shared/pricing/tenders.ts'
import { Count, Id, integer, integerQuery, Position, text, UtcTime } from '../common.ts'

/** Shifts of a till: money counted in and out of the drawer (docs/domain.md#shifts). */

const notNegative = amountIn({ min: 0 })
const aboveZero = amountIn({ above: 0 })

/** Notes and coins as they were counted: so many of each value. */
const Counted = z
  .array(z.strictObject({ value: aboveZero, count: integer(1).max(1_000_000) }))
  .max(40)
  .optional()
type Counted = z.output<typeof Counted>

/** What notes and coins come to. Throws RangeError past the exact range. */
export const sumCounted = (counted: NonNullable<Counted>): Amount =>
  sumAmounts(counted.map(({ value, count }) => lineSum(quantity(count) as Quantity, value)))

export const OpenShift = z.strictObject({ openingCash: notNegative, counted: Counted })
export type OpenShift = z.output<typeof OpenShift>

export const CloseShift = z.strictObject({
  /** Left out when nobody counted; needed where the drawer is counted blind. */
  countedCash: notNegative.optional(),
  counted: Counted,
  /** Why the count is not what should be in the drawer; needed where it is not. */
  differenceReason: text(255).optional(),
})
export type CloseShift = z.output<typeof CloseShift>

export const MoveCash = z.strictObject({
  kind: z.enum(['In', 'Out']),
  amount: aboveZero,
  reason: text(1000),
  /** More is taken out than should be in the drawer. */
  beyondDrawer: z.boolean().default(false),
})
export type MoveCash = z.output<typeof MoveCash>

/** The drawer is opened without a sale. */
export const OpenDrawer = z.strictObject({ reason: text(1000) })
export type OpenDrawer = z.output<typeof OpenDrawer>
export const DrawerOpened = z.object({ openedAt: UtcTime })

/** Why a shift that is open should be looked at (docs/domain.md#shifts). */
export const ShiftAttention = z.enum(['day_before', 'over_24_hours', 'other_cashier'])
export type ShiftAttention = z.infer<typeof ShiftAttention>

const Tender = z.object({ type: z.enum(TENDER_TYPES), sales: AmountOut, returns: AmountOut })

export const TillShift = z.object({
  id: Id,
  /** Of the till, from 1. */
  number: Position,
  openedAt: UtcTime,
  openedBy: z.string(),
  openingCash: AmountOut,
  /** Of an open shift. */
  attention: ShiftAttention.nullable(),
  /** The drawer is counted before its sums are shown. */
  isBlind: z.boolean(),
  /** null: of an open shift, for a cashier whose role does not see them, or where the drawer is counted blind. */
  totals: z
    .object({
      salesCash: AmountOut,
      salesCard: AmountOut,
      returnsCash: AmountOut,
      returnsCard: AmountOut,
      salesOther: AmountOut,
      returnsOther: AmountOut,
      /** salesOther and returnsOther by way of payment; only those that were used. */
      otherTenders: z.array(Tender),
      cashIn: AmountOut,
      cashOut: AmountOut,
      receiptsCount: Count,
      returnsCount: Count,
      expectedCash: AmountOut,
    })
    .nullable(),
  /** null while it is open. */
  closedAt: UtcTime.nullable(),
  closedBy: z.string().nullable(),
  countedCash: AmountOut.nullable(),
  /** Counted less expected; below 0: some is missing. */
  discrepancy: AmountOut.nullable(),
  /** Records of it that are not at head office yet. They hold up nothing. */
  waiting: Count,
})
export type TillShift = z.infer<typeof TillShift>
/** How many receipts of a shift have a fiscal receipt, wait for it, or need somebody at head office. */
const FiscalCount = z.object({ done: Count, waiting: Count, failed: Count })
export type FiscalCount = z.infer<typeof FiscalCount>

export const CurrentShift = z.object({
  /** null: the till has no open shift. */
  shift: TillShift.nullable(),
  /** null: none of its receipts gets a fiscal receipt. */
  fiscal: FiscalCount.nullable(),
})
export type CurrentShift = z.infer<typeof CurrentShift>

/** Those of the till, newest first; `before` is the number of the last one seen. */
export const ShiftListQuery = z.strictObject({
  before: integerQuery(1, 1_000_000_000).optional(),
  limit: integerQuery(1, 100).default(30),
})
export const ShiftList = z.object({ items: z.array(TillShift) })
export type ShiftList = z.infer<typeof ShiftList>

const CountAndSum = z.object({ count: Count, sum: AmountOut })
const VatOfRate = z.object({ base: AmountOut, vat: AmountOut })

/** What a shift adds up to: X while it is open, Z when it is closed (docs/domain.md#x-and-z-reports). */
export const ShiftReport = z.object({
  shift: TillShift,
  /** When it was worked out. */
  madeAt: UtcTime,
  currencyCode: z.string(),
  /** Of the first and the last receipt; null: there is none. */
  firstReceipt: z.string().nullable(),
  lastReceipt: z.string().nullable(),
  salesCount: Count,
  returnsCount: Count,
  movements: z.array(
    z.object({
      kind: z.enum(['In', 'Out']),
      amount: AmountOut,
      reason: z.string(),
      movedAt: UtcTime,
      cashierName: z.string(),
    }),
  ),
  /** null: not shown before the drawer is counted. */
  sums: z
    .object({
      /** What customers paid for goods, and what came back. */
      sales: AmountOut,
      returns: AmountOut,
      /** sales less returns */
      revenue: AmountOut,
      averageReceipt: AmountOut.nullable(),
      roundingSum: AmountOut,
      /** Paid in advance, and in no other sum but the ways to pay. */
      vouchers: z.object({ sold: CountAndSum, reloaded: CountAndSum, takenBack: CountAndSum }),
      tenders: z.array(Tender),
      vat: z.array(z.object({ rate: PercentOut, sales: VatOfRate, returns: VatOfRate })),
      discounts: z.array(
        z.object({
          kind: z.enum(['Promotion', 'Loyalty', 'Manual', 'Coupon', 'Rounding']),
          /** Of the promotion; null: of none. */
          name: z.string().nullable(),
          ...CountAndSum.shape,
        }),
      ),
      cashiers: z.array(
        z.object({
          id: Id,
          name: z.string(),
          sales: CountAndSum,
          returns: CountAndSum,
          /** Given by hand. */
          discounts: AmountOut,
          voids: CountAndSum,
        }),
      ),
    })
    .nullable(),
  /** Lines taken off or made smaller, and sales cleared. */
  voids: CountAndSum,
  /** What lines came to cost more or less by a changed price. */
  priceChanges: CountAndSum,
  /** null: none of its receipts gets a fiscal receipt. */
  fiscal: FiscalCount.nullable(),
  drawerOpenings: Count,
  copiesPrinted: Count,
  soldBeyondStock: Count,
  /** Limits that a supervisor has lifted. */
  approvals: z.array(z.object({ limit: z.string(), supervisorName: z.string(), count: Count })),
  /** As it was counted at the closing; empty: as one figure, or not at all. */
  counted: z.array(z.object({ value: AmountOut, count: Count })),
})
export type ShiftReport = z.infer<typeof ShiftReport>
