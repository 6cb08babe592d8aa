import { expect, test } from 'vitest'
import { failureOf, HubFailure, troubleOf } from './hub-failure.ts'

const fetchFailed = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

test.each([
  ['ECONNREFUSED', 'hub_unreachable'],
  ['ENOTFOUND', 'hub_unreachable'],
  ['ECONNRESET', 'hub_unreachable'],
  ['CERT_HAS_EXPIRED', 'clock_wrong'],
  ['CERT_NOT_YET_VALID', 'clock_wrong'],
])('%s is told as %s', (code, trouble) => {
  expect(troubleOf(failureOf(fetchFailed(code))).code).toBe(trouble)
})

test('a time-out is told as unreachable', () => {
  const failure = failureOf(new DOMException('late', 'TimeoutError'))
  expect(failure.kind).toBe('timeout')
  expect(troubleOf(failure).code).toBe('hub_unreachable')
})

test('a failure stays what it is', () => {
  const failure = new HubFailure('captive_portal', 'a login page')
  expect(failureOf(failure)).toBe(failure)
})
