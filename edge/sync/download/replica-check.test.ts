import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReplicaCheck } from './replica-check.ts'

const DAY = 24 * 60 * 60_000
const products = (...buckets: string[]) => ({
  product: Object.fromEntries(buckets.map((bucket) => [bucket, '1:0123456789abcdef'])),
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 1_000_000 }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([
  ['after the whole interval at the latest', 0, DAY],
  ['after half the interval at the earliest', 1, DAY / 2],
])('becomes due at a random time: %s', (_, random, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const check = new ReplicaCheck(DAY, false)
  vi.advanceTimersByTime(ms - 1)
  expect(check.isDue).toBe(false)
  vi.advanceTimersByTime(1)
  expect(check.isDue).toBe(true)
})

it('drops the pending repair and retries the next day when the hub sends no digest', () => {
  const check = new ReplicaCheck(DAY, true)
  check.compare(products('00'), products('01'))
  check.skip()
  expect([check.repair, check.isDue]).toEqual([[], false])
  vi.advanceTimersByTime(DAY)
  expect(check.isDue).toBe(true)
})

it('reports the number of differing buckets, and drops the repair when none differ any longer', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('00', '01'), products('00', '02'))).toEqual({
    verdict: 'repair',
    differing: 2,
  })
  expect(check.compare(products('00'), products('00'))).toEqual({ verdict: 'equal', differing: 0 })
  expect([check.repair, check.isDue]).toEqual([[], false])
  expect(check.compare(products('00'), products('01')).verdict).toBe('repair')
})

it('becomes due immediately only after an unclean stop', () => {
  expect(new ReplicaCheck(DAY, true).isDue).toBe(true)
  expect(new ReplicaCheck(DAY, false).isDue).toBe(false)
})

it('delays the next check after the replica was found equal', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('00'), products('00'))).toEqual({ verdict: 'equal', differing: 0 })
  expect(check.isDue).toBe(false)
})

it('requests a snapshot when repaired buckets still differ', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('00', '01'), products('00', '02')).verdict).toBe('repair')
  expect(check.repair).toEqual(['product:01', 'product:02'])
  expect(check.isDue).toBe(true)
  expect(check.compare(products('00', '01'), products('00', '02')).verdict).toBe('snapshot')
  expect(check.isDue).toBe(false)
})

it('requests a snapshot when more than 100 buckets differ', () => {
  const many = Array.from({ length: 101 }, (_, i) => i.toString(16).padStart(2, '0'))
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products(), products(...many))).toEqual({ verdict: 'snapshot', differing: 101 })
  expect(check.repair).toEqual([])
  expect(check.compare(products(), products(...many.slice(1))).verdict).toBe('repair')
  expect(check.repair.length).toBe(100)
})

it('requests a snapshot for a damaged id', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('a?', '00'), products()).verdict).toBe('snapshot')
  expect(check.repair).toEqual([])
})
