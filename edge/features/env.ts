import type { Logger } from 'pino'
import type { Permission } from '#shared/contracts/permissions.ts'
import type { TillCashier } from '#shared/contracts/till/till.ts'
import type { AgentContext } from '../context.ts'

export interface SignedInCashier extends TillCashier {
  permissions: Permission[]
}

/** Which till asks, and who stands at it. */
export interface Actor {
  tillId: string
  cashier: SignedInCashier
}

/** What handlers find in `c.var`. */
export interface EdgeEnv {
  Variables: {
    agent: AgentContext
    log: Logger
    /** Set on routes of one till. */
    tillId: string
    /** Set on routes that need a signed-in cashier. */
    actor: Actor
  }
}
