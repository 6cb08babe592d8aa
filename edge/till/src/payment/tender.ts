import type { Cart } from '#shared/contracts/till/till.ts'
import type { TillVoucher } from '#shared/contracts/till/vouchers.ts'
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
import { isCash, isPrepaid, needsReference, type Tender, type TenderType } from '#shared/pricing/tenders.ts'
import { emptyEntry, entryValue, type NumberEntry } from '#shared/ui/controls/number-entry.ts'
import { isPaidBack, sumOf } from '../cart/cart-sum.ts'

/** What is to be paid, and how that is rounded. */
export interface Bill {
  /** Of the goods. */
  sum: Amount
  /** Of the vouchers that are sold or come back: not rounded, and not paid with a voucher or points. */
  inAdvance: Amount
  rounding: CashRoundingRule
  /** The most that is given back in a return. */
  most: Amount | null
  /** The ways to pay that are taken; at least one. */
  types: readonly TenderType[]
  /** All ways to pay in the order of the retail point: each has its place and its key, in sales and refunds alike. */
  order: readonly TenderType[]
  /** A return with a basis: what can be given back in the ways that it was paid; null where that does not count. */
  refunds: readonly NumberedTender[] | null
  /** A return may be paid back otherwise too, with a reason. */
  allowsOther: boolean
  /** The most that points of the card may pay; null where that does not count. */
  mostPoints: Amount | null
  isReturn: boolean
}

/** A payment in the making: the parts already taken, and the one being entered. */
export interface Tendering {
  parts: TenderPart[]
  type: TenderType
  /** Empty means all that is left. */
  entry: NumberEntry
  reference: string
  /** The gift voucher of that number, once it may pay. */
  voucher: TillVoucher | null
  /** Why it is not given back as it was paid. */
  reason: string
}

export interface TenderPart extends Tender {
  reference: string
}

export const noTender: Tendering = {
  ...{ parts: [], type: 'Cash', entry: emptyEntry, reference: '', voucher: null, reason: '' },
}

/** What the cart asks for. A return with a basis offers the ways that paid first, the others where they are allowed. */
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
  // The last return gives back all that is left of what was paid: of an exchange the rest is that already.
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

/** As it begins: a return with a basis gives back as it was paid. */
export function beginTendering({ sum, inAdvance, types, refunds }: Bill): Tendering {
  const begun = refundsOf((sum + inAdvance) as Amount, refunds ?? [])
  const last = begun.pop()
  const parts = begun.map((part) => ({ ...part, reference: part.reference ?? '' }))
  return { ...noTender, parts, type: last?.type ?? types[0] ?? 'Cash', reference: last?.reference ?? '' }
}

/** How a cart is completed unless the cashier chooses otherwise: as its payment begins. */
export interface UsualPayment {
  rounding: Amount
  /** To be paid or given back, rounded. */
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

/** Chooses how the rest is paid; of a return with its voucher, the first that something can still go back to. */
export function chooseType({ refunds }: Bill, tendering: Tendering, type: TenderType): Tendering {
  const back = refunds?.filter((way) => way.type === type && way.reference) ?? []
  const free = back.find(({ reference }) => !takesVoucher(tendering, reference ?? '')) ?? back[0]
  return { ...tendering, type, entry: emptyEntry, reference: free?.reference ?? '', voucher: null }
}

/** A part is paid with this voucher already. */
export const takesVoucher = ({ parts }: Tendering, number: string): boolean =>
  parts.some(({ type, reference }) => type === 'GiftCard' && voucherKeyOf(reference) === voucherKeyOf(number))

/** When it is all paid the chosen way. */
export function leftToPay({ sum, inAdvance, rounding, most }: Bill, { parts, type }: Tendering): Amount {
  const known = type === 'Cash' ? parts : []
  const put = roundingOf(sum, [...known, { type, amount: 0 as Amount }], rounding, most, inAdvance)
  return (sum + put + inAdvance - sumAmounts(parts.map((part) => part.amount))) as Amount
}

/** What rounding puts on the sum, paid as it is being entered. */
export function roundingAt(bill: Bill, tendering: Tendering): Amount {
  const { sum, inAdvance, rounding, most, isReturn, refunds } = bill
  const tenders = tendersOf(bill, tendering)
  return isReturn
    ? roundingOfRefund(sum, tenders, { rule: rounding, most, left: refunds })
    : roundingOf(sum, tenders, rounding, most, inAdvance)
}

/** The amount being entered; all that is left while nothing is entered. */
export function enteredAmount(bill: Bill, tendering: Tendering): Amount {
  const value = tendering.entry.isWrong ? 0 : entryValue(tendering.entry)
  return value === null ? mostOf(bill, tendering) : amount(value)
}

/** All that is left, or what of it can be given back the chosen way. */
export function mostOf(bill: Bill, tendering: Tendering): Amount {
  const left = leftToPay(bill, tendering)
  if (tendering.type === 'Bonus' && bill.mostPoints !== null)
    return Math.min(left, Math.max(0, bill.mostPoints - pointsOf(tendering.parts))) as Amount
  if (tendering.voucher && !bill.isReturn)
    return Math.min(left, amount(tendering.voucher.maxPaid), goodsLeft(bill, tendering)) as Amount
  if (!bill.refunds) return left
  const { type, reference } = tendering
  const asked = [...tendering.parts, { type, reference, amount: left }]
  const excess = excessOf(asked, bill.refunds).find(({ index }) => index === tendering.parts.length)
  return excess && excess.available > 0 ? excess.available : left
}

/** What of the goods vouchers and points may still pay. */
const goodsLeft = ({ sum }: Bill, { parts }: Pick<Tendering, 'parts'>): number =>
  Math.max(0, sum - sumAmounts(parts.filter(isPrepaid).map(({ amount }) => amount)))

const pointsOf = (parts: readonly Tender[]): Amount =>
  sumAmounts(parts.filter(({ type }) => type === 'Bonus').map(({ amount }) => amount))

/** Points pay the most that they may; the rest, if any, is paid another way. */
export function payMostPoints(bill: Bill, tendering: Tendering): Tendering {
  const all = { ...tendering, type: 'Bonus' as const, entry: emptyEntry }
  return takePart(bill, all) ?? all
}

/** The voucher pays the most that it may; the rest, if any, is paid another way. */
export function payMostOfVoucher(bill: Bill, tendering: Tendering): Tendering {
  const all = { ...tendering, entry: emptyEntry }
  return takePart(bill, all) ?? all
}

/** What would not be given back as it was paid; empty also where that does not count. */
export function otherwiseOf(bill: Bill, tendering: Tendering): Excess[] {
  return bill.refunds ? excessOf(tendersOf(bill, tendering), bill.refunds) : []
}

/** Takes what is entered as one part; the rest is paid another way Null where there would be no rest. */
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

/** How the rest is paid at first, when a part is taken this way; undefined where there is one way only. */
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

/** Why the voucher that is being entered may not pay what is entered. */
function refusalOf(bill: Bill, tendering: Tendering): TenderOutcome | null {
  const { type, reference, voucher } = tendering
  const entered = enteredAmount(bill, tendering)
  if (bill.isReturn || !needsReference(type) || entered <= 0) return null
  if (takesVoucher(tendering, reference)) return { ok: false, reason: 'voucher_taken' }
  if (!voucher) return { ok: false, reason: 'unchecked_voucher' }
  const most = Math.min(amount(voucher.maxPaid), goodsLeft(bill, tendering)) as Amount
  return entered > most ? { ok: false, reason: 'too_much_of_voucher', most } : null
}

/** What the tenders come to. A refund gives out exactly the sum: there is no change from a refund. */
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
