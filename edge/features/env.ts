import type { AgentContext } from '../context.ts'
import type { Actor } from './session/actor.ts'

/** Variables that handlers find in `c.var`. */
export interface EdgeEnv {
  Variables: {
    agent: AgentContext
    /** Set on routes of one till. */
    tillId: string
    /** Set on routes that need a signed-in cashier. */
    actor: Actor
  }
}
