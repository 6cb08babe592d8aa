import { agent } from '../api/agent.ts'
import { useCommandId } from '../api/use-command-id.ts'
import { useCartDeed } from '../cart/use-cart.ts'
import { type TakenBack, takeBack } from './take-back.ts'

/** Begins a return or an exchange, of what was picked from a receipt or without one. The agent parks a cart under way. */
export function useBeginReturn() {
  const deed = useCartDeed()
  const idOf = useCommandId()
  return {
    isPending: deed.isPending,
    error: deed.error,
    begin: (basis: TakenBack | null, onBegun: () => void) =>
      deed.mutate(() => (basis ? takeBack(basis, idOf(basis)) : agent.beginReturn({}, idOf(null))), {
        onSuccess: onBegun,
      }),
  }
}
