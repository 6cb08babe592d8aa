import { z } from 'zod'
import { Count, Id, integer, integerQuery, Position, text, UtcTime } from '#shared/domain/fields.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { type Amount, type Quantity, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { AmountOut, amountIn, PercentOut } from '#shared/money/wire.ts'
import { lineSum } from '#shared/pricing/line.ts'

/** Shifts of a till: money counted in and out of the drawer (docs/domain.md#shifts). */

const notNegative = amountIn({ min: 0 })
const aboveZero = amountIn({ above: 0 })

/** Counted notes and coins: the number of each value. */
const Counted = z
  .array(z.strictObject({ value: aboveZero, count: integer(1).max(1_000_000) }))
  .max(40)
  .optional()
type Counted = z.output<typeof Counted>

/** Returns the sum of notes and coins. Throws `RangeError` beyond the exact range. */
export const sumCounted = (counted: NonNullable<Counted>): Amount =>
  sumAmounts(counted.map(({ value, count }) => lineSum(quantity(count) as Quantity, value)))

export const OpenShift = z.strictObject({ openingCash: notNegative, counted: Counted })
export type OpenShift = z.output<typeof OpenShift>

export const CloseShift = z.strictObject({
  /** Counted cash. Omitted when nobody counted; required when the drawer is counted blind. */
  countedCash: notNegative.optional(),
  counted: Counted,
  /** Reason for a count that differs from the expected cash; required when it differs. */
  differenceReason: text(255).optional(),
})
export type CloseShift = z.output<typeof CloseShift>

export const MoveCash = z.strictObject({
  kind: z.enum(['In', 'Out']),
  amount: aboveZero,
  reason: text(1000),
  /** True when more is taken out than the drawer should contain. */
  beyondDrawer: z.boolean().default(false),
})
export type MoveCash = z.output<typeof MoveCash>

/** Request to open the drawer without a sale. */
export const OpenDrawer = z.strictObject({ reason: text(1000) })
export type OpenDrawer = z.output<typeof OpenDrawer>

/** Reason why an open shift needs attention (docs/domain.md#shifts). */
export const ShiftAttention = z.enum(['day_before', 'over_24_hours', 'other_cashier'])
export type ShiftAttention = z.infer<typeof ShiftAttention>

const Tender = z.object({ type: z.enum(TENDER_TYPES), sales: AmountOut, returns: AmountOut })

export const TillShift = z.object({
  id: Id,
  /** Number of the shift at the till, from 1. */
  number: Position,
  openedAt: UtcTime,
  openedBy: z.string(),
  openingCash: AmountOut,
  /** Attention that an open shift needs. */
  attention: ShiftAttention.nullable(),
  /** True when the drawer is counted before its sums are shown. */
  isBlind: z.boolean(),
  /** Totals; null for an open shift when the role of the cashier does not see them or the drawer is counted blind. */
  totals: z
    .object({
      salesCash: AmountOut,
      salesCard: AmountOut,
      returnsCash: AmountOut,
      returnsCard: AmountOut,
      salesOther: AmountOut,
      returnsOther: AmountOut,
      /** salesOther and returnsOther by tender; only used ones. */
      otherTenders: z.array(Tender),
      cashIn: AmountOut,
      cashOut: AmountOut,
      receiptsCount: Count,
      returnsCount: Count,
      expectedCash: AmountOut,
    })
    .nullable(),
  /** Moment of the closing; null while it is open. */
  closedAt: UtcTime.nullable(),
  closedBy: z.string().nullable(),
  countedCash: AmountOut.nullable(),
  /** Counted less expected cash; below 0: some is missing. */
  discrepancy: AmountOut.nullable(),
  /** Number of its records that have not reached head office yet. They block nothing. */
  waiting: Count,
})
export type TillShift = z.infer<typeof TillShift>
/** Receipts of a shift whose fiscal receipt is done, is waiting, or needs somebody at head office. */
const FiscalCount = z.object({ done: Count, waiting: Count, failed: Count })
export type FiscalCount = z.infer<typeof FiscalCount>

export const CurrentShift = z.object({
  /** Open shift; null: the till has none. */
  shift: TillShift.nullable(),
  /** Fiscal receipts; null: none of its receipts gets one. */
  fiscal: FiscalCount.nullable(),
})
export type CurrentShift = z.infer<typeof CurrentShift>

/** Query of the shifts of the till, newest first; `before` is the number of the last one seen. */
export const ShiftListQuery = z.strictObject({
  before: integerQuery(1, 1_000_000_000).optional(),
  limit: integerQuery(1, 100).default(30),
})
export const ShiftList = z.object({ items: z.array(TillShift) })
export type ShiftList = z.infer<typeof ShiftList>

const CountAndSum = z.object({ count: Count, sum: AmountOut })
const VatOfRate = z.object({ base: AmountOut, vat: AmountOut })

/** Report of a shift: X while it is open, Z when it is closed (docs/domain.md#x-and-z-reports). */
export const ShiftReport = z.object({
  shift: TillShift,
  /** Moment of the calculation. */
  madeAt: UtcTime,
  currencyCode: z.string(),
  /** Numbers of the first and the last receipt; null: there is none. */
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
  /** Sums; null: not shown before the drawer is counted. */
  sums: z
    .object({
      /** Payments for goods, and the value of returned goods. */
      sales: AmountOut,
      returns: AmountOut,
      /** sales less returns */
      revenue: AmountOut,
      averageReceipt: AmountOut.nullable(),
      roundingSum: AmountOut,
      /** Vouchers paid in advance. They are in no other sum except the tenders. */
      vouchers: z.object({ sold: CountAndSum, reloaded: CountAndSum, takenBack: CountAndSum }),
      tenders: z.array(Tender),
      vat: z.array(z.object({ rate: PercentOut, sales: VatOfRate, returns: VatOfRate })),
      discounts: z.array(
        z.object({
          kind: z.enum(['Promotion', 'Loyalty', 'Manual', 'Coupon', 'Rounding']),
          /** Name of the promotion; null: no promotion. */
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
          /** Manual discounts. */
          discounts: AmountOut,
          voids: CountAndSum,
        }),
      ),
    })
    .nullable(),
  /** Removed or reduced lines, and cleared sales. */
  voids: CountAndSum,
  /** Effect of changed prices on lines. */
  priceChanges: CountAndSum,
  /** Fiscal receipts; null: none of its receipts gets one. */
  fiscal: FiscalCount.nullable(),
  drawerOpenings: Count,
  copiesPrinted: Count,
  soldBeyondStock: Count,
  /** Limits that a supervisor has lifted. */
  approvals: z.array(z.object({ limit: z.string(), supervisorName: z.string(), count: Count })),
  /** Notes and coins counted at the closing; empty: counted as one figure, or not at all. */
  counted: z.array(z.object({ value: AmountOut, count: Count })),
})
export type ShiftReport = z.infer<typeof ShiftReport>
