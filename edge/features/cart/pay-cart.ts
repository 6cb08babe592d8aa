import type { PayCart } from '#shared/contracts/till/till.ts'
import { isPrepaid, needsReference } from '#shared/domain/tenders.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { NO_ROUNDING, roundingOf, roundingOfRefund } from '#shared/pricing/cash-rounding.ts'
import { roundingOfRest } from '#shared/pricing/exchange.ts'
import { excessOf, type NumberedTender, refundExceeded } from '#shared/pricing/refunds.ts'
import { settle } from '#shared/pricing/sale.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { AgentConfig } from '../../config/config.ts'
import type { Spool } from '../../devices/printers/spool.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { StoredReceipt } from '../../journal/receipts.ts'
import { recordSale } from '../../journal/record-sale.ts'
import type { OnlineBalances } from '../buyers/online-balances.ts'
import { refusePoints } from '../buyers/points.ts'
import { printerOf } from '../printing/printers.ts'
import { queueReceipt } from '../printing/queue-receipt.ts'
import { refundsLeft } from '../receipts/left-to-return.ts'
import type { Actor } from '../session/actor.ts'
import { requirePermission } from '../session/may.ts'
import { refuseOtherReason } from '../session/refuse-other-reason.ts'
import { requireLimit } from '../session/require-limit.ts'
import { getOpenShift, needsShift } from '../shifts/get-open-shift.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { refuseMistyped } from '../vouchers/held-vouchers.ts'
import type { OnlineVouchers } from '../vouchers/online-vouchers.ts'
import { refuseSpentVouchers, type Untouched } from '../vouchers/returned-vouchers.ts'
import { refuseVoucherForVoucher, refuseVouchers, voucherRests, vouchersIn } from '../vouchers/vouchers.ts'
import { tendersOf } from './cart-tenders.ts'
import { composeSale, type PaidCart, type PaidTender } from './compose-sale.ts'
import { billOfExchange, type ExchangeCart, isExchange } from './exchange.ts'
import { refuseUsedCodes } from './marking-codes.ts'
import { isLastReturn, LARGEST_SUM, priceCart, voucherSumOf } from './price-cart.ts'
import { basisOf, type ReturnBasis, refuseTakenBack } from './taken-back.ts'

interface PayingParts extends RecordingParts {
  readonly config: Pick<AgentConfig, 'printers'>
  readonly spool: Pick<Spool, 'wake'>
  readonly onlineBalances: OnlineBalances
  readonly onlineVouchers: OnlineVouchers
}

export interface PaidReceipt {
  receipt: StoredReceipt
  /** False when the cart was already paid: the cashier pressed Pay twice. */
  isNew: boolean
}

/** The payment of a cart, and the state of returned vouchers as head office reported it. */
export type Paying = PayCart & { untouched?: Untouched }

/**
 * Completes the sale or the return: when it returns, the receipt is durably on disk. A repeated payment of a
 * paid cart returns its receipt, so that a double press makes one sale (docs/faults.md F51).
 */
export function payCart(agent: PayingParts, actor: Actor, input: Paying): PaidReceipt {
  const { journal } = agent
  const earlier = journal.read.receipts.findByCart(input.cartId.toLowerCase())
  if (earlier) return { receipt: earlier, isNew: false }
  const number = journal.transact((tx) => completeCart(tx, agent, actor, input))
  const printer = printerOf({ config: agent.config, devices: journal.read.devices }, actor.tillId)
  if (printer) agent.spool.wake(printer.name)
  return { receipt: must(journal.read.receipts.findByNumber(number), 'receipt'), isNew: true }
}

/** Returns the receipt number; for an exchange, the number of the sale. */
function completeCart(tx: JournalWriter, agent: PayingParts, actor: Actor, input: Paying): string {
  const cart = getCartAsSeen(tx, actor, input)
  if (cart.lines.length + cart.vouchers.length === 0) throw new Problem('cart_empty')
  if (needsShift(agent, cart)) getOpenShift(tx, actor.tillId)
  if (cart.isReturn && cart.vouchers.length > 0) refuseSpentVouchers(cart, input.untouched ?? new Map(), tx)
  const sales = isExchange(cart)
    ? completeExchange(tx, agent, actor, cart, input)
    : [completeSale(tx, agent, actor, cart, { ...input, exchange: null })]
  const sale = must(sales.at(-1), 'sale')
  const printsAlways = agent.replica.find((reader) => reader.settings.find())?.printAlways ?? false
  queueReceipt(tx, agent.config, {
    tillId: actor.tillId,
    printsAlways,
    sale: { ...sale, payments: sales.flatMap(({ payments }) => payments) },
  })
  return sale.receiptNumber
}

/**
 * Records the return and the sale of an exchange, in this order. The set-off amount is the same in both;
 * payments belong to the half that has a remainder (docs/domain.md#exchanges).
 */
function completeExchange(
  tx: JournalWriter,
  agent: PayingParts,
  actor: Actor,
  cart: ExchangeCart,
  { payments, refundReason }: PayCart,
): SaleBody[] {
  const { back } = cart
  const basis = basisOf(tx, agent, back)
  const bill = billOfExchange(cart, basis && refundsLeft(basis.sale, basis.returns))
  const { setOff, pointsBack, toRefund } = bill
  const [backId, saleId] = [newId(), newId()]
  const inPoints = pointsBack > 0 ? [{ type: 'Bonus' as const, amount: pointsBack }] : []
  const isPaidBack = toRefund > 0
  return [
    completeSale(tx, agent, actor, back, {
      payments: isPaidBack ? payments : [],
      refundReason,
      exchange: {
        id: backId,
        otherId: saleId,
        settled: [...setOff, ...inPoints],
        rest: toRefund,
        most: bill.mostLeft,
        refundsLeft: bill.refundsLeft,
      },
    }),
    completeSale(tx, agent, actor, cart, {
      payments: isPaidBack ? [] : payments,
      exchange: {
        id: saleId,
        otherId: backId,
        settled: setOff,
        rest: bill.toPay,
        most: null,
        refundsLeft: null,
      },
    }),
  ]
}

function roundingOfHalf(
  cart: Cart,
  sum: Amount,
  { settled, rest, most, refundsLeft }: ExchangeHalf,
  payments: PayCart['payments'],
): Amount {
  const whole = sumAmounts(settled.map(({ amount }) => amount)) + rest
  const rule = isLastReturn(cart) ? NO_ROUNDING : roundingOfRest(cart.terms.rounding)
  return (whole - sum + roundingOfRefund(rest, payments, { rule, most, left: refundsLeft })) as Amount
}

interface Settling extends Pick<PayCart, 'payments' | 'refundReason'> {
  exchange: ExchangeHalf | null
}

interface ExchangeHalf extends NonNullable<PaidCart['exchange']> {
  /** Amounts settled without a payment. */
  settled: readonly PaidTender[]
  /** Remainder before cash rounding, and its upper limit. */
  rest: Amount
  most: Amount | null
  /** For the return: the tenders that can be given back; null: it has no receipt. */
  refundsLeft: readonly NumberedTender[] | null
}

function completeSale(
  tx: JournalWriter,
  agent: PayingParts,
  actor: Actor,
  cart: Cart,
  { payments, refundReason: reason, exchange }: Settling,
): SaleBody {
  if (cart.isReturn) requirePermission(actor.cashier, 'pos.return')
  // The return began empty: only now its goods are known.
  if (cart.isReturn && !cart.original) requireLimit(agent, tx, actor, 'allowReturnWithoutBasis')
  const basis = refuseTakenBack(agent, tx, cart)
  const left = exchange ? exchange.refundsLeft : basis && refundsOfCart(cart, basis)
  // Another till may have sold the piece meanwhile.
  refuseUsedCodes(tx, cart)
  const totals = priceCart(cart)
  const all = [...(exchange?.settled ?? []), ...payments]
  refuseTenders(cart, payments)
  refusePoints(cart, totals, payments, { ...agent, journal: { read: tx } })
  refuseMistypedRefunds(agent, cart, payments, left)
  const { clock, sync, replica, device, onlineVouchers } = agent
  refuseVouchers(cart, payments, { clock, sync, replica, device, onlineVouchers, journal: { read: tx } })
  refuseVoucherForVoucher(cart, totals.sum, payments)
  const roundingSum = exchange
    ? roundingOfHalf(cart, totals.sum, exchange, payments)
    : roundingOfCart(cart, totals.sum, payments, left)
  const due = (totals.sum + roundingSum + voucherSumOf(cart)) as Amount
  const changeSum = settlePayments(cart, due, all)
  const refundReason = settleRefunds(tx, agent, actor, { terms: cart.terms, payments, reason, left })
  const shift = tx.shifts.findOpen(actor.tillId)
  const sale = composeSale(agent, actor, {
    cart,
    totals,
    roundingSum,
    payments: all,
    changeSum,
    refundReason,
    shift,
    exchange,
    voucherRests: voucherRests(cart, all, agent),
    basis: basis?.sale ?? null,
  })
  const receiptNumber = recordSale(tx, cart.id, sale)
  if (cart.buyer.card) agent.onlineBalances.forget(cart.buyer.card.id)
  for (const { number } of [...vouchersIn(payments), ...cart.vouchers]) agent.onlineVouchers.forget(number)
  return { ...sale, receiptNumber }
}

/**
 * Returns the rounding. The last return of a receipt gives back the whole remainder of the payment, including
 * amounts kept by earlier rounding.
 */
function roundingOfCart(
  cart: Cart,
  sum: Amount,
  payments: PayCart['payments'],
  left: readonly NumberedTender[] | null,
): Amount {
  const { terms, refundable, isReturn } = cart
  if (refundable !== null && isLastReturn(cart)) return (refundable - sum) as Amount
  return isReturn
    ? roundingOfRefund(sum, payments, { rule: terms.rounding, most: refundable, left })
    : roundingOf(sum, payments, terms.rounding, refundable, voucherSumOf(cart))
}

/** Returns the tenders in which the cart can be given back: vouchers only in money. */
const refundsOfCart = ({ vouchers }: Cart, { sale, returns }: ReturnBasis): NumberedTender[] =>
  refundsLeft(sale, returns).filter((way) => vouchers.length === 0 || !isPrepaid(way))

function getCartAsSeen(tx: JournalWriter, { tillId }: Actor, { cartId, cartVersion }: PayCart): Cart {
  const cart = tx.carts.findOpen(tillId)
  if (cart?.id === cartId.toLowerCase() && cart.version === cartVersion) return cart
  throw new Problem('cart_changed')
}

/** Checks typed voucher numbers; a number printed on the receipt is good. Throws `voucher_mistyped`. */
function refuseMistypedRefunds(
  agent: PayingParts,
  { isReturn }: Cart,
  payments: PayCart['payments'],
  left: readonly NumberedTender[] | null,
): void {
  if (!isReturn) return
  const known = new Set(left?.map(({ reference }) => voucherKeyOf(reference ?? '')))
  for (const { number } of vouchersIn(payments))
    if (!known.has(voucherKeyOf(number))) refuseMistyped(number, agent)
}

/** Refuses tenders that the retail point does not take, and tenders without their number. */
function refuseTenders(cart: Cart, payments: PayCart['payments']): void {
  const taken = tendersOf(cart)
  for (const [index, { type, reference }] of payments.entries()) {
    if (!taken.includes(type))
      throw new Problem('not_allowed_here', { detail: `${type} is not accepted at this retail point` })
    if (needsReference(type) && !reference)
      throw invalidField(['payments', index, 'reference'], 'is required: the number of the voucher')
  }
}

/**
 * Checks that a return is paid back in the tenders of its receipt, including what other tills have paid back
 * meanwhile. Where the retail point and the cashier's role allow another tender, it needs a reason, which is
 * returned. Throws `refund_exceeded` and `forbidden`.
 */
function settleRefunds(
  tx: JournalWriter,
  agent: RecordingParts,
  actor: Actor,
  { terms, payments, left, reason }: Refunding,
): string | null {
  if (!left) return null
  const excess = excessOf(payments, left)
  if (excess.length === 0) return null
  if (!terms.allowRefundOtherTender) throw refundExceeded(excess)
  if (!reason)
    throw invalidField(['refundReason'], 'is required: the refund uses another tender than the payment')
  refuseOtherReason(agent, 'return', { field: 'refundReason', reason })
  requireLimit(agent, tx, actor, 'allowRefundOtherTender')
  return reason
}

interface Refunding {
  terms: Cart['terms']
  payments: PayCart['payments']
  /** Largest refund by tender; null: any tender. */
  left: readonly NumberedTender[] | null
  reason: string | undefined
}

/** Returns the change. A return pays out exactly its sum. */
function settlePayments(cart: Cart, sum: Amount, payments: readonly PaidTender[]): Amount {
  if (sumAmounts(payments.map(({ amount }) => amount)) > LARGEST_SUM) {
    throw invalidField(['payments'], 'add up to more than a sale can be')
  }
  const settlement = settle(sum, payments)
  if (!settlement.ok) {
    throw settlement.reason === 'too_little'
      ? new Problem('payment_too_little', { extensions: { missing: amountToNumber(settlement.missing) } })
      : new Problem('payment_too_much', { extensions: { over: amountToNumber(settlement.over) } })
  }
  if (cart.isReturn && settlement.changeSum > 0) {
    throw new Problem('payment_too_much', {
      detail: 'A refund must equal the amount due',
      extensions: { over: amountToNumber(settlement.changeSum) },
    })
  }
  return settlement.changeSum
}
