import type { Cart } from '#shared/contracts/till/till.ts'
import type { TillVoucher } from '#shared/contracts/till/vouchers.ts'
import { isCash, isPrepaid, needsReference, type Tender, type TenderType } from '#shared/domain/tenders.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amount, sumAmounts } from '#shared/money/decimal.ts'
import {
  type CashRoundingRule,
  NO_ROUNDING,
  roundingOf,
  roundingOfRefund,
} from '#shared/pricing/cash-rounding.ts'
import { roundingOfRest } from '#shared/pricing/exchange.ts'
import { type Excess, excessOf, type NumberedTender, refundsOf } from '#shared/pricing/refunds.ts'
import { settle } from '#shared/pricing/sale.ts'
import { emptyEntry, entryValue, type NumberEntry } from '#shared/ui/controls/number-entry.ts'
import { isPaidBack, sumOf } from '../cart/cart-sum.ts'

/** The amount to pay or to refund, with its rounding and the possible payment methods. */
export interface Bill {
  /** Sum of the goods. */
  sum: Amount
  /** Total of the vouchers sold or returned. It is never rounded, and cannot be paid with vouchers or points. */
  inAdvance: Amount
  rounding: CashRoundingRule
  /** Maximum refund of a return. */
  most: Amount | null
  /** Accepted payment methods, at least one. */
  types: readonly TenderType[]
  /**
   * All payment methods in the order of the retail point, so that each has the same place and key in sales
   * and refunds.
   */
  order: readonly TenderType[]
  /** Maximum refund by payment method, for a return with a basis. Null otherwise. */
  refunds: readonly NumberedTender[] | null
  /** True when a return can be refunded in another payment method, with a reason. */
  allowsOther: boolean
  /** Maximum payment with points of the card. Null without a points card. */
  mostPoints: Amount | null
  isReturn: boolean
}

/** State of a payment: the parts already paid, and the part being entered. */
export interface Tendering {
  parts: TenderPart[]
  type: TenderType
  /** Entered amount. Empty means the whole remaining amount. */
  entry: NumberEntry
  reference: string
  /** The gift voucher with the number in `reference`, once it was checked and can pay. */
  voucher: TillVoucher | null
  /** Reason for refunding in another payment method. */
  reason: string
}

export interface TenderPart extends Tender {
  reference: string
}

export const noTender: Tendering = {
  parts: [],
  type: 'Cash',
  entry: emptyEntry,
  reference: '',
  voucher: null,
  reason: '',
}

/** Returns the bill of a cart. For a return with a basis, the payment methods of its receipt come first. */
export function billOf(cart: Cart): Bill {
  const { exchange } = cart
  const isReturn = isPaidBack(cart)
  const back = isReturn ? (exchange ?? cart) : null
  const refunds = back?.refunds?.map((refund) => ({ ...refund, amount: amount(refund.amount) })) ?? null
  const paid = [...new Set(refunds?.map(({ type }) => type))]
  const others = (back ?? cart).paymentTypes.filter((type) => !paid.includes(type))
  const isLimited = paid.length > 0 && !cart.allowRefundOtherTender
  const rounding = { ...cart.rounding, step: amount(cart.rounding.step) }
  const most = back?.refundable == null ? null : amount(back.refundable)
  const sum = amount(exchange ? sumOf(cart) : cart.sum)
  // The last return refunds everything that remains of the payment. In an exchange, the remaining amount
  // already includes that.
  const isLast = back?.isLastReturn === true && most !== null
  const ofRest = exchange ? roundingOfRest(rounding) : rounding
  return {
    sum: isLast && !exchange ? most : sum,
    inAdvance: amount(cart.voucherSum),
    rounding: isLast ? NO_ROUNDING : ofRest,
    most,
    types: isLimited ? paid : [...paid, ...others],
    order: (back ?? cart).paymentTypes,
    refunds,
    allowsOther: cart.allowRefundOtherTender,
    mostPoints: isReturn || cart.points === null ? null : amount(cart.points.maxPaid),
    isReturn,
  }
}

/** Starts a payment. A return with a basis starts with the payment methods of its receipt. */
export function beginTendering({ sum, inAdvance, types, refunds }: Bill): Tendering {
  const begun = refundsOf((sum + inAdvance) as Amount, refunds ?? [])
  const last = begun.pop()
  const parts = begun.map((part) => ({ ...part, reference: part.reference ?? '' }))
  return { ...noTender, parts, type: last?.type ?? types[0] ?? 'Cash', reference: last?.reference ?? '' }
}

/** Payment suggested for a cart, until the cashier selects another one. */
export interface UsualPayment {
  rounding: Amount
  /** Rounded amount to pay or to refund. */
  due: Amount
  tenders: TenderPart[]
}

export function usualPayment(cart: Cart): UsualPayment {
  const bill = billOf(cart)
  const tendering = beginTendering(bill)
  const rounding = roundingAt(bill, tendering)
  return {
    rounding,
    due: (bill.sum + rounding + bill.inAdvance) as Amount,
    tenders: tendersOf(bill, tendering),
  }
}

/**
 * Selects the payment method for the remaining amount. A refund to vouchers uses the first voucher that is
 * not used yet.
 */
export function chooseType({ refunds }: Bill, tendering: Tendering, type: TenderType): Tendering {
  const back = refunds?.filter((way) => way.type === type && way.reference) ?? []
  const free = back.find(({ reference }) => !takesVoucher(tendering, reference ?? '')) ?? back[0]
  return { ...tendering, type, entry: emptyEntry, reference: free?.reference ?? '', voucher: null }
}

/** Returns true when one of the parts already uses this voucher. */
export const takesVoucher = ({ parts }: Tendering, number: string): boolean =>
  parts.some(({ type, reference }) => type === 'GiftCard' && voucherKeyOf(reference) === voucherKeyOf(number))

/** Returns the remaining amount if all of it is paid in the selected payment method. */
export function leftToPay({ sum, inAdvance, rounding, most }: Bill, { parts, type }: Tendering): Amount {
  const known = type === 'Cash' ? parts : []
  const put = roundingOf(sum, [...known, { type, amount: 0 as Amount }], rounding, most, inAdvance)
  return (sum + put + inAdvance - sumAmounts(parts.map((part) => part.amount))) as Amount
}

/** Returns the rounding for the payment as entered. */
export function roundingAt(bill: Bill, tendering: Tendering): Amount {
  const { sum, inAdvance, rounding, most, isReturn, refunds } = bill
  const tenders = tendersOf(bill, tendering)
  return isReturn
    ? roundingOfRefund(sum, tenders, { rule: rounding, most, left: refunds })
    : roundingOf(sum, tenders, rounding, most, inAdvance)
}

/** Returns the entered amount, or the whole remaining amount while nothing is entered. */
export function enteredAmount(bill: Bill, tendering: Tendering): Amount {
  const value = tendering.entry.isWrong ? 0 : entryValue(tendering.entry)
  return value === null ? mostOf(bill, tendering) : amount(value)
}

/** Returns the part of the remaining amount that the selected payment method can pay or refund. */
export function mostOf(bill: Bill, tendering: Tendering): Amount {
  const left = leftToPay(bill, tendering)
  if (tendering.type === 'Bonus' && bill.mostPoints !== null)
    return Math.min(left, Math.max(0, bill.mostPoints - pointsOf(tendering.parts))) as Amount
  if (tendering.voucher && !bill.isReturn)
    return Math.min(left, amount(tendering.voucher.maxPaid), goodsLeft(bill, tendering)) as Amount
  if (!bill.refunds) return left
  const { type, reference } = tendering
  const allParts = [...tendering.parts, { type, reference, amount: left }]
  const excess = excessOf(allParts, bill.refunds).find(({ index }) => index === tendering.parts.length)
  return excess && excess.available > 0 ? excess.available : left
}

/** Returns the part of the goods that can still be paid with vouchers and points, as an amount. */
const goodsLeft = ({ sum }: Bill, { parts }: Pick<Tendering, 'parts'>): number =>
  Math.max(0, sum - sumAmounts(parts.filter(isPrepaid).map(({ amount }) => amount)))

const pointsOf = (parts: readonly Tender[]): Amount =>
  sumAmounts(parts.filter(({ type }) => type === 'Bonus').map(({ amount }) => amount))

/** Pays as much as possible with points. The remainder, if any, is paid in another method. */
export function payMostPoints(bill: Bill, tendering: Tendering): Tendering {
  const all = { ...tendering, type: 'Bonus' as const, entry: emptyEntry }
  return takePart(bill, all) ?? all
}

/** Pays as much as possible with the voucher. The remainder, if any, is paid in another method. */
export function payMostOfVoucher(bill: Bill, tendering: Tendering): Tendering {
  const all = { ...tendering, entry: emptyEntry }
  return takePart(bill, all) ?? all
}

/** Returns the refunds that exceed the receipt's payments in their method. Empty for a bill without such limits. */
export function otherwiseOf(bill: Bill, tendering: Tendering): Excess[] {
  return bill.refunds ? excessOf(tendersOf(bill, tendering), bill.refunds) : []
}

/**
 * Adds the entry as a part, so that the remainder is paid in another method. Returns null when the entry is
 * zero or refused, when nothing would remain, or when there is no other method.
 */
export function takePart(bill: Bill, tendering: Tendering): Tendering | null {
  const entered = enteredAmount(bill, tendering)
  if (entered <= 0 || entered >= leftToPay(bill, tendering)) return null
  const { parts, type, reference, reason } = tendering
  const rest = restType(bill, tendering)
  if (!rest) return null
  const part = { type, amount: entered, reference: isCash({ type }) ? '' : reference }
  if (needsReference(type) && (reference.trim() === '' || refusalOf(bill, tendering))) return null
  const taken = { ...noTender, parts: [...parts, part], reason }
  return chooseType(bill, taken, rest)
}

/**
 * Returns the payment method suggested for the remainder after a part in this one, or undefined when there is
 * only one.
 */
export function restType({ types }: Bill, { type }: Tendering): TenderType | undefined {
  return types.find((other) => other !== type)
}

export function dropPart(tendering: Tendering, index: number): Tendering {
  return { ...tendering, parts: tendering.parts.filter((_, at) => at !== index) }
}

export function tendersOf(bill: Bill, tendering: Tendering): TenderPart[] {
  const { parts, type, reference } = tendering
  const entered = enteredAmount(bill, tendering)
  return entered > 0
    ? [...parts, { type, amount: entered, reference: isCash({ type }) ? '' : reference }]
    : parts
}

export type TenderOutcome =
  | ReturnType<typeof settle>
  | { ok: false; reason: 'not_exact' | 'no_reference' | 'unchecked_voucher' | 'voucher_taken' | 'no_reason' }
  | { ok: false; reason: 'not_as_paid'; excess: Excess }
  | { ok: false; reason: 'too_many_points' | 'too_much_of_voucher'; most: Amount }

/** Returns why the entered voucher cannot pay the entered amount, or null. */
function refusalOf(bill: Bill, tendering: Tendering): TenderOutcome | null {
  const { type, reference, voucher } = tendering
  const entered = enteredAmount(bill, tendering)
  if (bill.isReturn || !needsReference(type) || entered <= 0) return null
  if (takesVoucher(tendering, reference)) return { ok: false, reason: 'voucher_taken' }
  if (!voucher) return { ok: false, reason: 'unchecked_voucher' }
  const most = Math.min(amount(voucher.maxPaid), goodsLeft(bill, tendering)) as Amount
  return entered > most ? { ok: false, reason: 'too_much_of_voucher', most } : null
}

/** Returns the outcome of the payment. A refund must be exact, because it gives no change. */
export function outcomeOf(bill: Bill, tendering: Tendering, isReturn: boolean): TenderOutcome {
  const tenders = tendersOf(bill, tendering)
  if (tenders.some(({ type, reference }) => needsReference(type) && reference.trim() === ''))
    return { ok: false, reason: 'no_reference' }
  const refusal = refusalOf(bill, tendering)
  if (refusal) return refusal
  if (bill.mostPoints !== null && pointsOf(tenders) > bill.mostPoints)
    return { ok: false, reason: 'too_many_points', most: bill.mostPoints }
  const settlement = settle((bill.sum + roundingAt(bill, tendering) + bill.inAdvance) as Amount, tenders)
  const isRefundTooMuch = isReturn && settlement.ok && settlement.changeSum > 0
  if (isRefundTooMuch) return { ok: false, reason: 'not_exact' }
  const [excess] = otherwiseOf(bill, tendering)
  if (!settlement.ok || !excess) return settlement
  if (!bill.allowsOther) return { ok: false, reason: 'not_as_paid', excess }
  return tendering.reason.trim() === '' ? { ok: false, reason: 'no_reason' } : settlement
}
