import type { AddLine } from '#shared/contracts/till/till.ts'
import { type Amount, amountToNumber, type Quantity, quantity } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { lineDetails, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { checkStock } from './check-stock.ts'
import { type FoundProduct, findProduct } from './find-product.ts'
import { checkPrice, checkQuantity } from './line-rules.ts'
import { getOpenCart, saveChanged, termsFrom } from './open-cart.ts'

/**
 * Adds a product to the open cart; more of the same at the same price goes onto its line. Throws price_missing for a
 * product without a price when the cashier has entered none.
 */
export function addLine(agent: RecordingParts, actor: Actor, input: AddLine): Cart {
  const { tillId } = actor
  const { found, settings } = agent.replica.read((reader) => ({
    found: findProduct(reader, agent.journal.read, input),
    settings: reader.settings.get(),
  }))
  const { price, minPrice } = found.product
  const line = lineOf(found, input.quantity ?? quantity(1), input.price ?? price)

  return agent.journal.transact((tx) => {
    const cart = getOpenCart(agent, tx, tillId)
    if (cart.original) {
      const field = input.code === undefined ? 'productId' : 'code'
      throw invalidField(
        [field],
        `only what is on receipt ${cart.original.receiptNumber} is returned with it`,
      )
    }
    checkQuantity(line.quantity, line)
    if (price === 0 && input.price === undefined) refusePriceless(found)
    checkPrice(line.price, { listPrice: price, minPrice, allowCustomPrice: settings.allowCustomPrice })
    if (line.price !== price) {
      const listed = { ...line, price }
      recordEvent(agent, tx, actor, 'price_changed', {
        ...lineDetails(listed),
        newPrice: amountToNumber(line.price),
      })
    }
    const terms = cart.lines.length === 0 ? termsFrom(settings) : cart.terms
    const changed = { ...cart, terms, lines: withLine(cart.lines, line) }
    const { productId } = line
    checkStock(agent, tx, actor, { before: cart, changed, productId, isBeyondStock: input.beyondStock })
    return saveChanged(tx, tillId, changed)
  })
}

/** Goods are not given away because nobody has set their price (docs/domain.md#price-types). */
function refusePriceless({ product }: FoundProduct): never {
  throw new Problem('price_missing', {
    detail: `${product.name} has no price here`,
    extensions: { productId: product.id, productName: product.name },
  })
}

function lineOf({ product, barcode }: FoundProduct, quantity: Quantity, price: Amount): CartLine {
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
    vatRate: product.vatRate,
    originalLineNo: null,
    returnable: null,
    sold: null,
  }
}

function withLine(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const same = lines.find(({ productId, price }) => productId === added.productId && price === added.price)
  if (!same) return [...lines, added]
  const quantity = (same.quantity + added.quantity) as Quantity
  return lines.map((line) => (line === same ? { ...same, quantity } : line))
}
