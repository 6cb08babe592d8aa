import { agent } from '../api/agent.ts'
import { useCommandId } from '../api/use-command-id.ts'
import { useCartAction } from '../cart/use-cart.ts'

/** Returned goods of a receipt. */
export interface TakenBack {
  receiptNumber: string
  /** Returned lines; omitted: everything that the receipt has left. */
  lines: { lineNo: number; quantity: number }[] | undefined
}

/**
 * Begins a return or an exchange with goods of a receipt, or a return without one. The agent parks a cart in
 * progress.
 */
export function useBeginReturn() {
  const action = useCartAction()
  const idOf = useCommandId()
  return {
    isPending: action.isPending,
    error: action.error,
    begin: (goods: TakenBack | null, isExchange: boolean, onBegun: () => void) =>
      action.mutate(
        () => {
          const begin = isExchange ? agent.beginExchange : agent.beginReturn
          return begin(goods ?? {}, idOf({ goods, isExchange }))
        },
        { onSuccess: onBegun },
      ),
  }
}
