import { z } from 'zod'
import { ClockTime, Id, integer, Position, textOfTill } from '#shared/domain/fields.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { AmountIn, amountIn } from '#shared/money/wire.ts'
import { SaleClock } from './sale.ts'

/**
 * Schema version of till records other than sales, which are uploaded like sales (docs/sync.md#upload,
 * docs/domain.md#shifts): shifts, cash put into or taken out of the drawer, and events. The body has the same
 * id as its upload item. Every version ever shipped stays readable.
 */
export const TILL_RECORD_SCHEMA = 1

const shortText = z.string().max(255)
const notNegative = amountIn({ min: 0 })

const base = {
  schema: z.literal(TILL_RECORD_SCHEMA),
  id: Id,
  retailPointId: Id,
  tillId: shortText,
  cashierId: Id,
  cashierName: z.string().max(1000),
  clock: SaleClock,
}

/** Counted notes and coins: a number for each value. */
const Counted = z
  .array(z.object({ value: AmountIn, count: integer(1) }))
  .max(40)
  .default([])
  .meta({ description: 'The counted notes and coins; empty when only a total was entered' })

export const ShiftOpenedBody = z.object({
  ...base,
  number: Position.meta({ description: 'Number of the shift at the till, from 1' }),
  openedAt: ClockTime,
  openingCash: notNegative,
  counted: Counted,
})
export type ShiftOpenedBody = z.input<typeof ShiftOpenedBody>

/** Totals calculated by the till. The hub calculates its own totals from the sales and compares them. */
export const ShiftTotals = z.object({
  salesCash: AmountIn,
  salesCard: AmountIn,
  returnsCash: AmountIn,
  returnsCard: AmountIn,
  salesOther: AmountIn.meta({ description: 'Sales paid neither with cash nor card; see otherTenders' }),
  returnsOther: AmountIn,
  otherTenders: z
    .array(z.object({ type: z.enum(TENDER_TYPES), sales: AmountIn, returns: AmountIn }))
    .max(TENDER_TYPES.length)
    .meta({ description: 'salesOther and returnsOther by tender; only tenders that were used' }),
  cashIn: AmountIn,
  cashOut: AmountIn,
  receiptsCount: integer(0),
  returnsCount: integer(0),
  expectedCash: AmountIn.meta({ description: 'openingCash + cashIn - cashOut + salesCash - returnsCash' }),
})
export type ShiftTotals = z.input<typeof ShiftTotals>
/** Parsed totals, in whole steps. */
export type ReadShiftTotals = z.output<typeof ShiftTotals>

export const ShiftClosedBody = z.object({
  ...base,
  shiftId: Id.meta({ description: 'Id of the shift_opened item' }),
  closedAt: ClockTime,
  // Older tills, which support only cash and cards, do not send totals of other tenders.
  totals: ShiftTotals.extend({
    salesOther: AmountIn.prefault(0),
    returnsOther: AmountIn.prefault(0),
    otherTenders: ShiftTotals.shape.otherTenders.default([]),
  }),
  countedCash: notNegative.nullable(),
  counted: Counted,
})
export type ShiftClosedBody = z.input<typeof ShiftClosedBody>

export const CashMovementBody = z.object({
  ...base,
  shiftId: Id,
  kind: z.enum(['In', 'Out']),
  amount: amountIn({ above: 0 }),
  reason: textOfTill(1000),
  movedAt: ClockTime,
})
export type CashMovementBody = z.input<typeof CashMovementBody>

/** Event of a till that is of interest to head office: voided lines, changed prices, opened drawers, copies. */
export const TillEventBody = z.object({
  ...base,
  cashierId: Id.nullable(),
  cashierName: z.string().max(1000).nullable(),
  kind: shortText.meta({
    examples: [
      'line_removed',
      'line_reduced',
      'line_restored',
      'cart_cleared',
      'price_changed',
      'discount_given',
      'drawer_opened',
      'limit_lifted',
      'copy_printed',
      'sold_beyond_stock',
      'training_begun',
      'training_ended',
      'till_taken_over',
      'drawer_differed',
      'age_confirmed',
      'age_refused',
      'receipt_emailed',
    ],
  }),
  happenedAt: ClockTime,
  details: z.record(textOfTill(100), z.union([textOfTill(1000), z.number(), z.boolean(), z.null()])),
})
export type TillEventBody = z.input<typeof TillEventBody>
export type ReadTillEvent = z.output<typeof TillEventBody>
