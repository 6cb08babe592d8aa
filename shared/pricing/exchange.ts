import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import { type CashRoundingRule, NO_ROUNDING, roundingOf } from './cash-rounding.ts'
import { type NumberedTender, refundsOf } from './refunds.ts'
import { SET_OFF, type TenderType } from './tenders.ts'

/** What comes back and what is taken for it, before rounding. */
export interface ExchangedGoods {
  backSum: Amount
  takenSum: Amount
  /** What is left of what was paid for what comes back; null: without a receipt. */
  refundable: Amount | null
  /** Nothing of the receipt is left afterwards: all that is left of what was paid comes back. */
  isLast: boolean
  /** In which ways that was paid, in the order of paying; null: no receipt tells. */
  refunds: readonly NumberedTender[] | null
  rounding: CashRoundingRule
  /** The first way that the retail point takes: goods without a receipt count as paid so. */
  usualType: TenderType
}

export interface SetOffRow {
  type: typeof SET_OFF
  amount: Amount
  /** How it was paid before. */
  originType: TenderType
  /** The number of the voucher that paid it. */
  reference?: string
}

export interface ExchangeBill {
  /** The same in the return and in the sale. */
  setOff: SetOffRow[]
  /** What was paid in points and comes back as points: they pay for nothing else. */
  pointsBack: Amount
  /** Of these two at least one is 0. Cash is still to be rounded. */
  toPay: Amount
  toRefund: Amount
  /** What the rest can be given back to; null: in any way that the point takes. */
  refundsLeft: NumberedTender[] | null
  /** The most that is given back of the rest; null: no receipt tells. */
  mostLeft: Amount | null
}

/**
 * What of an exchange is set off, and what is left to pay or to give back (docs/domain.md#exchanges): by the till to
 * charge, by its page to ask for it.
 */
export function exchangeBill(goods: ExchangedGoods): ExchangeBill {
  const { refundable, refunds, rounding, usualType, isLast } = goods
  const back = isLast && refundable !== null ? refundable : roundedWhole(goods.backSum, rounding, refundable)
  const taken = roundedWhole(goods.takenSum, rounding, null)
  const money = refunds?.filter(({ type }) => type !== 'Bonus') ?? []
  const points = sumAmounts(
    (refunds ?? []).filter(({ type }) => type === 'Bonus').map(({ amount }) => amount),
  )
  const withoutMoney = Math.max(0, back - sumAmounts(money.map(({ amount }) => amount)))
  const pointsBack = Math.min(points, withoutMoney) as Amount
  const sum = Math.min(back - pointsBack, taken) as Amount
  const setOff = rowsOf(sum, money, usualType)
  return {
    ...{ setOff, pointsBack },
    toPay: (taken - sum) as Amount,
    toRefund: (back - pointsBack - sum) as Amount,
    refundsLeft: refunds && lessSetOff(money, setOff),
    mostLeft: refundable === null ? null : (Math.max(0, refundable - pointsBack - sum) as Amount),
  }
}

/** What is left of an exchange is rounded in cash alone: where whole receipts are, both halves are already. */
export const roundingOfRest = (rule: CashRoundingRule): CashRoundingRule =>
  rule.appliesTo === 'All' ? NO_ROUNDING : rule

/** A half before its rest is rounded; a return comes to no more than is left of what was paid. */
function roundedWhole(sum: Amount, rule: CashRoundingRule, most: Amount | null): Amount {
  const whole = rule.appliesTo === 'All' ? sum + roundingOf(sum, [], rule) : sum
  return (most === null ? whole : Math.min(whole, most)) as Amount
}

function rowsOf(sum: Amount, money: readonly NumberedTender[], usualType: TenderType): SetOffRow[] {
  const rows = refundsOf(sum, money).map(({ type, amount, reference }): SetOffRow => {
    return { type: SET_OFF, amount, originType: type, ...(reference ? { reference } : {}) }
  })
  const rest = (sum - sumAmounts(rows.map(({ amount }) => amount))) as Amount
  return rest > 0 ? [...rows, { type: SET_OFF, amount: rest, originType: usualType }] : rows
}

/** The rows were taken from the ways in their order. */
function lessSetOff(money: readonly NumberedTender[], setOff: readonly SetOffRow[]): NumberedTender[] {
  let rest: number = sumAmounts(setOff.map(({ amount }) => amount))
  return money.flatMap((way) => {
    const taken = Math.min(rest, way.amount)
    rest -= taken
    return way.amount > taken ? [{ ...way, amount: (way.amount - taken) as Amount }] : []
  })
}
