import { expect, it } from 'vitest'
import { UPLOAD_MAX_ITEMS } from '#shared/sync/upload.ts'
import { BatchSize } from './batch-size.ts'

/** Uploads items 1 to `count`. Every batch that contains an item of `bad` fails. */
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

it.each([[[1]], [[50]], [[100]]])('isolates the bad items of a hundred in few requests: %j', (bad) => {
  const { aside, requests, waits } = deliver(100, bad)
  expect(aside).toEqual(bad)
  expect(waits).toBe(1)
  expect(requests).toBeLessThan(18)
})

it('returns to full batches after the bad item is set aside', () => {
  // Item 100 fails together with those before it. Later items are sent in full batches again.
  const { aside, requests } = deliver(1_000, [100])
  expect(aside).toEqual([100])
  expect(requests).toBeLessThan(24)
})

it('halves a failed batch and resets at the first item that fails alone', () => {
  const size = new BatchSize()
  expect(size.failed('timeout', 5)).toEqual({ setAside: false, isSearching: false })
  expect(size.next).toBe(2)
  expect(size.failed('server_error', 2)).toEqual({ setAside: false, isSearching: true })
  expect(size.next).toBe(1)
  expect(size.failed('bad_request', 1)).toEqual({ setAside: true, isSearching: false })
  expect(size.next).toBe(UPLOAD_MAX_ITEMS)
  expect(size.failed('too_large', 3)).toEqual({ setAside: false, isSearching: false })
})

it('halves the suspects after a part of them has succeeded', () => {
  const size = new BatchSize()
  size.failed('server_error', 12)
  expect(size.next).toBe(6)
  size.succeeded(6)
  expect(size.next).toBe(3)
  size.succeeded(3)
  expect(size.next).toBe(2)
  size.succeeded(2)
  expect(size.next).toBe(1)
  // More items have succeeded than were suspected.
  size.succeeded(5)
  expect(size.next).toBe(12)
})

it('ignores the failure of a request without items', () => {
  const size = new BatchSize()
  expect(size.failed('server_error', 0)).toEqual({ setAside: false, isSearching: false })
  expect(size.next).toBe(UPLOAD_MAX_ITEMS)
})

it('isolates every bad item', () => {
  expect(deliver(1_000, [3, 4, 500, 999]).aside).toEqual([3, 4, 500, 999])
})

it.each(['unreachable', 'device_refused', 'captive_portal', 'unavailable'] as const)(
  'does not blame %s on the items',
  (kind) => {
    const size = new BatchSize()
    expect(size.failed(kind, 25)).toEqual({ setAside: false, isSearching: false })
    expect(size.next).toBe(UPLOAD_MAX_ITEMS)
  },
)

it('halves the batches on a connection that keeps breaking', () => {
  const size = new BatchSize()
  expect(size.failed('broken_off', 24)).toEqual({ setAside: false, isSearching: false })
  expect(size.next).toBe(12)
  size.failed('broken_off', 1)
  expect(size.next).toBe(12)
  size.failed('broken_off', 2)
  expect(size.next).toBe(1)
  size.succeeded(1)
  expect(size.next).toBe(2)
})

it('sets a batch aside when the hub accepts none of its items', () => {
  const size = new BatchSize()
  expect(size.failed('not_taken', 25)).toEqual({ setAside: true, isSearching: false })
  expect(size.next).toBe(UPLOAD_MAX_ITEMS)
})

it('grows the batches again after success', () => {
  const size = new BatchSize()
  size.failed('too_large', 4)
  expect(size.next).toBe(2)
  size.succeeded(2)
  size.succeeded(1)
  size.succeeded(1)
  expect(size.next).toBe(4)
  for (let sent = 0; sent < 10; sent += 1) size.succeeded(size.next)
  expect(size.next).toBe(UPLOAD_MAX_ITEMS)
})
