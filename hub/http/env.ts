import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Actor } from '#hub/auth/actor.ts'
import type { Attempt } from '#hub/auth/rate-limiter.ts'
import type { HubContext } from '#hub/context.ts'
import type { Author, PlatformTx, Tx } from '#hub/db/transact.ts'

/** Variables available to handlers in `c.var`. */
export interface HubEnv {
  Variables: {
    hub: HubContext
    traceId: string
    log: Logger
    /**
     * Returns the caller after checking the permission, on routes that are not public. Throws
     * `unauthenticated` and `forbidden`.
     */
    actor: () => Promise<Actor>
    /** Caller for the log, even if not permitted. Undefined when unknown. */
    caller?: Actor
    /** Returns the author of the request, for write transactions that a handler starts itself. */
    author: () => Promise<Author>
    /** Runs a write transaction for the caller's organization. */
    transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
    /** Runs a read transaction for the caller's organization. */
    read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
    /** Code of the problem in the response, for the log. */
    problem?: string
    /** Rate limit attempt, on routes with a limit. */
    attempt: Attempt
    /** Uploaded file, on routes that take one. */
    file: UploadedFile
    /** Raw body, on routes that validate it themselves. */
    bytes: Uint8Array
    /** SHA-256 of the body, after it has been read completely. */
    bodyHash?: string
    /** Substitute response for repeats with the same Idempotency-Key, when the first response contains a secret. */
    keptAnswer?: string
    platform: <T>(work: (tx: PlatformTx) => Promise<T>) => Promise<T>
  }
}

/** Uploaded file on disk. It is deleted after the response. */
export interface UploadedFile {
  /** File name given by the client, without folders. For display only, never for a path. */
  name: string
  sizeBytes: number
  /** File descriptor, open for the duration of the request. */
  fd: number
  /** Opens the content from the beginning. Can be called repeatedly. */
  open(): Readable
}
