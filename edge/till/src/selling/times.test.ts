import { expect, it } from 'vitest'
import { isPossible, readTimes, typedOn, typedQuantityOf } from './times.ts'

it('reads only a valid quantity that ends with an asterisk', () => {
  expect(['3*', ' 12* ', '1,5*', '0.250*', '0*'].map(readTimes)).toEqual([3, 12, 1.5, 0.25, 0])
  expect(['3', '*', 'x*', '3**', '1,5555*', '-3*', '3*4', '1234567890*'].map(readTimes)).toEqual(
    Array(8).fill(null),
  )
})

it('allows quantities above 0 and up to 10,000', () => {
  expect([0, 0.001, 1, 10_000, 10_000.001].map(isPossible)).toEqual([false, true, true, true, false])
})

it('collects the keys of a quantity and stops at any other key', () => {
  expect([typedOn('', '1'), typedOn('1', '2'), typedOn('12', ','), typedOn('12,', '5*')]).toEqual([
    '1',
    '12',
    '12,',
    '12,5*',
  ])
  expect([typedOn('', '*'), typedOn('', 'a'), typedOn('12', 'a'), typedOn('3*', '1')]).toEqual(
    Array(4).fill(null),
  )
})

it('treats a whole number as repetitions and a fraction as a quantity', () => {
  expect([null, 1, 3, 0.25, 1.5].map(typedQuantityOf)).toEqual([
    {},
    { times: 1 },
    { times: 3 },
    { quantity: 0.25 },
    { quantity: 1.5 },
  ])
})
