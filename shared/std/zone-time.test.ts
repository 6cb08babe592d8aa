import { describe, expect, it } from 'vitest'
import { fromWallClock, toWallClock } from './zone-time.ts'

describe('wall-clock times', () => {
  it.each([
    ['2026-03-01 15:00:00', 'Asia/Almaty', '2026-03-01T10:00:00.000Z'],
    ['2026-07-01 00:30:00', 'Europe/Berlin', '2026-06-30T22:30:00.000Z'],
    ['2026-03-29 01:30:00', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
    ['2026-03-29 03:15:00', 'Europe/Berlin', '2026-03-29T01:15:00.000Z'],
    ['2026-10-25 03:15:00', 'Europe/Berlin', '2026-10-25T02:15:00.000Z'],
  ])('converts both ways between %s in %s and %s', (shown, timeZone, moment) => {
    expect(fromWallClock(shown, timeZone)).toBe(moment)
    expect(toWallClock(moment, timeZone)).toBe(shown)
  })
})
