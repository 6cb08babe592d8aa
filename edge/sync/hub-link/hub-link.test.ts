import { expect, it } from 'vitest'
import { Troubles } from '../../troubles.ts'
import { Counters } from '../counters.ts'
import { HubLink } from './hub-link.ts'

const NOON = Date.parse('2026-03-01T12:00:00.000Z')

/** Opens a link whose clocks advance only when the test moves them. */
function openLink() {
  const clocks = { wallMs: NOON, monotonicMs: 500 }
  const clock = { now: () => new Date(clocks.wallMs), monotonicMs: () => clocks.monotonicMs }
  const link = new HubLink({
    clock,
    troubles: new Troubles(clock),
    counters: new Counters(),
    onBack: () => undefined,
  })
  const pass = (wallMs: number, monotonicMs: number): void => {
    clocks.wallMs += wallMs
    clocks.monotonicMs += monotonicMs
  }
  return { link, pass }
}

it('reports no age for an offset that was never measured', () => {
  const { link, pass } = openLink()
  pass(1000, 1000)
  expect([link.offsetMs, link.offsetAgeMs]).toEqual([null, null])
})

it.each([
  ['the time that passed on both clocks', 5000, 5000, 5000],
  ['the time of the wall clock when the computer has slept', 3_600_000, 10, 3_600_000],
  ['the time of the monotonic clock when the wall clock was set back a little', 4000, 9000.4, 9000],
  ['less than 0 when the wall clock was set back to before the measurement', -1, 9000, -1],
])('reports the age of the measurement: %s', (_how, wallMs, monotonicMs, ageMs) => {
  const { link, pass } = openLink()
  link.measureOffset(new Date(NOON + 250).toISOString())
  expect([link.offsetMs, link.offsetAgeMs]).toEqual([250, 0])
  pass(wallMs, monotonicMs)
  expect(link.offsetAgeMs).toBe(ageMs)
})

it('replaces the offset with a new measurement', () => {
  const { link, pass } = openLink()
  link.measureOffset(new Date(NOON).toISOString())
  pass(7000, 7000)
  link.measureOffset(new Date(NOON).toISOString())
  expect([link.offsetMs, link.offsetAgeMs]).toEqual([-7000, 0])
})
