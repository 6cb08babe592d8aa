import type { Cart as CartAnswer } from '#shared/contracts/till/till.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import type { Cart } from '../../journal/carts.ts'
import type { EdgeEnv } from '../env.ts'
import type { Actor } from '../session/actor.ts'
import { presentCart } from './present.ts'

/**
 * Runs a command and returns the resulting cart. A dry run returns the same and rolls the command back: it
 * shows the amount to be charged or given back (docs/domain.md#dry-runs). A dry run ignores the limits of the
 * cashier's role: a supervisor is asked when the command really runs.
 */
export function cartAfter(
  { agent, actor }: Pick<EdgeEnv['Variables'], 'agent' | 'actor'>,
  { dryRun }: { dryRun?: boolean | undefined },
  command: (actor: Actor) => Cart,
): CartAnswer {
  if (!dryRun) return presentCart(command(actor), agent)
  const allowed: Actor = {
    tillId: actor.tillId,
    cashier: { ...actor.cashier, limits: NO_LIMITS },
    approval: null,
  }
  return agent.journal.rehearse(() => presentCart(command(allowed), agent))
}
