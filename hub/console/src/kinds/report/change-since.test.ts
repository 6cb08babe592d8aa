import { expect, it } from 'vitest'
import { changeSince } from './change-since.ts'

it('returns the change in percent, also compared with a loss', () => {
  expect(changeSince(200, 250)).toBe(25)
  expect(changeSince(200, 0)).toBe(-100)
  expect(changeSince(-100, 50)).toBe(150)
  expect(changeSince(3, 4)).toBe(33.3)
})

it('returns too-little-data when the earlier figure is less than a tenth of the later one', () => {
  expect(changeSince(0, 50)).toBe('too-little-data')
  expect(changeSince(127_207.82, 4_479_500)).toBe('too-little-data')
  expect(changeSince(99, 1000)).toBe('too-little-data')
  expect(changeSince(100, 1000)).toBe(900)
})

it('returns null for no change, a change below 0.05 %, or a missing figure', () => {
  expect(changeSince(5, 5)).toBeNull()
  expect(changeSince(0, 0)).toBeNull()
  expect(changeSince(1_000_000, 1_000_001)).toBeNull()
  expect(changeSince(null, 5)).toBeNull()
  expect(changeSince(5, undefined)).toBeNull()
})
