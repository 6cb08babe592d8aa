import { expect, test } from 'vitest'
import { UPLOAD_MAX_ITEMS } from '#shared/sync/upload.ts'
import { BatchSize } from './batch-size.ts'

/** Sends items 1 to `count`, of which `bad` make every batch fail that holds them. */
function deliver(count: number, bad: readonly number[]) {
  const size = new BatchSize()
  const queue = Array.from({ length: count }, (_, index) => index + 1)
  const aside: number[] = []
  let requests = 0
  let waits = 0
  while (queue.length > 0) {
    const batch = queue.slice(0, size.next)
    requests++
    if (!batch.some((item) => bad.includes(item))) {
      size.succeeded(batch.length)
      queue.splice(0, batch.length)
      continue
    }
    const { setAside, isSearching } = size.failed('server_error', batch.length)
    if (!isSearching && !setAside) waits++
    if (setAside) aside.push(...queue.splice(0, batch.length))
  }
  return { aside, requests, waits }
}

test.each([[[1]], [[50]], [[100]]])('finds the bad one of a hundred: %j', (bad) => {
  const { aside, requests, waits } = deliver(100, bad)
  expect(aside).toEqual(bad)
  expect(waits).toBe(1)
  expect(requests).toBeLessThan(18)
})

test('finds every bad one', () => {
  expect(deliver(1_000, [3, 4, 500, 999]).aside).toEqual([3, 4, 500, 999])
})

test.each(['unreachable', 'device_refused', 'captive_portal', 'unavailable'] as const)(
  '%s is not the fault of the items',
  (kind) => {
    const size = new BatchSize()
    expect(size.failed(kind, 25)).toEqual({ setAside: false, isSearching: false })
    expect(size.next).toBe(UPLOAD_MAX_ITEMS)
  },
)

test('shrinks to what a breaking line carries', () => {
  const size = new BatchSize()
  expect(size.failed('broken_off', 24)).toEqual({ setAside: false, isSearching: false })
  expect(size.next).toBe(12)
  size.failed('broken_off', 1)
  expect(size.next).toBe(12)
})

test('a batch of which nothing was taken steps aside', () => {
  const size = new BatchSize()
  expect(size.failed('not_taken', 25)).toEqual({ setAside: true, isSearching: false })
  expect(size.next).toBe(UPLOAD_MAX_ITEMS)
})

test('grows again after success', () => {
  const size = new BatchSize()
  size.failed('too_large', 4)
  expect(size.next).toBe(2)
  for (const sent of [2, 1, 1]) size.succeeded(sent)
  expect(size.next).toBeGreaterThan(2)
})
