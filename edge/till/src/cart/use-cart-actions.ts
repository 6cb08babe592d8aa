import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart, CartLine, ParkedCart, TillDiscount, TillProduct } from '#shared/contracts/till/till.ts'
import { newId } from '#shared/std/ids.ts'
import { showMessage, showProblem } from '#shared/ui/controls/message.tsx'
import { agent, type BuyerChange } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useCommandId } from '../api/use-command-id.ts'
import type { Asked } from '../selling/times.ts'
import { linesOf } from './cart-sum.ts'
import { steppedQuantity } from './line-quantity.ts'
import { findMissingFigure, type LineToAdd, type MissingFigure } from './missing-figure.ts'
import { type CartDeed, useCartDeed } from './use-cart.ts'
import { type StockDeed, useStockDeed } from './use-stock-deed.ts'

interface Removed {
  lineId: string
  cartId: string
}

/** What a cashier does to the cart. Refusals are said in words; `onMissing`: a figure is to be asked for. */
export function useCartActions(onMissing: (missing: MissingFigure) => void) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  // Not mutate(): of several calls in a row it tells only the last one's refusal.
  const { mutateAsync } = useCartDeed()
  const performWithStock = useStockDeed()
  const perform = (deed: CartDeed): void => {
    mutateAsync(deed).catch((error) => showProblem(problemText(error)))
  }
  const addMore = (deed: StockDeed): void =>
    performWithStock(deed, { onRefused: (error) => showProblem(problemText(error)) })

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
    // By then it may be the cart of the next customer.
    perform(async (cart) => (cart.id === one.cartId ? agent.restoreLine(one.lineId) : cart))
  }

  return {
    add: (product: Pick<TillProduct, 'id'>, to: Cart, asked: Asked) => {
      if (to.originalReceiptNumber) showProblem(t('return.onlyFromReceipt'))
      else addLine({ productId: product.id, ...asked })
    },

    /** With a price or a quantity that the cashier says. */
    addLine,

    step: (lineId: string, by: 1 | -1) =>
      addMore(async (cart, beyondStock) => {
        const line = linesOf(cart).find(({ id }) => id === lineId)
        const quantity = line && steppedQuantity(line, by)
        return quantity ? agent.changeLine(lineId, { quantity, beyondStock }) : cart
      }),

    change: (lineId: string, changes: { quantity: number } | { price: number }) =>
      addMore((_, beyondStock) => agent.changeLine(lineId, { ...changes, beyondStock })),

    /** Off the line, or off the whole receipt where none is named; null takes it off again. */
    discount: (lineId: string | null, discount: TillDiscount | null) =>
      perform(() =>
        lineId === null ? agent.changeCart({ discount }) : agent.changeLine(lineId, { discount }),
      ),

    /** All that the customer shows. Throws what the agent refuses. */
    showCoupons: (coupons: string[]) => mutateAsync(() => agent.changeCart({ coupons })),

    /** Says who buys. Throws what the agent refuses. */
    changeBuyer: (change: BuyerChange) => mutateAsync(() => agent.changeBuyer(change)),
    removeBuyer: () => perform(() => agent.changeBuyer({ cardId: null, customerId: null })),

    /** Removing can be undone for as long as the message stands. */
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

    /** Puts the line back that was removed last, where it was. */
    undo: () => {
      const last = removed.current.at(-1)
      if (last) restore(last)
    },

    /** The return goes on as an exchange. */
    exchange: () => perform(() => agent.beginExchange({}, newId())),
    clear: () => perform(() => agent.clearCart()),
    /** Parks the cart on the screen. */
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
