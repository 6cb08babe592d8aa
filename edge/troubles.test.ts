import { expect, it } from 'vitest'
import { Troubles } from './troubles.ts'

function create() {
  const clock = { ms: Date.UTC(2026, 0, 1), now: () => new Date(clock.ms), monotonicMs: () => clock.ms }
  return { clock, troubles: new Troubles(clock) }
}

it('reports being offline only after 15 minutes', () => {
  const { clock, troubles } = create()
  troubles.raise('download', { code: 'hub_unreachable', detail: 'refused' })
  expect(troubles.list()).toEqual([])
  clock.ms += 15 * 60_000 - 1
  expect(troubles.list()).toEqual([])
  clock.ms += 1
  expect(troubles.list()).toMatchObject([{ code: 'hub_unreachable', since: '2026-01-01T00:00:00.000Z' }])
})

it('keeps the start time of a trouble that is raised again', () => {
  const { clock, troubles } = create()
  troubles.raise('upload', { code: 'hub_error', detail: 'first' })
  clock.ms += 1_000
  troubles.raise('upload', { code: 'hub_error', detail: 'second' })
  expect(troubles.list()).toEqual([
    { code: 'hub_error', detail: 'second', since: '2026-01-01T00:00:00.000Z' },
  ])
})

it('lists a trouble with two sources once', () => {
  const { clock, troubles } = create()
  troubles.raise('upload', { code: 'captive_portal', detail: 'up' })
  clock.ms += 1_000
  troubles.raise('download', { code: 'captive_portal', detail: 'down' })
  expect(troubles.list()).toMatchObject([{ code: 'captive_portal', since: '2026-01-01T00:00:00.000Z' }])
  troubles.settle('upload')
  expect(troubles.list()).toMatchObject([{ detail: 'down' }])
})

it('keeps the earlier start time of a trouble with two sources, in either order', () => {
  const { clock, troubles } = create()
  troubles.raise('upload', { code: 'hub_error', detail: 'up' })
  clock.ms += 1_000
  troubles.raise('download', { code: 'captive_portal', detail: 'portal' })
  clock.ms += 1_000
  troubles.raise('upload', { code: 'captive_portal', detail: 'up' })
  expect(troubles.list()).toEqual([
    { code: 'captive_portal', detail: 'portal', since: '2026-01-01T00:00:01.000Z' },
  ])
})

it('treats a trouble as new only when its code changes', () => {
  const { clock, troubles } = create()
  expect(troubles.find('upload')).toBeNull()
  expect(troubles.raise('upload', { code: 'hub_error', detail: 'a' })).toBe(true)
  expect(troubles.raise('upload', { code: 'hub_error', detail: 'b' })).toBe(false)
  clock.ms += 1_000
  expect(troubles.raise('upload', { code: 'captive_portal', detail: 'c' })).toBe(true)
  expect(troubles.find('upload')).toMatchObject({ code: 'captive_portal', detail: 'c' })
  expect(troubles.list()).toMatchObject([{ since: '2026-01-01T00:00:01.000Z' }])
})

it('returns true only when there was a trouble to clear', () => {
  const { troubles } = create()
  troubles.raise('upload', { code: 'hub_error', detail: 'a' })
  expect([troubles.settle('download'), troubles.settle('upload'), troubles.settle('upload')]).toEqual([
    false,
    true,
    false,
  ])
  expect([troubles.list(), troubles.find('upload')]).toEqual([[], null])
})
