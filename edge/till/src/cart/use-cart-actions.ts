import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart, CartLine, ParkedCart, TillDiscount, TillProduct } from '#shared/contracts/till/till.ts'
import { newId } from '#shared/std/ids.ts'
import { showMessage, showProblem } from '#shared/ui/controls/message.tsx'
import { agent, type BuyerChange } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useCommandId } from '../api/use-command-id.ts'
import type { TypedQuantity } from '../selling/times.ts'
import { linesOf } from './cart-sum.ts'
import { steppedQuantity } from './line-quantity.ts'
import { findMissingFigure, type LineToAdd, type MissingFigure } from './missing-figure.ts'
import { type CartAction, useCartAction } from './use-cart.ts'
import { type StockAction, useStockAction } from './use-stock-action.ts'

interface Removed {
  lineId: string
  cartId: string
}

/**
 * The cashier's actions on the cart. Errors are shown as messages. `onMissing` is called when input such as a
 * price is missing.
 */
export function useCartActions(onMissing: (missing: MissingFigure) => void) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  // mutate() would report only the last error of several calls in a row.
  const { mutateAsync } = useCartAction()
  const performWithStock = useStockAction()
  const perform = (action: CartAction): void => {
    mutateAsync(action).catch((error) => showProblem(problemText(error)))
  }
  const addMore = (action: StockAction): void =>
    performWithStock(action, { onRefused: (error) => showProblem(problemText(error)) })

  const addLine = (line: LineToAdd): void =>
    performWithStock((_, beyondStock) => agent.addLine({ ...line, beyondStock }), {
      onRefused: (error) => {
        const missing = findMissingFigure(error, line)
        if (missing) return onMissing(missing)
        showProblem(problemText(error))
      },
    })

  const idOf = useCommandId()
  const removed = useRef<Removed[]>([])
  const restore = (one: Removed): void => {
    removed.current = removed.current.filter(({ lineId }) => lineId !== one.lineId)
    // In the meantime, the open cart may belong to the next customer.
    perform(async (cart) => (cart.id === one.cartId ? agent.restoreLine(one.lineId) : cart))
  }

  return {
    add: (product: Pick<TillProduct, 'id'>, to: Cart, typedQuantity: TypedQuantity) => {
      if (to.originalReceiptNumber) showProblem(t('return.onlyFromReceipt'))
      else addLine({ productId: product.id, ...typedQuantity })
    },

    /** Adds a line with a price or quantity entered by the cashier. */
    addLine,

    step: (lineId: string, by: 1 | -1) =>
      addMore(async (cart, beyondStock) => {
        const line = linesOf(cart).find(({ id }) => id === lineId)
        const quantity = line && steppedQuantity(line, by)
        return quantity ? agent.changeLine(lineId, { quantity, beyondStock }) : cart
      }),

    change: (lineId: string, changes: { quantity: number } | { price: number }) =>
      addMore((_, beyondStock) => agent.changeLine(lineId, { ...changes, beyondStock })),

    /** Sets a discount on the line, or on the whole receipt when `lineId` is null. A null discount removes it. */
    discount: (lineId: string | null, discount: TillDiscount | null) =>
      perform(() =>
        lineId === null ? agent.changeCart({ discount }) : agent.changeLine(lineId, { discount }),
      ),

    /** Sets all coupons of the customer. Throws the agent's errors. */
    showCoupons: (coupons: string[]) => mutateAsync(() => agent.changeCart({ coupons })),

    /** Sets the buyer. Throws the agent's errors. */
    changeBuyer: (change: BuyerChange) => mutateAsync(() => agent.changeBuyer(change)),
    removeBuyer: () => perform(() => agent.changeBuyer({ cardId: null, customerId: null })),

    /** Removes a line and shows a message with an undo button. */
    remove: (line: CartLine, before: Cart) => {
      mutateAsync(() => agent.removeLine(line.id))
        .then(() => {
          removed.current.push({ lineId: line.id, cartId: before.id })
          showMessage(t('cart.removed', { name: line.name }), {
            label: t('cart.undo'),
            onPress: () => restore({ lineId: line.id, cartId: before.id }),
          })
        })
        .catch((error) => showProblem(problemText(error)))
    },

    removeVoucher: (voucherId: string) => perform(() => agent.removeVoucher(voucherId)),

    /** Restores the most recently removed line at its position. */
    undo: () => {
      const last = removed.current.at(-1)
      if (last) restore(last)
    },

    /** Continues the return as an exchange. */
    exchange: () => perform(() => agent.beginExchange({}, newId())),
    clear: () => perform(() => agent.clearCart()),
    /** Parks the open cart. */
    park: (cart: Pick<Cart, 'id'>, label: string) => {
      const command = idOf({ parked: cart.id, label })
      perform(() => agent.parkCart(label ? { label } : {}, command))
    },
    resume: ({ id, parkedAt }: Pick<ParkedCart, 'id' | 'parkedAt'>) => {
      const command = idOf({ resumed: id, parkedAt })
      perform(() => agent.resumeCart(id, command))
    },
  }
}

export type CartActions = ReturnType<typeof useCartActions>
