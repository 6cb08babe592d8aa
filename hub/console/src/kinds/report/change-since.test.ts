import { expect, it } from 'vitest'
import { changeSince } from './change-since.ts'

it('gives the change in percent, also from a loss', () => {
  expect(changeSince(200, 250)).toBe(25)
  expect(changeSince(200, 0)).toBe(-100)
  expect(changeSince(-100, 50)).toBe(150)
  expect(changeSince(3, 4)).toBe(33.3)
})

it('compares with no period that is nearly empty', () => {
  expect(changeSince(0, 50)).toBe('too-little-data')
  expect(changeSince(127_207.82, 4_479_500)).toBe('too-little-data')
  expect(changeSince(99, 1000)).toBe('too-little-data')
  expect(changeSince(100, 1000)).toBe(900)
})

it('tells of no change where there is none to tell of', () => {
  expect(changeSince(5, 5)).toBeNull()
  expect(changeSince(0, 0)).toBeNull()
  expect(changeSince(1_000_000, 1_000_001)).toBeNull()
  expect(changeSince(null, 5)).toBeNull()
  expect(changeSince(5, undefined)).toBeNull()
})
