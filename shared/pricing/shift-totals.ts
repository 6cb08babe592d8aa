import { TENDER_TYPES, type TenderType } from '#shared/domain/tenders.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import type { ShiftTotals } from '#shared/sync/shift.ts'

/** Amounts and counts of a shift, with amounts in whole steps. */
export interface ShiftFacts {
  openingCash: Amount
  /** Payments by tender, with change deducted from cash. */
  sales: ReadonlyMap<TenderType, Amount>
  returns: ReadonlyMap<TenderType, Amount>
  cashIn: Amount
  cashOut: Amount
  receiptsCount: number
  returnsCount: number
}

/** Tenders other than cash and cards. The totals give their sum and a list of them. */
const OTHERS = TENDER_TYPES.filter((type) => type !== 'Cash' && type !== 'Card')

/**
 * Returns the totals of a shift in major units. The till closes the shift with them, and the hub checks them
 * (docs/domain.md#shifts).
 */
export function shiftTotals({ sales, returns, ...shift }: ShiftFacts): ShiftTotals {
  const of = (paid: ReadonlyMap<TenderType, Amount>, type: TenderType) => paid.get(type) ?? (0 as Amount)
  const sumOthers = (paid: ReadonlyMap<TenderType, Amount>) =>
    sumAmounts(OTHERS.map((type) => of(paid, type)))
  const cash = { sales: of(sales, 'Cash'), returns: of(returns, 'Cash') }
  const expectedCash = shift.openingCash + shift.cashIn - shift.cashOut + cash.sales - cash.returns
  return {
    salesCash: amountToNumber(cash.sales),
    salesCard: amountToNumber(of(sales, 'Card')),
    returnsCash: amountToNumber(cash.returns),
    returnsCard: amountToNumber(of(returns, 'Card')),
    salesOther: amountToNumber(sumOthers(sales)),
    returnsOther: amountToNumber(sumOthers(returns)),
    otherTenders: OTHERS.filter((type) => of(sales, type) !== 0 || of(returns, type) !== 0).map((type) => ({
      type,
      sales: amountToNumber(of(sales, type)),
      returns: amountToNumber(of(returns, type)),
    })),
    cashIn: amountToNumber(shift.cashIn),
    cashOut: amountToNumber(shift.cashOut),
    receiptsCount: shift.receiptsCount,
    returnsCount: shift.returnsCount,
    expectedCash: amountToNumber(expectedCash as Amount),
  }
}
