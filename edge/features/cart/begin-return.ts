import type { BeginReturn } from '#shared/contracts/till/till.ts'
import { type Amount, amount, percent, type Quantity, quantity } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { isTooLate } from '#shared/pricing/return-period.ts'
import type { DiscountedLine } from '#shared/pricing/returned-discount.ts'
import type { Tender } from '#shared/pricing/tenders.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import type { ReplicaSettings } from '#shared/sync/download.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { StoredReceipt } from '../../journal/receipts.ts'
import { findReceipt } from '../receipts/find-receipt.ts'
import { leftToReturn } from '../receipts/left-to-return.ts'
import { refundsLeft } from '../receipts/refunds-left.ts'
import type { Actor } from '../session/actor.ts'
import type { CartParts } from './open-cart.ts'
import { emptyCart, termsFrom } from './open-cart.ts'
import { parkFilledCart } from './park-cart.ts'

/**
 * Begins a return: of a receipt, with all that is still returnable of it, or without one where the retail point allows
 * it. An open cart with lines is parked first.
 */
export function beginReturn(agent: CartParts, actor: Actor, { receiptNumber }: BeginReturn): Cart {
  const settings = agent.replica.read((reader) => reader.settings.get())
  if (receiptNumber === undefined && !settings.allowReturnWithoutBasis) {
    throw new Problem('not_allowed_here', { detail: 'Returns need a receipt at this retail point' })
  }
  return agent.journal.transact((tx) => {
    const empty: Cart = { ...emptyCart(termsFrom(settings)), isReturn: true }
    const cart =
      receiptNumber === undefined
        ? empty
        : filledFrom(agent, empty, getReturnable(tx, receiptNumber, settings, agent.clock.now()))
    parkFilledCart(agent, tx, actor)
    tx.carts.saveOpen(actor.tillId, cart)
    return cart
  })
}

type SaleLine = SaleBody['lines'][number]

interface Returnable {
  receipt: StoredReceipt
  refundable: Amount
  refunds: Tender[]
  lines: { line: SaleLine; left: Quantity }[]
}

function getReturnable(
  tx: JournalReader,
  typedNumber: string,
  { allowReturnFromClosedShift, returnPeriodDays }: ReplicaSettings,
  now: Date,
): Returnable {
  const { receipts, shifts } = tx
  const receipt = findReceipt(tx, typedNumber)
  if (!receipt) throw new Problem('receipt_not_found', { detail: `There is no receipt ${typedNumber} here` })
  if (receipt.sale.isReturn) throw invalidField(['receiptNumber'], 'is the receipt of a return')
  const { shiftId } = receipt.sale
  if (!allowReturnFromClosedShift && shiftId && !shifts.isOpen(shiftId)) {
    throw new Problem('not_allowed_here', {
      detail: 'Only what was sold in an open shift is returned at this retail point',
    })
  }
  if (returnPeriodDays !== null && isTooLate(new Date(receipt.sale.soldAt), now, returnPeriodDays)) {
    throw new Problem('return_too_late', {
      detail: `It was sold at ${receipt.sale.soldAt}, and may be returned for ${returnPeriodDays} days`,
      extensions: { returnPeriodDays },
    })
  }
  const returned = receipts.returnedByLine(receipt.id)
  const lines = receipt.sale.lines
    .map((line) => ({ line, left: leftToReturn(line, returned) }))
    .filter(({ left }) => left > 0)
  if (lines.length === 0) {
    throw new Problem('basis_exceeded', { detail: 'All that is on this receipt was returned before' })
  }
  const refundable = Math.max(0, amount(receipt.sale.sum) - receipts.refunded(receipt.id)) as Amount
  return { receipt, refundable, refunds: refundsLeft(receipts, receipt), lines }
}

/** A receipt is returned in the currency and with the VAT it was sold with, and in the ways that it was paid too. */
function filledFrom(
  agent: CartParts,
  empty: Cart,
  { receipt, refundable, refunds, lines }: Returnable,
): Cart {
  const { currencyCode, vatIncluded, receiptNumber, payments } = receipt.sale
  const paymentTypes = new Set([...empty.terms.paymentTypes, ...payments.map(({ type }) => type)])
  return {
    ...empty,
    terms: { ...empty.terms, currencyCode, vatIncluded, paymentTypes: [...paymentTypes] },
    original: { id: receipt.id, receiptNumber },
    refundable,
    refunds,
    lines: lines.map(({ line, left }) => returnLine(agent, line, left)),
  }
}

function returnLine({ replica }: CartParts, line: SaleLine, left: Quantity): CartLine {
  const product = replica.find(({ products }) => products.find(line.productId))
  return {
    id: newId(),
    productId: line.productId,
    name: line.name,
    code: line.code ?? null,
    barcode: line.barcode ?? null,
    unitName: line.unitName ?? '',
    isFractional: product?.isFractional ?? quantity(line.quantity) % 1000 !== 0,
    quantity: left,
    price: amount(line.price),
    listPrice: amount(line.listPrice ?? line.price),
    // As it was sold: neither counts.
    minPrice: null,
    isDiscountProhibited: true,
    discount: null,
    vatRate: line.vatRate === null ? null : percent(line.vatRate),
    originalLineNo: line.lineNo,
    returnable: left,
    sold: soldAtDiscount(line),
    trackingType: line.trackingType ?? 'NotTracked',
    paymentSubject: line.paymentSubject ?? 'Good',
    ntin: line.ntin ?? null,
    markingCode: line.markingCodes?.[0] ?? null,
  }
}

function soldAtDiscount(line: SaleLine): DiscountedLine | null {
  if (line.discountAmount === 0) return null
  const sold = quantity(line.quantity)
  return { quantity: sold, net: lineSum(sold, amount(line.price), amount(line.discountAmount)) }
}
