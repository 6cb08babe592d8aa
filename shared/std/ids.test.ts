import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('new ids are UUIDs of version 7, each another, and sort as they were made', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  // The last bits, which no two ids share by their time.
  expect(new Set(ids.map((id) => id.slice(-10))).size).toBe(ids.length)
})

test('an id tells when it was made', () => {
  const before = Date.now()
  const madeAt = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)
  expect(madeAt).toBeGreaterThanOrEqual(before)
  expect(madeAt).toBeLessThanOrEqual(Date.now() + 1)
})
