import type { BeginReturn } from '#shared/contracts/till/till.ts'
import { isPrepaid, originOf, type TenderType } from '#shared/domain/tenders.ts'
import { type Amount, amount, percent, type Quantity, quantity, sumAmounts } from '#shared/money/decimal.ts'
import type { NumberedTender } from '#shared/pricing/refunds.ts'
import { isTooLate } from '#shared/pricing/return-period.ts'
import type { SoldLine } from '#shared/pricing/returned-line.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import type { ReplicaSettings } from '#shared/sync/download.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { hubNow } from '../../clock.ts'
import type { BasisSale, Cart, CartLine, CartVoucher } from '../../journal/carts.ts'
import type { JournalReader, JournalWriter } from '../../journal/journal.ts'
import { type Basis, findBasis, type Returned, returnsOf } from '../receipts/basis.ts'
import { isReturned, leftToReturn, refundsLeft, refuseReturnedVouchers } from '../receipts/left-to-return.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { requireLimit } from '../session/require-limit.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { refuseSpentVouchers, type Untouched } from '../vouchers/returned-vouchers.ts'
import type { CartParts } from './cart-parts.ts'
import { checkQuantity, checkReturnable } from './line-rules.ts'
import { checkMarkedQuantity } from './marking-codes.ts'
import { emptyCart, getOpenCart, termsFrom } from './open-cart.ts'
import { parkFilledCart } from './park-cart.ts'

/**
 * Begins a return of a receipt, with the given lines or everything that is still returnable. Retail point and
 * role can also allow a return without a receipt. An open cart with lines is parked first.
 */
export function beginReturn(
  agent: RecordingParts,
  actor: Actor,
  input: BeginReturn,
  untouched: Untouched = new Map(),
): Cart {
  if (input.vouchers && input.lines)
    throw invalidField(['lines'], 'cannot be given with vouchers: they come back by themselves')
  const settings = agent.replica.read((reader) => reader.settings.get())
  return agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return getOpenCart(agent, tx, actor.tillId)
    const cart = returnOf(agent, tx, actor, input, settings)
    if (cart.vouchers.length > 0) refuseSpentVouchers(cart, untouched, tx)
    parkFilledCart(agent, tx, actor)
    tx.carts.saveOpen(actor.tillId, cart)
    return cart
  })
}

/**
 * Returns a cart with the given lines, or with everything still returnable on the receipt. Without a receipt,
 * the cart is empty. Throws `not_allowed_here` or `forbidden` when the retail point or the cashier's role
 * requires a receipt, and `invalid_request` for lines or vouchers without one.
 */
export function returnOf(
  agent: RecordingParts,
  tx: JournalWriter,
  actor: Actor,
  { receiptNumber, vouchers, lines }: BeginReturn,
  settings: ReplicaSettings,
): Cart {
  const empty: Cart = { ...emptyCart(termsFrom(settings)), isReturn: true }
  if (receiptNumber !== undefined) {
    const all = filledFrom(agent, empty, getReturnable(tx, agent, { receiptNumber, vouchers }, settings))
    return lines ? { ...all, lines: picked(all, lines) } : all
  }
  if (vouchers || lines)
    throw invalidField(
      ['receiptNumber'],
      'is required: returned lines and vouchers are named with their receipt',
    )
  if (!settings.allowReturnWithoutBasis)
    throw new Problem('not_allowed_here', { detail: 'Returns need a receipt at this retail point' })
  requireLimit(agent, tx, actor, 'allowReturnWithoutBasis')
  return empty
}

/**
 * Returns the requested lines of a return, in the order of the receipt. Throws `invalid_request` for a line
 * that is not returnable or is given twice, `basis_exceeded` for a quantity above what is returnable, and the
 * errors of `checkQuantity`.
 */
function picked({ lines }: Cart, requested: NonNullable<BeginReturn['lines']>): CartLine[] {
  const quantities = new Map<number, Quantity>()
  for (const [index, { lineNo, quantity }] of requested.entries()) {
    const line = lines.find(({ originalLineNo }) => originalLineNo === lineNo)
    if (!line) throw invalidField(['lines', index, 'lineNo'], 'is not a line that can still be returned')
    if (quantities.has(lineNo)) throw invalidField(['lines', index, 'lineNo'], 'is given twice')
    checkQuantity(quantity, line)
    checkMarkedQuantity(line, quantity)
    checkReturnable(quantity, line.returnable)
    quantities.set(lineNo, quantity)
  }
  return lines.flatMap((line) => {
    const quantity = quantities.get(line.originalLineNo ?? 0)
    return quantity === undefined ? [] : [{ ...line, quantity }]
  })
}

type SaleLine = SaleBody['lines'][number]

interface Returnable {
  basis: Basis
  refundable: Amount
  refunds: NumberedTender[]
  lines: { line: SaleLine; left: Quantity }[]
  vouchers: CartVoucher[]
}

function getReturnable(
  tx: JournalReader,
  agent: CartParts,
  {
    receiptNumber: typedNumber,
    vouchers,
  }: { receiptNumber: string; vouchers?: readonly number[] | undefined },
  { allowReturnFromClosedShift, returnPeriodDays }: ReplicaSettings,
): Returnable {
  const { replica, clock } = agent
  const basis = findBasis(tx, replica, typedNumber)
  if (!basis) throw new Problem('receipt_not_found', { detail: `There is no receipt ${typedNumber} here` })
  const { id, sale, isOfAnotherTill } = basis
  if (sale.isReturn) throw invalidField(['receiptNumber'], 'is the receipt of a return')
  if (isOfAnotherTill && (vouchers || sale.lines.length === 0))
    throw new Problem('not_allowed_here', {
      detail: 'A gift voucher can only be returned at the tills that sold it',
    })
  // For another till's receipt, it is unknown whether its shift is still open.
  const isInOpenShift = !isOfAnotherTill && (!sale.shiftId || tx.shifts.isOpen(sale.shiftId))
  if (!allowReturnFromClosedShift && !isInOpenShift) {
    throw new Problem('not_allowed_here', {
      detail: 'At this retail point only goods sold in an open shift of this till can be returned',
    })
  }
  // The sale time of another till's receipt comes from the hub, so it is compared with hub time.
  const now = isOfAnotherTill ? hubNow(agent) : clock.now()
  if (returnPeriodDays !== null && isTooLate(new Date(sale.soldAt), now, returnPeriodDays)) {
    throw new Problem('return_too_late', {
      detail: `It was sold at ${sale.soldAt} and can be returned for ${returnPeriodDays} days`,
      extensions: { returnPeriodDays },
    })
  }
  const returns = returnsOf(tx, replica, id)
  const places = vouchers ?? (sale.lines.length === 0 ? unreturnedPlaces(sale, returns) : null)
  if (places?.length) return returnableVouchers(basis, returns, places)
  const lines = sale.lines
    .map((line) => ({ line, left: leftToReturn(line, returns) }))
    .filter(({ left }) => left > 0)
  if (lines.length === 0) {
    throw new Problem('basis_exceeded', { detail: 'Everything on this receipt has already been returned' })
  }
  const refunded = sumAmounts(returns.map(({ sum }) => amount(sum)))
  const refundable = Math.max(0, amount(sale.sum) - refunded) as Amount
  return { basis, refundable, refunds: refundsLeft(sale, returns), lines, vouchers: [] }
}

/** Returns the positions of vouchers that are not returned yet. A receipt with vouchers only returns its vouchers. */
const unreturnedPlaces = ({ vouchers = [] }: BasisSale, returns: readonly Returned[]): number[] =>
  vouchers.flatMap(({ number }, index) => (isReturned(number, returns) ? [] : [index + 1]))

/**
 * Returns the vouchers at the given positions of the receipt. They are refunded in money, because vouchers
 * and points cannot pay for vouchers.
 */
function returnableVouchers(
  basis: Basis,
  returns: readonly Returned[],
  places: readonly number[],
): Returnable {
  const { sale } = basis
  const vouchers = [...new Set(places)].map((place): CartVoucher => {
    const sold = sale.vouchers?.[place - 1]
    if (!sold) throw invalidField(['vouchers'], `are on the receipt up to ${sale.vouchers?.length ?? 0}`)
    const { number, isReload } = sold
    return { id: newId(), number, amount: amount(sold.amount), isReload }
  })
  refuseReturnedVouchers(vouchers, returns)
  const refundable = sumAmounts(vouchers.map((voucher) => voucher.amount))
  const refunds = refundsLeft(sale, returns).filter((way) => !isPrepaid(way))
  return { basis, refundable, refunds, lines: [], vouchers }
}

/** Fills the cart of a return with the currency, VAT and payment types of its receipt. */
function filledFrom(
  agent: CartParts,
  empty: Cart,
  { basis, refundable, refunds, lines, vouchers }: Returnable,
): Cart {
  const { id, sale, isOfAnotherTill } = basis
  const { currencyCode, vatIncluded, receiptNumber, payments } = sale
  const paymentTypes = new Set([
    ...empty.terms.paymentTypes,
    ...payments.map((payment) => originOf(payment) as TenderType),
  ])
  return {
    ...empty,
    terms: { ...empty.terms, currencyCode, vatIncluded, paymentTypes: [...paymentTypes] },
    original: { id, receiptNumber, ...(isOfAnotherTill && { ofAnotherTill: sale }) },
    refundable,
    goodsLeft: lines.reduce((sum, { left }) => sum + left, 0) as Quantity,
    refunds,
    lines: lines.map(({ line, left }) => returnLine(agent, line, { left, vatIncluded })),
    vouchers,
  }
}

function returnLine(
  { replica }: CartParts,
  line: SaleLine,
  { left, vatIncluded }: { left: Quantity; vatIncluded: boolean },
): CartLine {
  const product = replica.find(({ products }) => products.find(line.productId))
  return {
    id: newId(),
    productId: line.productId,
    name: line.name,
    code: line.code ?? product?.code ?? null,
    barcode: line.barcode ?? null,
    unitName: line.unitName ?? product?.unitName ?? '',
    isFractional: product?.isFractional ?? quantity(line.quantity) % 1000 !== 0,
    quantity: left,
    price: amount(line.price),
    listPrice: amount(line.listPrice ?? line.price),
    // A return keeps the price and discount of its sale, so neither limit applies.
    minPrice: null,
    isDiscountProhibited: true,
    discount: null,
    cuts: null,
    earnsPoints: false,
    vatRate: line.vatRate === null ? null : percent(line.vatRate),
    originalLineNo: line.lineNo,
    returnable: left,
    sold: soldLine(line, vatIncluded),
    trackingType: line.trackingType ?? 'NotTracked',
    paymentSubject: line.paymentSubject ?? 'Good',
    ntin: line.ntin ?? null,
    markingCode: line.markingCodes?.[0] ?? null,
  }
}

/** Returns the line as it was paid. Returns are calculated as shares of it. */
function soldLine({ quantity: units, sum, vatSum }: SaleLine, vatIncluded: boolean): SoldLine {
  const vat = amount(vatSum)
  const net = (vatIncluded ? amount(sum) : amount(sum) - vat) as Amount
  return { quantity: quantity(units), net, vatSum: vat }
}
