import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Actor } from '#hub/auth/actor.ts'
import type { Attempt } from '#hub/auth/rate-limiter.ts'
import type { HubContext } from '#hub/context.ts'
import type { Author, PlatformTx, Tx } from '#hub/db/transact.ts'

/** Variables of handlers in `c.var`. */
export interface HubEnv {
  Variables: {
    hub: HubContext
    traceId: string
    log: Logger
    /** Returns the caller of a route that is not public, once permitted. Throws `unauthenticated` and `forbidden`. */
    actor: () => Promise<Actor>
    /** Caller for the log, also when not permitted; undefined when unknown. */
    caller?: Actor
    /** Returns the author of the request, for writing transactions that are started elsewhere. */
    author: () => Promise<Author>
    /** Runs a writing transaction of the actor's organization. */
    transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
    /** Runs a reading transaction of the actor's organization. */
    read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
    /** Code of the problem in the response, for the log. */
    problem?: string
    /** Attempt, on a route with a rate limit. */
    attempt: Attempt
    /** Uploaded file, on a route that takes one. */
    file: UploadedFile
    /** Body, on a route that validates it itself. */
    bytes: Uint8Array
    /** SHA-256 of the body, once it is read completely. */
    bodyHash?: string
    /** Response to a repeat with the same Idempotency-Key, when the first response contains a secret. */
    keptAnswer?: string
    platform: <T>(work: (tx: PlatformTx) => Promise<T>) => Promise<T>
  }
}

/** File of a request on the disk, deleted after the response. */
export interface UploadedFile {
  /** Name given by the client, without folders. For display only, never for a path. */
  name: string
  sizeBytes: number
  /** File descriptor, open during the request. */
  fd: number
  /** Opens the content from its beginning; may be called again. */
  open(): Readable
}
