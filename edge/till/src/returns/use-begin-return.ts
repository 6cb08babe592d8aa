import { agent } from '../api/agent.ts'
import { useCartDeed } from '../cart/use-cart.ts'
import type { PickedLines } from './picked-lines.ts'
import { takeBack } from './take-back.ts'

interface ReturnBasis {
  receiptNumber: string
  picked: PickedLines
}

/** Begins a return, of what was picked from a receipt or without one. The agent parks a cart under way. */
export function useBeginReturn() {
  const deed = useCartDeed()
  return {
    isPending: deed.isPending,
    error: deed.error,
    begin: (basis: ReturnBasis | null, onBegun: () => void) =>
      deed.mutate(() => (basis ? takeBack(basis.receiptNumber, basis.picked) : agent.beginReturn({})), {
        onSuccess: onBegun,
      }),
  }
}
