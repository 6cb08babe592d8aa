import { expect, it } from 'vitest'
import { dateFormat } from './date-format.ts'

const AT = new Date('2026-10-28T20:30:00Z')
const ALMATY = { timeZone: 'Asia/Almaty' }

it('formats dates with Kazakh names in the given time zone', () => {
  const write = (options: Intl.DateTimeFormatOptions) =>
    dateFormat('kk', { ...ALMATY, ...options })(AT).replaceAll(/\s/g, ' ')
  expect(write({ dateStyle: 'medium' })).toBe('29 қаз. 2026 ж.')
  expect(write({ dateStyle: 'short' })).toBe('29.10.2026')
  expect(write({ weekday: 'short', day: 'numeric', month: 'short' })).toBe('бс, 29 қаз.')
  expect(write({ month: 'long', year: 'numeric' })).toBe('қазан 2026 ж.')
  const lastOfMonth = new Date('2026-10-31T20:30:00Z')
  expect(dateFormat('kk', { ...ALMATY, day: 'numeric', month: 'long' })(lastOfMonth)).toBe('1 қараша')
  expect(write({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })).toBe('01:30')
})

it('names months and weekdays like Intl with Kazakh data', () => {
  for (const options of [{ month: 'long' }, { month: 'short' }, { weekday: 'short' }] as const)
    for (let n = 0; n < 12; n++) {
      const at = Date.UTC(2026, n, 4 + n)
      expect(dateFormat('kk', { ...options, timeZone: 'UTC' })(at)).toBe(
        new Intl.DateTimeFormat('kk', { ...options, timeZone: 'UTC' }).format(at).toLocaleLowerCase('kk'),
      )
    }
})
