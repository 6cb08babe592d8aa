import { SET_OFF, type TenderType } from '#shared/domain/tenders.ts'
import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import { type CashRoundingRule, NO_ROUNDING, roundingOf } from './cash-rounding.ts'
import { type NumberedTender, refundsOf } from './refunds.ts'

/** Sums of the returned and the purchased products of an exchange, before rounding. */
export interface ExchangedGoods {
  backSum: Amount
  takenSum: Amount
  /** Remainder of the original payment for the returned products; null without a receipt. */
  refundable: Amount | null
  /** True when nothing of the receipt remains after this return: the whole remaining payment is refunded. */
  isLast: boolean
  /** Original tenders in the order of payment; null without a receipt. */
  refunds: readonly NumberedTender[] | null
  rounding: CashRoundingRule
  /** First tender that the retail point accepts. It replaces the original tender of products without a receipt. */
  usualType: TenderType
}

export interface SetOffRow {
  type: typeof SET_OFF
  amount: Amount
  originType: TenderType
  /** Number of the voucher, when the original tender is a voucher. */
  reference?: string
}

export interface ExchangeBill {
  /** Set-off rows, equal in the return and in the sale. */
  setOff: SetOffRow[]
  /** Part of the return that was paid in points. It is refunded as points and pays for nothing else. */
  pointsBack: Amount
  /** Amount to pay before cash rounding. At least one of `toPay` and `toRefund` is 0. */
  toPay: Amount
  toRefund: Amount
  /** Tenders for the remaining refund; null when any tender that the retail point accepts can be used. */
  refundsLeft: NumberedTender[] | null
  /** Maximum of the remaining refund; null without a receipt. */
  mostLeft: Amount | null
}

/**
 * Returns the set-off of an exchange and the remainder to pay or to refund (docs/domain.md#exchanges). The
 * till displays this bill and charges the same amounts.
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
    setOff,
    pointsBack,
    toPay: (taken - sum) as Amount,
    toRefund: (back - pointsBack - sum) as Amount,
    refundsLeft: refunds && lessSetOff(money, setOff),
    mostLeft: refundable === null ? null : (Math.max(0, refundable - pointsBack - sum) as Amount),
  }
}

/**
 * Returns the rounding rule for the remainder of an exchange. With All there is nothing left to round: both
 * the return and the sale are already rounded.
 */
export const roundingOfRest = (rule: CashRoundingRule): CashRoundingRule =>
  rule.appliesTo === 'All' ? NO_ROUNDING : rule

/**
 * Returns the rounded sum of the return or of the sale when whole receipts are rounded. A return is limited
 * to the remaining payment.
 */
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

/** Deducts the set-off from the tenders, in their order. */
function lessSetOff(money: readonly NumberedTender[], setOff: readonly SetOffRow[]): NumberedTender[] {
  let rest: number = sumAmounts(setOff.map(({ amount }) => amount))
  return money.flatMap((way) => {
    const taken = Math.min(rest, way.amount)
    rest -= taken
    return way.amount > taken ? [{ ...way, amount: (way.amount - taken) as Amount }] : []
  })
}
