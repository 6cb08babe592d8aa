import { describe, expect, it } from 'vitest'
import { momentOf } from './moment.ts'

const receivedAt = new Date('2026-05-01T12:00:00.000Z')
const moment = (claimed: string, hubOffsetMs?: number | null) =>
  momentOf(claimed, { hubOffsetMs }, receivedAt)

describe('momentOf', () => {
  it('uses the time of a clock whose skew is within the limit', () =>
    expect(moment('2026-05-01T11:00:00Z', 90_000).date.toISOString()).toBe('2026-05-01T11:00:00.000Z'))

  it('corrects the time of a clock with a known offset', () =>
    expect(moment('2036-05-01T11:00:00Z', -315_532_800_000)).toEqual({
      date: new Date('2026-05-02T11:00:00.000Z'),
      isAbsurd: false,
    }))

  it.each([
    [
      'a clock that was corrected after running six years ahead',
      '2026-05-01T11:00:00Z',
      '2026-05-01T11:00:00.000Z',
    ],
    ['a clock that still runs six years ahead', '2032-05-01T11:00:00Z', '2026-05-01T23:00:00.000Z'],
  ])('uses the candidate time closer to the time of receipt for %s', (_title, claimed, date) => {
    const setBack = { hubOffsetMs: -189_345_600_000, hubOffsetAgeMs: -1000 }
    expect(momentOf(claimed, setBack, receivedAt).date.toISOString()).toBe(date)
  })

  it.each([
    ['year 0', '0000-01-01T00:00:00Z', 0],
    ['1970', '1970-01-01T00:00:00Z', null],
    ['the day after tomorrow', '2026-05-03T11:00:00Z', 0],
    ['an absurd correction', '2026-05-01T11:00:00Z', 1e308],
    ['an absurd correction backwards', '2026-05-01T11:00:00Z', -1e308],
  ])('uses the time of receipt for %s', (_title, claimed, offset) =>
    expect(moment(claimed, offset)).toEqual({ date: receivedAt, isAbsurd: true }),
  )
})
