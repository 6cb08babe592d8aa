import type { Shift, ShiftDetail, ShiftTotals } from '#shared/contracts/sales/shifts.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { presentTillRecord } from '../present-till-record.ts'
import type { ShiftRow, ShiftSums } from './queries.ts'

export function presentShift(row: ShiftRow): Shift {
  return {
    ...presentTillRecord(row),
    number: row.number,
    openedAt: row.openedAt?.toISOString() ?? null,
    openingCash: moneyOf(row.openingCash),
    closedAt: row.closedAt?.toISOString() ?? null,
    closedById: row.closedById,
    closedByName: row.closedByName,
    countedCash: moneyOf(row.countedCash),
    totals: row.totals ? presentTotals(row.totals as unknown as Sums) : null,
  }
}

/** The sums of the till and those of the hub, side by side. */
export function presentShiftDetail(row: ShiftRow, sums: ShiftSums): ShiftDetail {
  const shift = presentShift(row)
  const { salesCash, returnsCash, cashIn, cashOut } = sums
  const expectedCash = (row.openingCash ?? 0) + cashIn - cashOut + salesCash - returnsCash
  const hubTotals = presentTotals({ ...sums, expectedCash })
  const { totals } = shift
  return {
    ...shift,
    hubTotals,
    isDifferent: totals !== null && NAMES.some((name) => totals[name] !== hubTotals[name]),
  }
}

type Sums = Record<keyof ShiftTotals, number>

const MONEY = [
  'salesCash',
  'salesCard',
  'returnsCash',
  'returnsCard',
  'cashIn',
  'cashOut',
  'expectedCash',
] as const satisfies (keyof ShiftTotals)[]
const NAMES = [...MONEY, 'receiptsCount', 'returnsCount'] as const

function presentTotals({ receiptsCount, returnsCount, ...sums }: Sums): ShiftTotals {
  const money = Object.fromEntries(MONEY.map((name) => [name, amountToNumber(sums[name] as Amount)]))
  return { ...(money as Record<(typeof MONEY)[number], number>), receiptsCount, returnsCount }
}

function moneyOf(value: Amount | null): number | null {
  return value === null ? null : amountToNumber(value)
}
