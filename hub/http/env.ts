import type { Logger } from 'pino'
import type { HubContext } from '#hub/context.ts'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import type { Actor } from './actor.ts'

/** What handlers find in `c.var`. */
export interface HubEnv {
  Variables: {
    hub: HubContext
    traceId: string
    log: Logger
    /** Set for every route that is not public. */
    actor: Actor
    /** One writing transaction of the actor's organization. */
    transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
    /** One reading transaction of the actor's organization. */
    read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
    platform: <T>(work: (tx: PlatformTx) => Promise<T>) => Promise<T>
  }
}
