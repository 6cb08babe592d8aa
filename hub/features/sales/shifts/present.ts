import { isDeepStrictEqual } from 'node:util'
import type { Shift, ShiftDetail, ShiftTotals } from '#shared/contracts/sales/shifts.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { type ShiftFacts, shiftTotals } from '#shared/pricing/shift-totals.ts'
import type { ReadShiftTotals } from '#shared/sync/shift.ts'
import { presentTillRecord } from '../present-till-record.ts'
import type { ShiftRow } from './queries.ts'

export function presentShift(row: ShiftRow): Shift {
  return {
    ...presentTillRecord(row),
    number: row.number,
    status: row.closedAt ? 'Closed' : 'Open',
    openedAt: row.openedAt?.toISOString() ?? null,
    openingCash: moneyOf(row.openingCash),
    closedAt: row.closedAt?.toISOString() ?? null,
    closedById: row.closedById,
    closedByName: row.closedByName,
    countedCash: moneyOf(row.countedCash),
    discrepancy:
      row.countedCash === null || !row.totals
        ? null
        : amountToNumber((row.countedCash - row.totals.expectedCash) as Amount),
    totals: row.totals ? presentTotals(row.totals) : null,
  }
}

/** Returns the shift with the totals of the till and those calculated by the hub. */
export function presentShiftDetail(row: ShiftRow, facts: Omit<ShiftFacts, 'openingCash'>): ShiftDetail {
  const shift = presentShift(row)
  const hubTotals = shiftTotals({ ...facts, openingCash: row.openingCash ?? (0 as Amount) })
  const { totals } = shift
  return { ...shift, hubTotals, isDifferent: totals !== null && !isDeepStrictEqual(totals, hubTotals) }
}

/** Returns the totals of the till. Older agents send only cash and cards. */
function presentTotals(totals: ReadShiftTotals): ShiftTotals {
  const { receiptsCount, returnsCount, otherTenders = [], salesOther, returnsOther, ...sums } = totals
  const money = { ...sums, salesOther: salesOther ?? 0, returnsOther: returnsOther ?? 0 }
  const inMajor = Object.entries(money).map(([name, value]) => [name, amountToNumber(value as Amount)])
  return {
    ...(Object.fromEntries(inMajor) as Record<keyof typeof money, number>),
    otherTenders: otherTenders.map(({ type, sales, returns }) => ({
      type,
      sales: amountToNumber(sales),
      returns: amountToNumber(returns),
    })),
    receiptsCount,
    returnsCount,
  }
}

function moneyOf(value: Amount | null): number | null {
  return value === null ? null : amountToNumber(value)
}
