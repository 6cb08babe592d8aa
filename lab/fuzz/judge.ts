import { TokenError } from '#shared/contracts/account/auth.ts'
import { PROBLEMS } from '#shared/problems/catalogue.ts'
import { ProblemBody } from '#shared/problems/problem.ts'
import type { Draft } from './draft.ts'
import { nameOf } from './operations.ts'
import type { Answer } from './send.ts'
import type { World } from './world.ts'

const MOST_BYTES = 1024 * 1024

/**
 * Returns the faults of a response, each with a kind and a sentence. No check depends on the speed of the
 * machine.
 */
export function faultsOf(draft: Draft, answer: Answer, world: World): [kind: string, what: string][] {
  const faults: [string, string][] = []
  const { status, headers, body, isCut } = answer
  const { operation, actor, method } = draft
  const type = String(headers['content-type'] ?? '').toLowerCase()
  const text = () => body.subarray(0, 300).toString('utf8')
  if (status >= 500 && !isTransient(answer)) faults.push([String(status), text()])
  const isFile = operation.files.some((file) => type.startsWith(file.split(';')[0] ?? file))
  if (body.length > MOST_BYTES && !isFile) faults.push(['large answer', `${body.length} bytes of ${type}`])
  if (status >= 400 && !isCut && method !== 'HEAD') {
    const fault = faultOfRefusal(operation.path, answer, type)
    if (fault) faults.push(['odd refusal', `${status} ${fault}: ${text()}`])
  }
  if (status < 300 && !isCut && method !== 'HEAD' && type.startsWith('application/json') && !isJson(body))
    faults.push(['broken JSON', text()])
  if (actor !== 'other' && actor !== 'super-admin' && body.includes(world.canary))
    faults.push(['leak', `as ${actor}: ${text()}`])
  return faults
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'))
    return true
  } catch {
    return false
  }
}

/**
 * Returns the fault in the responses to two identical concurrent requests. With an Idempotency-Key both must
 * get the same response.
 */
export function faultOfTwo(
  draft: Draft,
  first: Answer,
  second: Answer,
  isKeyed: boolean,
): string | undefined {
  const { operation, body } = draft
  const isDone = ({ status }: Answer): boolean => status < 300
  if (!isDone(first) || !isDone(second)) return undefined
  if (isKeyed) return stableText(first) === stableText(second) ? undefined : 'one key, and two answers'
  if (body instanceof Object && 'version' in body) return 'both changed the same version'
  return TAKES_EFFECT_ONCE.test(nameOf(operation)) ? 'both were done' : undefined
}

/** Returns the response without an invitation link, which is sent only once and never stored. */
const stableText = ({ body }: Answer): string =>
  body.toString('utf8').replace(/"link":"[^"]*"/, '"link":null')

/** Operations that can be applied to a record only once. */
const TAKES_EFFECT_ONCE =
  /^POST .*\/\{\w+\}\/(un)?post$|^DELETE \/api\/(catalog|sales|purchases|inventory)\/.*\}$/

/**
 * True when a retry can succeed, because concurrent requests changed the same records, the catalog is being
 * downloaded, or an external service does not respond.
 */
export function isTransient({ status, body }: Answer): boolean {
  if (status !== 503 && status !== 502) return false
  return /"code":"(not_ready|replica_not_ready|hub_unreachable|extsys_unanswered)"/.test(
    body.toString('utf8'),
  )
}

/**
 * Returns the fault in an error response, which must follow RFC 9457 with a known code and its status. The
 * token endpoint follows RFC 6749.
 */
function faultOfRefusal(path: string, { status, body }: Answer, type: string): string | undefined {
  // Node itself refuses a request that is not valid HTTP before it is routed.
  if ((status === 400 || status === 431) && body.length === 0) return undefined
  // This page for customers is HTML, even for a missing receipt.
  if (path === '/r/{token}' && status === 404 && type.startsWith('text/html')) return undefined
  let read: unknown
  try {
    read = JSON.parse(body.toString('utf8'))
  } catch {
    return 'is not JSON'
  }
  if (path.startsWith('/~/connect/') && TokenError.safeParse(read).success) return undefined
  const problem = ProblemBody.safeParse(read)
  if (!problem.success) return 'is no problem'
  if (!type.startsWith('application/problem+json')) return `comes as ${type}`
  const known = (PROBLEMS as Record<string, { status: number }>)[problem.data.code]
  if (!known) return 'has a code that nobody knows'
  return known.status === status ? undefined : `has a code of ${known.status}`
}
