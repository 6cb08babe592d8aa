import { type Quantity, quantityToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import { stockLeft } from '../products/stock-left.ts'
import type { Actor } from '../session/actor.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { TillRecordParts } from '../shifts/till-record.ts'

/**
 * Refuses a sale beyond stock where the retail point controls stock (docs/domain.md#retail-points). The
 * cashier, who has the goods in hand, can override it, and head office is then notified. `before` is the cart
 * without the change. Throws `insufficient_stock`.
 */
export function checkStock(
  agent: TillRecordParts,
  tx: JournalWriter,
  actor: Actor,
  { before, changed, productId, isBeyondStock }: StockChange,
): void {
  const wanted = ofProduct(changed, productId)
  if (changed.isReturn || wanted <= ofProduct(before, productId)) return
  const { settings, product, left } = agent.replica.read((reader) => {
    const product = reader.products.find(productId)
    return {
      settings: reader.settings.get(),
      product,
      left: product && stockLeft(reader, tx)(product),
    }
  })
  if (!settings.controlStock || !product || left === null || wanted <= left) return
  const available = quantityToNumber(left)
  if (!isBeyondStock) {
    throw new Problem('insufficient_stock', {
      detail: `${product.name} has ${available} in stock`,
      errors: [{ pointer: '#/quantity', detail: 'is more than the stock', available }],
      extensions: { productName: product.name, available, asOf: agent.replica.meta()?.freshAt ?? null },
    })
  }
  const details = { productId, name: product.name, quantity: quantityToNumber(wanted), available }
  recordEvent(agent, tx, actor, 'sold_beyond_stock', details)
}

interface StockChange {
  before: Cart
  changed: Cart
  productId: string
  isBeyondStock: boolean
}

const ofProduct = ({ lines }: Cart, productId: string): Quantity =>
  lines.reduce((sum, line) => (line.productId === productId ? sum + line.quantity : sum), 0) as Quantity
