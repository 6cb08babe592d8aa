import type { AgentContext } from '../context.ts'
import type { Actor } from './session/actor.ts'

/** Context variables that handlers read from `c.var`. */
export interface EdgeEnv {
  Variables: {
    agent: AgentContext
    /** Set on routes of a specific till. */
    tillId: string
    /** Set on routes that require a signed-in cashier. */
    actor: Actor
  }
}
