import { agent } from '../api/agent.ts'
import { useCommandId } from '../api/use-command-id.ts'
import { useCartAction } from '../cart/use-cart.ts'

/** Lines of a receipt to return. */
export interface TakenBack {
  receiptNumber: string
  /** Lines to return. If omitted, everything that is still returnable. */
  lines: { lineNo: number; quantity: number }[] | undefined
}

/**
 * Begins a return or exchange of lines of a receipt, or a return without a receipt. The agent parks a cart in
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
