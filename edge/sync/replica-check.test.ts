import { expect, test } from 'vitest'
import { ReplicaCheck } from './replica-check.ts'

const DAY = 24 * 60 * 60_000
const products = (...buckets: string[]) => ({
  product: Object.fromEntries(buckets.map((bucket) => [bucket, '1:0123456789abcdef'])),
})

test('is due after an unclean stop alone', () => {
  expect(new ReplicaCheck(DAY, true).isDue).toBe(true)
  expect(new ReplicaCheck(DAY, false).isDue).toBe(false)
})

test('what is equal is looked at tomorrow', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('00'), products('00'))).toEqual({ verdict: 'equal', differing: 0 })
  expect(check.isDue).toBe(false)
})

test('what differs is repaired once', () => {
  const check = new ReplicaCheck(DAY, true)
  expect(check.compare(products('00', '01'), products('00', '02')).verdict).toBe('repair')
  expect(check.repair).toEqual(['product:01', 'product:02'])
  expect(check.isDue).toBe(true)
  expect(check.compare(products('00', '01'), products('00', '02')).verdict).toBe('snapshot')
  expect(check.isDue).toBe(false)
})

test('many differences want a snapshot', () => {
  const many = Array.from({ length: 101 }, (_, i) => i.toString(16).padStart(2, '0'))
  expect(new ReplicaCheck(DAY, true).compare(products(), products(...many)).verdict).toBe('snapshot')
})

test('a damaged id wants a snapshot', () => {
  expect(new ReplicaCheck(DAY, true).compare(products('a?'), products()).verdict).toBe('snapshot')
})
