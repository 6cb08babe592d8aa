import { expect, it } from 'vitest'
import { pinDelayMs } from './check-pin.ts'

it.each([
  [0, 0],
  [2, 0],
  [3, 5],
  [4, 10],
  [5, 20],
  [8, 160],
  [9, 300],
  [500, 300],
])('blocks after %d wrong PINs for %d s', (failures, seconds) => {
  expect(pinDelayMs(failures)).toBe(seconds * 1000)
})
