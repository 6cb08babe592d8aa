import type { ChangeLine } from '#shared/contracts/till/till.ts'
import { type Amount, amountToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { refuseTooSmall } from '#shared/pricing/lowest-sum.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/require-limit.ts'
import { discountDetails, lineDetails, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { checkStock } from './check-stock.ts'
import { checkCashierDiscount, checkLineDiscount } from './discount-rules.ts'
import { partWith, withPart } from './exchange.ts'
import { checkMayDelete, checkPrice, checkQuantity, checkReturnable } from './line-rules.ts'
import { checkMarkedQuantity } from './marking-codes.ts'
import { getOpenCart, saveChanged } from './open-cart.ts'

/** Changes the quantity, price or discount of a line in the open cart. */
export function changeLine(agent: RecordingParts, actor: Actor, lineId: string, change: ChangeLine): Cart {
  const { tillId } = actor
  return agent.journal.transact((tx) => {
    const open = getOpenCart(agent, tx, tillId)
    const cart = partWith(open, lineId)
    const line = getLine(cart, lineId)
    const { quantity = line.quantity, price = line.price, discount = line.discount } = change
    if (change.quantity !== undefined) {
      checkQuantity(quantity, line)
      checkMarkedQuantity(line, quantity)
      checkReturnable(quantity, line.returnable)
      if (quantity < line.quantity) {
        checkMayDelete(agent, tx, actor, cart)
        if (!cart.isReturn)
          recordEvent(agent, tx, actor, 'line_reduced', {
            ...lineDetails(line),
            newQuantity: quantityToNumber(quantity),
          })
      }
    }
    if (price === line.price && quantity > line.quantity && isOtherPrice(line))
      requireLimit(agent, tx, actor, 'allowCustomPrice')
    if (price !== line.price) {
      checkNewPrice(agent, tx, actor, line, price)
      recordEvent(agent, tx, actor, 'price_changed', {
        ...lineDetails(line),
        newPrice: amountToNumber(price),
      })
    }
    const changed = { ...line, quantity, price, discount }
    if (!cart.isReturn) refuseTooSmall(changed)
    if (change.discount) checkLineDiscount(cart, changed, change.discount)
    const lines = cart.lines.map((one) => (one === line ? changed : one))
    const after = checkCashierDiscount(agent, tx, actor, {
      before: cart,
      after: { ...cart, lines },
      isGiven: Boolean(change.discount),
    })
    if (change.discount) {
      recordEvent(agent, tx, actor, 'discount_given', {
        ...lineDetails(changed),
        ...discountDetails(change.discount),
      })
    }
    const { productId } = line
    checkStock(agent, tx, actor, {
      before: cart,
      changed: after,
      productId,
      isBeyondStock: change.beyondStock,
    })
    return saveChanged(agent, tx, tillId, withPart(open, after))
  })
}

/**
 * True when the price was changed manually. The permission covers only the current quantity, so a larger
 * quantity at that price needs a new one. The price of a returned line is that of its receipt.
 */
const isOtherPrice = ({ price, listPrice, originalLineNo }: CartLine): boolean =>
  originalLineNo === null && price !== listPrice

export function getLine(cart: Cart, lineId: string): CartLine {
  const line = cart.lines.find(({ id }) => id === lineId.toLowerCase())
  if (line) return line
  throw new Problem('not_found', { detail: 'There is no such line in the cart' })
}

function checkNewPrice(
  agent: RecordingParts,
  tx: JournalWriter,
  actor: Actor,
  line: CartLine,
  price: Amount,
): void {
  if (line.originalLineNo !== null) {
    throw new Problem('not_allowed_here', { detail: 'Goods are returned at the price of their receipt' })
  }
  const { allowCustomPrice, minPrice } = agent.replica.read(({ settings, products }) => ({
    allowCustomPrice: settings.get().allowCustomPrice,
    minPrice: settings.get().enforceMinPrice ? (products.find(line.productId)?.minPrice ?? null) : null,
  }))
  if (price !== line.listPrice) requireLimit(agent, tx, actor, 'allowCustomPrice')
  checkPrice(price, { listPrice: line.listPrice, minPrice, allowCustomPrice })
}
