import { z } from 'zod'
import { Count, Id, integer, integerQuery, Position, text, UtcTime } from '#shared/domain/fields.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { type Amount, type Quantity, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { AmountOut, amountIn, PercentOut } from '#shared/money/wire.ts'
import { lineSum } from '#shared/pricing/line.ts'

/** Shifts of a till, with the cash counted at opening and closing (docs/domain.md#shifts). */

const notNegative = amountIn({ min: 0 })
const aboveZero = amountIn({ above: 0 })

/** Counted notes and coins: the number of each value. */
const Counted = z
  .array(z.strictObject({ value: aboveZero, count: integer(1).max(1_000_000) }))
  .max(40)
  .optional()
type Counted = z.output<typeof Counted>

/** Returns the total value of counted notes and coins. Throws `RangeError` beyond the exact range. */
export const sumCounted = (counted: NonNullable<Counted>): Amount =>
  sumAmounts(counted.map(({ value, count }) => lineSum(quantity(count) as Quantity, value)))

export const OpenShift = z.strictObject({ openingCash: notNegative, counted: Counted })
export type OpenShift = z.output<typeof OpenShift>

export const CloseShift = z.strictObject({
  /** Counted cash. Required when the drawer is counted blind, otherwise omitted when nobody counted. */
  countedCash: notNegative.optional(),
  counted: Counted,
  /** Reason for a difference between counted and expected cash. Required when they differ. */
  differenceReason: text(255).optional(),
})
export type CloseShift = z.output<typeof CloseShift>

export const MoveCash = z.strictObject({
  kind: z.enum(['In', 'Out']),
  amount: aboveZero,
  reason: text(1000),
  /** True to allow taking out more than the drawer should contain. */
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
  /** Number of the shift at the till, starting at 1. */
  number: Position,
  openedAt: UtcTime,
  openedBy: z.string(),
  openingCash: AmountOut,
  /** Reason why the open shift needs attention, or null. */
  attention: ShiftAttention.nullable(),
  /** True when the drawer must be counted before its totals are shown. */
  isBlind: z.boolean(),
  /** Totals, or null for an open shift when the cashier's role does not allow them or the drawer is counted blind. */
  totals: z
    .object({
      salesCash: AmountOut,
      salesCard: AmountOut,
      returnsCash: AmountOut,
      returnsCard: AmountOut,
      salesOther: AmountOut,
      returnsOther: AmountOut,
      /** `salesOther` and `returnsOther` by tender. Unused tenders are omitted. */
      otherTenders: z.array(Tender),
      cashIn: AmountOut,
      cashOut: AmountOut,
      receiptsCount: Count,
      returnsCount: Count,
      expectedCash: AmountOut,
    })
    .nullable(),
  /** Time of closing (UTC, ISO 8601), or null while the shift is open. */
  closedAt: UtcTime.nullable(),
  closedBy: z.string().nullable(),
  countedCash: AmountOut.nullable(),
  /** Counted less expected cash. A negative amount is missing cash. */
  discrepancy: AmountOut.nullable(),
  /** Number of the shift's records that have not reached head office yet. They block nothing. */
  waiting: Count,
})
export type TillShift = z.infer<typeof TillShift>
/** Number of a shift's receipts by the state of their fiscal receipt. `failed` ones need a user at head office. */
const FiscalCount = z.object({ done: Count, waiting: Count, failed: Count })
export type FiscalCount = z.infer<typeof FiscalCount>

export const CurrentShift = z.object({
  /** Open shift, or null when the till has none. */
  shift: TillShift.nullable(),
  /** Number of fiscal receipts by state, or null when the shift needs none. */
  fiscal: FiscalCount.nullable(),
})
export type CurrentShift = z.infer<typeof CurrentShift>

/** Query of the till's shifts, newest first. `before` is the number of the last shift already shown. */
export const ShiftListQuery = z.strictObject({
  before: integerQuery(1, 1_000_000_000).optional(),
  limit: integerQuery(1, 100).default(30),
})
export const ShiftList = z.object({ items: z.array(TillShift) })
export type ShiftList = z.infer<typeof ShiftList>

const CountAndSum = z.object({ count: Count, sum: AmountOut })
const VatOfRate = z.object({ base: AmountOut, vat: AmountOut })

/** Report of a shift: an X report while it is open, a Z report when it is closed (docs/domain.md#x-and-z-reports). */
export const ShiftReport = z.object({
  shift: TillShift,
  /** Time of the calculation (UTC, ISO 8601). */
  madeAt: UtcTime,
  currencyCode: z.string(),
  /** Numbers of the first and last receipt, or null when there is none. */
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
  /** Totals, or null when they are hidden until the drawer is counted. */
  sums: z
    .object({
      /** Payments for goods, and the value of returned goods. */
      sales: AmountOut,
      returns: AmountOut,
      /** Sales less returns. */
      revenue: AmountOut,
      averageReceipt: AmountOut.nullable(),
      roundingSum: AmountOut,
      /** Vouchers, as advance payments. Apart from the tenders, no other amount includes them. */
      vouchers: z.object({ sold: CountAndSum, reloaded: CountAndSum, takenBack: CountAndSum }),
      tenders: z.array(Tender),
      vat: z.array(z.object({ rate: PercentOut, sales: VatOfRate, returns: VatOfRate })),
      discounts: z.array(
        z.object({
          kind: z.enum(['Promotion', 'Loyalty', 'Manual', 'Coupon', 'Rounding']),
          /** Name of the promotion, or null without one. */
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
  /** Removed or reduced lines, and cleared carts. */
  voids: CountAndSum,
  /** Effect of price changes on lines. */
  priceChanges: CountAndSum,
  /** Number of fiscal receipts by state, or null when the shift needs none. */
  fiscal: FiscalCount.nullable(),
  drawerOpenings: Count,
  copiesPrinted: Count,
  soldBeyondStock: Count,
  /** Limits that supervisors have lifted. */
  approvals: z.array(z.object({ limit: z.string(), supervisorName: z.string(), count: Count })),
  /** Notes and coins counted at closing. Empty when only a total was counted, or nothing. */
  counted: z.array(z.object({ value: AmountOut, count: Count })),
})
export type ShiftReport = z.infer<typeof ShiftReport>
