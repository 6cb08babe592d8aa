import type { PayCart } from '#shared/contracts/till/till.ts'
import { isPrepaid } from '#shared/domain/tenders.ts'
import { amount } from '#shared/money/decimal.ts'
import type { NumberedTender } from '#shared/pricing/refunds.ts'
import { type CartBill, type KnownMeans, type SettledHalf, settleCart } from '#shared/pricing/settle-cart.ts'
import { vouchersIn } from '#shared/pricing/voucher-payments.ts'
import { Problem } from '#shared/problems/problem.ts'
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
import { cartPoints } from '../buyers/points.ts'
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
import { limitOfVoucher, voucherRests } from '../vouchers/vouchers.ts'
import { tendersOf } from './cart-tenders.ts'
import { composeSale, type PaidCart } from './compose-sale.ts'
import { billOfExchange, type ExchangeCart, isExchange } from './exchange.ts'
import { refuseUsedCodes } from './marking-codes.ts'
import { type CartTotals, isLastReturn, priceCart, voucherSumOf } from './price-cart.ts'
import { basisOf, type ReturnBasis, refuseTakenBack } from './taken-back.ts'

interface PayingParts extends RecordingParts {
  readonly config: Pick<AgentConfig, 'printers'>
  readonly spool: Pick<Spool, 'wake'>
  readonly onlineBalances: OnlineBalances
  readonly onlineVouchers: OnlineVouchers
}

export interface PaidReceipt {
  receipt: StoredReceipt
  /** False when the cart was already paid because the cashier pressed Pay twice. */
  isNew: boolean
}

/** Payment of a cart, and the state of the returned vouchers as reported by head office. */
export type Paying = PayCart & { untouched?: Untouched }

/**
 * Completes a sale or return. When it returns, the receipt is durably on disk. A repeated payment of a paid
 * cart returns its receipt, so that pressing Pay twice makes one sale (docs/faults.md F51).
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

/**
 * Records the sale or return, or both for an exchange, and queues the receipt for printing. Returns the
 * receipt number. For an exchange, returns the number of the sale.
 */
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
 * Records the return and the sale of an exchange, in this order. Both set off the same amount. The payments
 * belong to the half with a remaining amount (docs/domain.md#exchanges).
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

interface Settling extends Pick<PayCart, 'payments' | 'refundReason'> {
  exchange: ExchangeHalf | null
}

interface ExchangeHalf extends SettledHalf, NonNullable<PaidCart['exchange']> {
  /** For a return, the payment methods that can be refunded. Null when the return has no receipt. */
  refundsLeft: readonly NumberedTender[] | null
}

function completeSale(
  tx: JournalWriter,
  agent: PayingParts,
  actor: Actor,
  cart: Cart,
  { exchange, ...paying }: Settling,
): SaleBody {
  if (cart.isReturn) requirePermission(actor.cashier, 'pos.return')
  // The cart of a return without a receipt starts empty, so the limit can only be checked here.
  if (cart.isReturn && !cart.original) requireLimit(agent, tx, actor, 'allowReturnWithoutBasis')
  const basis = refuseTakenBack(agent, tx, cart)
  const refundsLeft = exchange ? exchange.refundsLeft : basis && refundsOfCart(cart, basis)
  // Another till may have sold the piece in the meantime.
  refuseUsedCodes(tx, cart)
  const totals = priceCart(cart)
  const bill = billOf(cart, totals, { refundsLeft, half: exchange })
  const settlement = settleCart(bill, paying, knownMeans(tx, agent, cart, totals))
  if (settlement.refundReason !== null) checkOtherTender(tx, agent, actor, settlement.refundReason)
  const shift = tx.shifts.findOpen(actor.tillId)
  const sale = composeSale(agent, actor, {
    cart,
    totals,
    ...settlement,
    shift,
    exchange,
    voucherRests: voucherRests(cart, settlement.payments, agent),
    basis: basis?.sale ?? null,
  })
  const receiptNumber = recordSale(tx, cart.id, sale)
  if (cart.buyer.card) agent.onlineBalances.forget(cart.buyer.card.id)
  for (const { number } of [...vouchersIn(paying.payments), ...cart.vouchers])
    agent.onlineVouchers.forget(number)
  return { ...sale, receiptNumber }
}

function billOf(
  cart: Cart,
  { sum }: CartTotals,
  exchanged: Pick<CartBill, 'refundsLeft' | 'half'>,
): CartBill {
  const { isReturn, refundable, terms } = cart
  return {
    isReturn,
    sum,
    voucherSum: voucherSumOf(cart),
    tenders: tendersOf(cart),
    rounding: terms.rounding,
    refundable,
    isLast: isLastReturn(cart),
    allowRefundOtherTender: terms.allowRefundOtherTender,
    ...exchanged,
  }
}

function knownMeans(tx: JournalWriter, agent: PayingParts, cart: Cart, totals: CartTotals): KnownMeans {
  const { clock, sync, replica, device, onlineBalances, onlineVouchers } = agent
  const journal = { read: tx }
  return {
    mostPoints: amount(cartPoints(cart, totals, { journal, onlineBalances })?.maxPaid ?? 0),
    limitOf: (number) =>
      limitOfVoucher(number, cart, { clock, sync, replica, device, onlineVouchers, journal }),
    refuseMistyped: (number) => refuseMistyped(number, agent),
  }
}

/**
 * Checks that the cashier may refund in a payment method other than the original one, for this reason. Throws
 * `invalid_request` and `forbidden`.
 */
function checkOtherTender(tx: JournalWriter, agent: RecordingParts, actor: Actor, reason: string): void {
  refuseOtherReason(agent, 'return', { field: 'refundReason', reason })
  requireLimit(agent, tx, actor, 'allowRefundOtherTender')
}

/** Returns the payment methods in which the cart can be refunded. Vouchers are refunded only in money. */
const refundsOfCart = ({ vouchers }: Cart, { sale, returns }: ReturnBasis): NumberedTender[] =>
  refundsLeft(sale, returns).filter((way) => vouchers.length === 0 || !isPrepaid(way))

function getCartAsSeen(tx: JournalWriter, { tillId }: Actor, { cartId, cartVersion }: PayCart): Cart {
  const cart = tx.carts.findOpen(tillId)
  if (cart?.id === cartId.toLowerCase() && cart.version === cartVersion) return cart
  throw new Problem('cart_changed')
}
