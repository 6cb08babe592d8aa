import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { playSound } from '../sound/sounds.ts'
import { useCartDeed } from './use-cart.ts'

/** A change that puts more into the cart. `beyondStock`: more than there is, as far as the till knows, will do. */
export type StockDeed = (cart: Cart, beyondStock: boolean) => Promise<Cart>

interface Outcome {
  onDone?: (cart: Cart) => void
  /** For any other reason than want of stock. */
  onRefused: (error: Error) => void
}

/**
 * Changes the cart. Where the till controls stock and there is too little, it says how much there is, and the cashier who
 * has the goods in hand may sell them all the same.
 */
export function useStockDeed(): (deed: StockDeed, outcome: Outcome) => void {
  const { t } = useTranslation()
  const format = useFormat()
  const { mutateAsync } = useCartDeed()

  const textOf = ({ productName, available, asOf }: TooLittle): string => {
    const much =
      available > 0
        ? t('stock.tooLittle', { name: productName, available: format.quantity(available) })
        : t('stock.none', { name: productName })
    return asOf === null ? much : `${much} ${t('stock.asOf', { time: format.time(asOf) })}`
  }

  const perform = (deed: StockDeed, outcome: Outcome, askedOf?: string): void => {
    let cartId: string | undefined
    const attempt = async (cart: Cart): Promise<Cart> => {
      cartId = cart.id
      if (askedOf === undefined) return deed(cart, false)
      // By then it may be the cart of the next customer.
      return askedOf === cart.id ? deed(cart, true) : cart
    }
    mutateAsync(attempt).then(outcome.onDone, (error: Error) => {
      const tooLittle = findTooLittle(error)
      if (!tooLittle) return outcome.onRefused(error)
      playSound('refused')
      const onPress = () => perform(deed, outcome, cartId)
      showProblem(textOf(tooLittle), { label: t('stock.sellAnyway'), onPress })
    })
  }
  return (deed, outcome) => perform(deed, outcome)
}

/** As the agent says it (edge/features/cart/check-stock.ts). */
interface TooLittle {
  productName: string
  available: number
  asOf: string | null
}

function findTooLittle(error: Error): TooLittle | null {
  const isIt = error instanceof Refusal && error.problem.code === 'insufficient_stock'
  return isIt ? (error.problem as unknown as TooLittle) : null
}
