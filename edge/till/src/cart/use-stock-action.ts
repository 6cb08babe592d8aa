import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { playSound } from '../sound/sounds.ts'
import { useCartAction } from './use-cart.ts'

/** A change that adds to the cart. With `beyondStock`, it can exceed the known stock. */
export type StockAction = (cart: Cart, beyondStock: boolean) => Promise<Cart>

interface Outcome {
  onDone?: (cart: Cart) => void
  /** Called for errors other than insufficient stock. */
  onRefused: (error: Error) => void
}

/**
 * Changes the cart. If stock is controlled and insufficient, shows the stock and lets a cashier who has the
 * goods in hand sell them anyway.
 */
export function useStockAction(): (action: StockAction, outcome: Outcome) => void {
  const { t } = useTranslation()
  const format = useFormat()
  const { mutateAsync } = useCartAction()

  const textOf = ({ productName, available, asOf }: TooLittle): string => {
    const much =
      available > 0
        ? t('stock.tooLittle', { name: productName, available: format.quantity(available) })
        : t('stock.none', { name: productName })
    return asOf === null ? much : `${much} ${t('stock.asOf', { time: format.time(asOf) })}`
  }

  const perform = (action: StockAction, outcome: Outcome, confirmedOf?: string): void => {
    let cartId: string | undefined
    const attempt = async (cart: Cart): Promise<Cart> => {
      cartId = cart.id
      if (confirmedOf === undefined) return action(cart, false)
      // In the meantime, the open cart may belong to the next customer.
      return confirmedOf === cart.id ? action(cart, true) : cart
    }
    mutateAsync(attempt).then(outcome.onDone, (error: Error) => {
      const tooLittle = findTooLittle(error)
      if (!tooLittle) return outcome.onRefused(error)
      playSound('refused')
      const onPress = () => perform(action, outcome, cartId)
      showProblem(textOf(tooLittle), { label: t('stock.sellAnyway'), onPress })
    })
  }
  return (action, outcome) => perform(action, outcome)
}

/** Shortage as reported by the agent (edge/features/cart/check-stock.ts). */
interface TooLittle {
  productName: string
  available: number
  asOf: string | null
}

function findTooLittle(error: Error): TooLittle | null {
  const isIt = error instanceof Refusal && error.problem.code === 'insufficient_stock'
  return isIt ? (error.problem as unknown as TooLittle) : null
}
