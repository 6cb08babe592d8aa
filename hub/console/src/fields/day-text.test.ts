import { expect, it } from 'vitest'
import { readDay, writeDay, writeDayAndTime } from './day-text.ts'

it('reads days in common formats', () => {
  for (const text of [
    '27.11.2026',
    '27/11/2026',
    '27-11-2026',
    '27 11 2026',
    '27 Nov 2026',
    '27 november 2026',
    '2026-11-27',
  ])
    expect(readDay(text)).toBe('2026-11-27')
  expect(readDay(' 1.3.2027 ')).toBe('2027-03-01')
})

it('reads back every day that it writes, in each language and month', () => {
  for (const language of ['en', 'ru', 'kk'])
    for (let month = 1; month <= 12; month++) {
      const day = `2026-${String(month).padStart(2, '0')}-09`
      expect(readDay(writeDay(language)(day))).toBe(day)
    }
})

it('refuses a day that does not exist and other text', () => {
  for (const text of ['31.02.2026', '2026-13-01', '27.11', '27.11.26', 'tomorrow', ''])
    expect(readDay(text)).toBeNull()
})

it('writes a wall clock time without converting its time zone', () => {
  expect(writeDayAndTime('en')('2026-11-27 23:30:00')).toBe('27 Nov 2026, 23:30')
  expect(writeDayAndTime('ru')('2026-11-27 00:05:00')).toBe('27.11.2026, 00:05')
})
