import { expect, it } from 'vitest'
import { askedOf, isPossible, readTimes, typedOn } from './times.ts'

it('a quantity has an asterisk behind it', () => {
  expect(['3*', ' 12* ', '1,5*', '0.250*', '0*'].map(readTimes)).toEqual([3, 12, 1.5, 0.25, 0])
  expect(['3', '*', 'x*', '3**', '1,5555*', '-3*', '3*4', '1234567890*'].map(readTimes)).toEqual(
    Array(8).fill(null),
  )
})

it('nothing and too many cannot be', () => {
  expect([0, 0.001, 1, 10_000, 10_000.001].map(isPossible)).toEqual([false, true, true, true, false])
})

it('is typed key by key, into no field', () => {
  expect([typedOn('', '1'), typedOn('1', '2'), typedOn('12', ','), typedOn('12,', '5*')]).toEqual([
    ...['1', '12', '12,', '12,5*'],
  ])
  expect([typedOn('', '*'), typedOn('', 'a'), typedOn('12', 'a'), typedOn('3*', '1')]).toEqual(
    Array(4).fill(null),
  )
})

it('a whole figure is so many of what comes, a broken one is how much of it', () => {
  expect([null, 1, 3, 0.25, 1.5].map(askedOf)).toEqual([
    ...[{}, { times: 1 }, { times: 3 }, { quantity: 0.25 }, { quantity: 1.5 }],
  ])
})
