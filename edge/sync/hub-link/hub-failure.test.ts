import { expect, it } from 'vitest'
import { failureOf, HubFailure, type HubFailureKind, isRefusal, troubleOf } from './hub-failure.ts'

const fetchFailed = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

it.each([
  ['ECONNREFUSED', 'hub_unreachable'],
  ['ENOTFOUND', 'hub_unreachable'],
  ['ECONNRESET', 'hub_unreachable'],
  ['CERT_HAS_EXPIRED', 'clock_wrong'],
  ['CERT_NOT_YET_VALID', 'clock_wrong'],
])('reports the error code %s as %s', (code, trouble) => {
  expect(troubleOf(failureOf(fetchFailed(code))).code).toBe(trouble)
})

it.each([
  ['ECONNRESET', 'broken_off'],
  ['ECONNABORTED', 'broken_off'],
  ['EPIPE', 'broken_off'],
  ['UND_ERR_SOCKET', 'broken_off'],
  ['ECONNREFUSED', 'unreachable'],
])('classifies the error code %s as %s', (code, kind) => {
  expect(failureOf(fetchFailed(code))).toMatchObject({
    kind,
    message: code,
    retryAfterMs: null,
    status: null,
  })
})

it.each([
  ['the message of its cause', new TypeError('fetch failed', { cause: new Error('no route') }), 'no route'],
  [
    'the code of a cause without a message',
    new TypeError('x', { cause: { code: 'EWHY', message: '' } }),
    'EWHY',
  ],
  ['its own message when it has no cause', new TypeError('fetch failed'), 'fetch failed'],
])('describes a failure with %s', (_, error, message) => {
  expect(failureOf(error)).toMatchObject({ kind: 'unreachable', message })
})

it('names the error code of an invalid certificate in the message', () => {
  expect(failureOf(fetchFailed('CERT_HAS_EXPIRED')).message).toContain('(CERT_HAS_EXPIRED)')
})

const kinds = {
  unreachable: 'hub_unreachable',
  broken_off: 'hub_unreachable',
  timeout: 'hub_unreachable',
  captive_portal: 'captive_portal',
  device_refused: 'hub_refused_device',
  too_large: 'hub_error',
  bad_request: 'hub_error',
  server_error: 'hub_error',
  not_taken: 'hub_error',
  unavailable: 'hub_error',
  protocol: 'hub_error',
  agent_too_old: 'agent_too_old',
  clock_wrong: 'clock_wrong',
} as const

it.each(Object.entries(kinds))('reports a failure of kind %s as %s', (kind, code) => {
  const failure = new HubFailure(kind as HubFailureKind, 'so it is')
  expect(troubleOf(failure)).toEqual({ code, detail: 'so it is' })
})

it.each([
  ['bad_request', 400, true],
  ['too_large', 413, true],
  ['protocol', 499, true],
  ['protocol', 399, false],
  ['protocol', 500, false],
  ['bad_request', null, false],
  ['device_refused', 401, false],
  ['unavailable', 429, false],
] as const)('decides whether %s with status %s is a refusal of the request: %s', (kind, status, isSo) => {
  const failure = new HubFailure(kind, 'no', { status })
  expect([failure.isRefusal, isRefusal(failure)]).toEqual([isSo, isSo])
  expect(troubleOf(failure).detail).toBe(isSo ? 'no: the request starts over' : 'no')
})

it('does not treat other errors as refusals, and keeps the retry delay of a failure', () => {
  expect(isRefusal(new Error('no'))).toBe(false)
  expect(new HubFailure('unavailable', 'later', { retryAfterMs: 5 })).toMatchObject({
    name: 'HubFailure',
    retryAfterMs: 5,
    status: null,
  })
})

it('reports a time-out as hub_unreachable', () => {
  const failure = failureOf(new DOMException('late', 'TimeoutError'))
  expect(failure.kind).toBe('timeout')
  expect(troubleOf(failure).code).toBe('hub_unreachable')
})

it('keeps a HubFailure unchanged', () => {
  const failure = new HubFailure('captive_portal', 'a login page')
  expect(failureOf(failure)).toBe(failure)
})
