import { isPriceOfLabel, lineOfLabel } from '#shared/barcodes/weight-barcode.ts'
import type { AddLine } from '#shared/contracts/till/till.ts'
import {
  type Amount,
  amountToNumber,
  multiplyDivide,
  type Quantity,
  quantity,
} from '#shared/money/decimal.ts'
import { refuseTooSmall } from '#shared/pricing/lowest-sum.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/require-limit.ts'
import { lineDetails, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { checkAge } from './age-check.ts'
import { checkStock } from './check-stock.ts'
import { checkCashierDiscount } from './discount-rules.ts'
import { isExchange } from './exchange.ts'
import { type FoundProduct, findProduct } from './find-product.ts'
import { checkPrice, checkQuantity } from './line-rules.ts'
import { checkMarkedQuantity, readMarkingCode, refuseUsedCodes, requireMarkingCode } from './marking-codes.ts'
import { getOpenCart, saveChanged, termsFrom } from './open-cart.ts'

/**
 * Adds a product to the open cart. A product at the same price is added to its existing line, but each
 * weighed piece and each piece with a marking code gets its own line. Throws `age_check_missing` until the
 * cashier has checked the customer's age. Throws `quantity_missing` for a weighed product when neither the
 * cashier nor a label states the quantity. Throws `price_missing` for a product without a price when the
 * cashier has entered none. Throws `marking_code_missing` for a product whose pieces must have codes, and
 * `sum_too_small` when the sum of the line rounds to zero.
 */
export function addLine(agent: RecordingParts, actor: Actor, input: AddLine): Cart {
  const { tillId } = actor
  const { found, settings } = agent.replica.read((reader) => {
    const found = findProduct(reader, agent.journal.read, input)
    const markingCode = readMarkingCode(reader, found.product, input)
    return { found: { ...found, markingCode }, settings: reader.settings.get() }
  })
  // Lines have no minimum price where the retail point does not enforce it.
  const product = { ...found.product, ...(!settings.enforceMinPrice && { minPrice: null }) }

  return agent.journal.transact((tx) => {
    const cart = getOpenCart(agent, tx, tillId)
    if (cart.original) {
      const field = input.code === undefined ? 'productId' : 'code'
      throw invalidField(
        [field],
        `only goods of receipt ${cart.original.receiptNumber} can be returned with it`,
      )
    }
    if (product.price === 0 && input.price === undefined)
      throw missing('price_missing', product, 'has no price here')
    const age = checkAge(agent, tx, actor, { cart, product, ageCheck: input.ageCheck })
    if (age === 'Refused') return cart
    const listed = input.price ?? product.price
    const figures = figuresOf(found, listed, input)
    // Rounding can make the unit price of a label with a total differ a little from the list price. A larger
    // difference means that the label has a different price.
    const price =
      found.label && !isPriceOfLabel(figures.price, listed, figures.quantity) ? figures.price : listed
    const line = lineOf({ ...found, product }, figures)
    checkQuantity(line.quantity, line)
    if (!cart.isReturn) refuseTooSmall(line)
    requireMarkingCode(line)
    checkMarkedQuantity(line, line.quantity)
    const { minPrice } = product
    if (price !== product.price) requireLimit(agent, tx, actor, 'allowCustomPrice')
    checkPrice(price, { listPrice: product.price, minPrice, allowCustomPrice: settings.allowCustomPrice })
    if (price !== product.price) {
      recordEvent(agent, tx, actor, 'price_changed', {
        ...lineDetails({ ...line, price: product.price }),
        newPrice: amountToNumber(price),
      })
    }
    const terms = cart.lines.length === 0 && !isExchange(cart) ? termsFrom(settings) : cart.terms
    const lines = product.isWeighed ? [...cart.lines, line] : withLine(cart.lines, line)
    const changed = checkCashierDiscount(agent, tx, actor, {
      before: cart,
      after: { ...cart, terms, lines, confirmedAge: Math.max(cart.confirmedAge, age) },
      isGiven: false,
    })
    refuseUsedCodes(tx, changed)
    const { productId } = line
    checkStock(agent, tx, actor, { before: cart, changed, productId, isBeyondStock: input.beyondStock })
    return saveChanged(agent, tx, tillId, changed)
  })
}

/**
 * Returns quantity and price, as entered by the cashier or else as stated on the label. For packs, the
 * entered quantity is the number of packs.
 */
function figuresOf(
  { product, label, isCase, packed = quantity(1) }: FoundProduct,
  price: Amount,
  { quantity: requested, times }: Pick<AddLine, 'quantity' | 'times'>,
): Pick<CartLine, 'quantity' | 'price'> {
  const labelled = label && lineOfLabel(label, price)
  if (!labelled && requested === undefined && product.isWeighed)
    throw missing('quantity_missing', product, 'is sold by weight: how much of it?')
  if (isCase && requested === undefined)
    throw missing('quantity_missing', product, 'is in a case: how many are in it?', { isCase })
  const one = labelled ?? { quantity: packed, price }
  return { ...one, quantity: timesOf(timesOf(one.quantity, requested ?? quantity(1)), quantity(times)) }
}

/** Multiplies two quantities. Throws `invalid_request` when the product exceeds the exact range. */
function timesOf(one: Quantity, by: Quantity): Quantity {
  try {
    return multiplyDivide(one, by, 1000) as Quantity
  } catch (error) {
    if (error instanceof RangeError) throw invalidField(['quantity'], 'becomes too large')
    throw error
  }
}

/**
 * Returns the error for a missing price or quantity. A product without a price is not given away
 * (docs/domain.md#price-types), and the weight of a piece is unknown (docs/domain.md#weight-barcodes).
 */
function missing(
  code: 'price_missing' | 'quantity_missing',
  { id, name, unitName }: FoundProduct['product'],
  detail: string,
  more: { isCase?: true } = {},
): Problem {
  return new Problem(code, {
    detail: `${name} ${detail}`,
    errors: [{ pointer: code === 'price_missing' ? '#/price' : '#/quantity', detail }],
    extensions: { productId: id, productName: name, unitName, ...more },
  })
}

interface FoundPiece extends FoundProduct {
  markingCode: string | null
}

function lineOf(
  { product, barcode, markingCode }: FoundPiece,
  { quantity, price }: Pick<CartLine, 'quantity' | 'price'>,
): CartLine {
  return {
    id: newId(),
    productId: product.id,
    name: product.name,
    code: product.code,
    barcode,
    unitName: product.unitName,
    isFractional: product.isFractional,
    quantity,
    price,
    listPrice: product.price,
    minPrice: product.minPrice,
    isDiscountProhibited: product.isDiscountProhibited,
    discount: null,
    cuts: null,
    earnsPoints: false,
    vatRate: product.vatRate,
    originalLineNo: null,
    returnable: null,
    sold: null,
    trackingType: product.trackingType,
    paymentSubject: product.paymentSubject,
    ntin: product.ntin,
    markingCode,
  }
}

function withLine(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const same = lines.find(
    ({ productId, price, markingCode }) =>
      productId === added.productId && price === added.price && markingCode === null,
  )
  if (!same || added.markingCode !== null) return [...lines, added]
  const quantity = (same.quantity + added.quantity) as Quantity
  return lines.map((line) => (line === same ? { ...same, quantity } : line))
}
