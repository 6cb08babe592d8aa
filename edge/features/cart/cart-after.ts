import type { Cart as CartAnswer } from '#shared/contracts/till/till.ts'
import { NO_LIMITS } from '#shared/contracts/till-limits.ts'
import type { Cart } from '../../journal/carts.ts'
import type { EdgeEnv } from '../env.ts'
import type { Actor } from '../session/actor.ts'
import { presentCart } from './present.ts'

/**
 * Does a deed and answers the cart after it. A dry run answers the same and takes the deed back: it says what will be charged or
 * given back (docs/domain.md#dry-runs). What the cashier's role leaves out counts as allowed there: a supervisor is asked when
 * the deed is done.
 */
export function cartAfter(
  { agent, actor }: Pick<EdgeEnv['Variables'], 'agent' | 'actor'>,
  { dryRun }: { dryRun?: boolean | undefined },
  deed: (actor: Actor) => Cart,
): CartAnswer {
  if (!dryRun) return presentCart(deed(actor), agent)
  const allowed: Actor = {
    tillId: actor.tillId,
    cashier: { ...actor.cashier, limits: NO_LIMITS },
    approval: null,
  }
  return agent.journal.rehearse(() => presentCart(deed(allowed), agent))
}
