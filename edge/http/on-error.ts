import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { ClientGone } from '#shared/http/body-chunks.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { DiskWatch } from '../files/disk-watch.ts'
import { isDamage, isDiskFailure } from '../sqlite/errors.ts'

/** Status in the log for requests aborted by the client, as proxies write it. It is never sent. */
const CLIENT_GONE = 499

export interface FailureParts {
  readonly log: Logger
  readonly disk: DiskWatch
  /** Handles a damaged page of the journal. */
  journalIsDamaged(detail: string): void
}

/**
 * Turns all errors into responses. A problem is sent in full. An unexpected error is logged and sent without
 * details.
 */
export function errorHandler(agent: FailureParts): ErrorHandler {
  return function onError(error, c) {
    if (error instanceof Problem) return problemResponse(error, c)
    if (error instanceof ClientGone) return new Response(null, { status: CLIENT_GONE })
    agent.log.error({ err: error, method: c.req.method, path: c.req.path }, 'request failed')
    if (isDamage(error)) {
      agent.journalIsDamaged(error.message)
      return problemResponse(
        new Problem('not_ready', { detail: 'The journal is damaged and is being repaired' }),
        c,
      )
    }
    if (!isDiskFailure(error)) return problemResponse(new Problem('internal'), c)
    agent.disk.failed(error)
    return problemResponse(
      new Problem('not_ready', {
        detail: `Nothing was saved, the disk is full or failing: ${error.message}`,
      }),
      c,
    )
  }
}

export function problemResponse(problem: Problem, c: Context): Response {
  return c.body(JSON.stringify({ ...problem.toJSON(), instance: c.req.path }), problem.status, {
    'Content-Type': 'application/problem+json',
    ...problem.options.headers,
  })
}

/** Clears a reported disk failure after a successful write. */
export function noteWorkingDisk(disk: DiskWatch): MiddlewareHandler {
  return async function noteWorkingDisk(c, next) {
    await next()
    if (c.req.method !== 'GET' && c.res.ok) disk.worked()
  }
}
