import type { Logger } from 'pino'
import type { Actor } from '#hub/auth/actor.ts'
import type { Attempt } from '#hub/auth/rate-limiter.ts'
import type { HubContext } from '#hub/context.ts'
import type { Author, PlatformTx, Tx } from '#hub/db/transact.ts'
import type { UploadedFile } from './uploaded-file.ts'

/** What handlers find in `c.var`. */
export interface HubEnv {
  Variables: {
    hub: HubContext
    traceId: string
    log: Logger
    /** Who asks, once it is known that they may; of every route that is not public. Throws unauthenticated and forbidden. */
    actor: () => Promise<Actor>
    /** The same for the log: also when they may not, and undefined when nobody knows. */
    asker?: Actor
    /** Who asks and for what: for writing transactions that are not begun here. */
    author: () => Promise<Author>
    /** One writing transaction of the actor's organization. */
    transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
    /** One reading transaction of the actor's organization. */
    read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
    /** The code of the problem that is answered, for the log. */
    problem?: string
    /** Of a route that limits. */
    attempt: Attempt
    /** Of a route that takes a file. */
    file: UploadedFile
    /** The body of a route that judges it by itself. */
    bytes: Uint8Array
    /** SHA-256 of the body, once all of it has been read. */
    bodyHash?: string
    /** The answer to a repeat with the same Idempotency-Key, where the first answer holds a secret. */
    keptAnswer?: string
    platform: <T>(work: (tx: PlatformTx) => Promise<T>) => Promise<T>
  }
}
