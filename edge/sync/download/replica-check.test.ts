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
  ['at the latest', 0, DAY],
  ['half the time before', 1, DAY / 2],
])('is due after its time %s', (_, random, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const check = new ReplicaCheck(DAY, false)
  vi.advanceTimersByTime(ms - 1)
  expect(check.isDue).toBe(false)
  vi.advanceTimersByTime(1)
  expect(check.isDue).toBe(true)
})

it('a hub that says nothing is asked again the next time, and for no bucket', () => {
  const check = new ReplicaCheck(DAY, true)
  check.compare(products('00'), products('01'))
  check.skip()
  expect([check.repair, check.isDue]).toEqual([[], false])
  vi.advanceTimersByTime(DAY)
  expect(check.isDue).toBe(true)
})

it('says how many buckets differ', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('00', '01'), products('00', '02'))).toEqual({
    verdict: 'repair',
    differing: 2,
  })
  expect(check.compare(products('00'), products('00'))).toEqual({ verdict: 'equal', differing: 0 })
  expect([check.repair, check.isDue]).toEqual([[], false])
  expect(check.compare(products('00'), products('01')).verdict).toBe('repair')
})

it('is due after an unclean stop alone', () => {
  expect(new ReplicaCheck(DAY, true).isDue).toBe(true)
  expect(new ReplicaCheck(DAY, false).isDue).toBe(false)
})

it('what is equal is looked at tomorrow', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('00'), products('00'))).toEqual({ verdict: 'equal', differing: 0 })
  expect(check.isDue).toBe(false)
})

it('what differs is repaired once', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('00', '01'), products('00', '02')).verdict).toBe('repair')
  expect(check.repair).toEqual(['product:01', 'product:02'])
  expect(check.isDue).toBe(true)
  expect(check.compare(products('00', '01'), products('00', '02')).verdict).toBe('snapshot')
  expect(check.isDue).toBe(false)
})

it('many differences want a snapshot', () => {
  const many = Array.from({ length: 101 }, (_, i) => i.toString(16).padStart(2, '0'))
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products(), products(...many))).toEqual({ verdict: 'snapshot', differing: 101 })
  expect(check.repair).toEqual([])
  expect(check.compare(products(), products(...many.slice(1))).verdict).toBe('repair')
  expect(check.repair.length).toBe(100)
})

it('a damaged id wants a snapshot', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('a?', '00'), products()).verdict).toBe('snapshot')
  expect(check.repair).toEqual([])
})
