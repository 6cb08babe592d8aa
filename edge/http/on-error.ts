import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { ClientGone } from '#shared/http/client-gone.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { DiskWatch } from '../files/disk-watch.ts'
import { isDamage, isDiskFailure } from '../sqlite/errors.ts'

/** For the log, as proxies write it: nobody receives it. */
const CLIENT_GONE = 499

export interface FailureParts {
  readonly log: Logger
  readonly disk: DiskWatch
  /** A damaged page was met. */
  journalIsDamaged(detail: string): void
}

/** The one place where an error becomes an answer: a problem goes out whole, a surprise is logged and leaves bare. */
export function errorHandler(agent: FailureParts): ErrorHandler {
  return function onError(error, c) {
    if (error instanceof Problem) return problemResponse(error, c)
    if (error instanceof ClientGone) return new Response(null, { status: CLIENT_GONE })
    agent.log.error({ err: error, method: c.req.method, path: c.req.path }, 'request failed')
    if (isDamage(error)) {
      agent.journalIsDamaged(error.message)
      return problemResponse(
        new Problem('not_ready', { detail: 'The journal is damaged and is being mended' }),
        c,
      )
    }
    if (!isDiskFailure(error)) return problemResponse(new Problem('internal'), c)
    agent.disk.failed(error)
    return problemResponse(
      new Problem('not_ready', {
        detail: `Nothing was written down, the disk is full or failing: ${error.message}`,
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

/** A disk that could not be written is told of until something has been written again. */
export function noteWorkingDisk(disk: DiskWatch): MiddlewareHandler {
  return async function noteWorkingDisk(c, next) {
    await next()
    if (c.req.method !== 'GET' && c.res.ok) disk.worked()
  }
}
