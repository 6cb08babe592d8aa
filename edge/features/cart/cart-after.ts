import type { Cart as CartAnswer } from '#shared/contracts/till/till.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import type { Cart } from '../../journal/carts.ts'
import type { EdgeEnv } from '../env.ts'
import type { Actor } from '../session/actor.ts'
import { presentCart } from './present.ts'

/**
 * Runs a command and returns the resulting cart. A dry run returns the same cart but rolls the command back.
 * It shows the amount to charge or refund (docs/domain.md#dry-runs). A dry run ignores the limits of the
 * cashier's role. A supervisor's approval is required only for the real command.
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
