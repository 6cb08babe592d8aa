import { expect, it } from 'vitest'
import { isOlder } from './open.ts'

it.each([
  ['3.51.2', true],
  ['3.9.9', true],
  ['3.51.3', false],
  ['3.51.10', false],
  ['4.0.0', false],
])('decides whether SQLite %s is too old: %s', (version, tooOld) => {
  expect(isOlder(version, '3.51.3')).toBe(tooOld)
})
