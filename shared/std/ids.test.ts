import { validate, version } from 'uuid'
import { afterEach, expect, it, vi } from 'vitest'
import { idFromName, newId } from './ids.ts'

afterEach(() => vi.restoreAllMocks())

it('generates distinct UUIDs of version 7 that sort by creation', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  // The last bits differ even between ids with the same time.
  expect(new Set(ids.map((id) => id.slice(-10))).size).toBe(ids.length)
})

it('puts the time of creation into an id', () => {
  const before = Date.now()
  const madeAt = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)
  expect(madeAt).toBeGreaterThanOrEqual(before)
  expect(madeAt).toBeLessThanOrEqual(Date.now() + 1)
})

const msOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

it('sorts ids by creation even when the clock stands still or is set back', () => {
  const now = vi.spyOn(Date, 'now')
  const later = Date.now() + 1
  now.mockReturnValue(later)
  const ids = Array.from({ length: 2000 }, newId)
  now.mockReturnValue(later - 3_600_000)
  ids.push(...Array.from({ length: 2000 }, newId))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map(msOf))).toEqual(new Set([later]))
  now.mockReturnValue(later + 1)
  const next = newId()
  expect(next > (ids.at(-1) as string)).toBe(true)
  expect(msOf(next)).toBe(later + 1)
})

it('starts the counter at a different number in each millisecond', () => {
  const now = vi.spyOn(Date, 'now')
  const start = Date.now() + 10
  const counters = Array.from({ length: 100 }, (_, n) => {
    now.mockReturnValue(start + n)
    return newId().slice(14, 23)
  })
  expect(new Set(counters).size).toBeGreaterThan(90)
})

it('returns the same id for the same name and different ids for different names', () => {
  expect(idFromName('currency KZT')).toBe('9a0bec0b-e9c9-5a26-a381-b0848097e97c')
  expect(idFromName('currency RUB')).not.toBe(idFromName('currency KZT'))
  expect(version(idFromName(''))).toBe(5)
})
