import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import pg from 'pg'
import { ClientGone } from '#shared/http/body-chunks.ts'
import type { ProblemCode } from '#shared/problems/catalogue.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'
import { logRefusal } from './security-events.ts'

/**
 * Converts every error to a response. A Problem is sent unchanged. An unexpected error is logged and sent
 * without details.
 */
export function onError(error: Error, c: Context<HubEnv>): Response {
  if (error instanceof ClientGone) return hungUp(error, c)
  const problem = asProblem(error)
  // A failing third-party service is not an error of the hub.
  if (problem.status === 502) c.get('log').warn({ err: error }, 'request failed')
  else if (problem.status >= 500) c.get('log').error({ err: error }, 'request failed')
  logRefusal(problem, c)
  return problemResponse(problem, c)
}

/** Status for the log and the metrics, as used by proxies. It is never sent. */
const CLIENT_GONE = 499

function hungUp({ cause }: ClientGone, c: Context<HubEnv>): Response {
  c.get('log').info({ reason: (cause as Error | undefined)?.message }, 'the client hung up')
  return new Response(null, { status: CLIENT_GONE })
}

export function problemResponse(problem: Problem, c: Context<HubEnv>): Response {
  c.set('problem', problem.code)
  const body = { ...problem.toJSON(), instance: c.req.path, traceId: c.get('traceId') }
  return c.body(JSON.stringify(body), problem.status, {
    'Content-Type': 'application/problem+json',
    ...problem.options.headers,
  })
}

function asProblem(error: Error): Problem {
  if (error instanceof Problem) return error
  if (error instanceof HTTPException) return fromHttpException(error)
  const refused = databaseError(error)
  return (refused && fromDatabase(refused)) ?? new Problem('internal')
}

const BY_STATUS: Partial<Record<number, ProblemCode>> = {
  400: 'malformed_json',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
}

function fromHttpException(error: HTTPException): Problem {
  return new Problem(BY_STATUS[error.status] ?? 'internal', { detail: error.message })
}

function databaseError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error
  return error instanceof Error && error.cause ? databaseError(error.cause) : undefined
}

/**
 * Returns the Problem for a constraint violation. Constraints decide races: when two concurrent requests pass
 * the checks, one of them fails here.
 */
function fromDatabase(error: pg.DatabaseError): Problem | undefined {
  switch (error.code) {
    case '23505': {
      const field = fieldOfConstraint(error)
      return new Problem('duplicate', {
        detail: `Another record has this ${field}`,
        errors: [{ pointer: `#/${field}`, detail: 'is taken' }],
      })
    }
    case '23503':
      return error.message.startsWith('update or delete')
        ? new Problem('in_use', { extensions: { blockedBy: [{ resource: error.table }] } })
        : new Problem('not_found', { detail: `A referenced record does not exist (${error.constraint})` })
    case '40001':
    case '40P01':
    case '55P03':
    case '57014':
      return new Problem('not_ready', { detail: 'Other requests are changing the same records, try again' })
    case '22021':
      return new Problem('nul_byte')
    default:
      return undefined
  }
}

/** Returns the field of a unique constraint, whose name is <table>_<column>_key. */
function fieldOfConstraint(error: pg.DatabaseError): string {
  const column = (error.constraint ?? '').replace(`${error.table}_`, '').replace(/_key$/, '')
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
