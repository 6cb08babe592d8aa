import { agent } from '../api/agent.ts'
import { useCommandId } from '../api/use-command-id.ts'
import { useCartDeed } from '../cart/use-cart.ts'

/** Goods of a receipt that come back. */
export interface TakenBack {
  receiptNumber: string
  /** Left out: all that the receipt has left. */
  lines: { lineNo: number; quantity: number }[] | undefined
}

/** Begins a return or an exchange, of goods of a receipt, or a return without one. The agent parks a cart under way. */
export function useBeginReturn() {
  const deed = useCartDeed()
  const idOf = useCommandId()
  return {
    isPending: deed.isPending,
    error: deed.error,
    begin: (goods: TakenBack | null, isExchange: boolean, onBegun: () => void) =>
      deed.mutate(
        () => {
          const begin = isExchange ? agent.beginExchange : agent.beginReturn
          return begin(goods ?? {}, idOf({ goods, isExchange }))
        },
        { onSuccess: onBegun },
      ),
  }
}
