import { describe, expect, it } from 'vitest'
import {
  ClockTime,
  Count,
  codeText,
  Day,
  integer,
  integerQuery,
  Moment,
  optionalParagraphs,
  optionalText,
  paragraphs,
  text,
  toldText,
  UtcTime,
} from './common.ts'

const manyDigits = `2026-01-31T09:30:00.${'1'.repeat(300)}Z`

describe('a time', () => {
  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.5Z', '2026-01-31T09:30:00.500Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is put into one form: %s', (given, kept) => {
    expect(UtcTime.parse(given)).toBe(kept)
    expect(ClockTime.parse(given)).toBe(kept)
    expect(Moment.parse(given)).toEqual(new Date(kept))
  })

  it.each([
    '0000-01-01T00:00:00Z',
    '0000-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:30:00+05:00',
    '2026-01-31T09:30:00.0001Z',
    '2026-01-31',
    manyDigits,
    '',
    7,
  ])('is refused, and so is the list that it is in: %s', (given) => {
    expect(UtcTime.safeParse(given).success).toBe(false)
    const list = Moment.array().refine((moments) => moments.every((moment) => moment.getTime() > 0))
    expect(list.safeParse([given]).error?.issues.map(({ path }) => path)).toEqual([[0]])
  })

  it.each([
    ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0000-12-31T23:59:59.999999Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999Z'],
    [manyDigits, '2026-01-31T09:30:00.111Z'],
  ])('of a till’s clock is taken as near as can be: %s', (given, kept) => {
    expect(ClockTime.parse(given)).toBe(kept)
  })
})

it.each([
  ['0000-12-31', false],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['10000-01-01', false],
  ['2026-02-29', false],
])('a day has a year from 1 to 9999: %s', (given, isTaken) => {
  expect(Day.safeParse(given).success).toBe(isTaken)
})

describe('a whole number', () => {
  it('fits its column', () => {
    const isTaken = (given: unknown) => integer().safeParse(given).success
    expect([-(2 ** 31), 2 ** 31 - 1].map(isTaken)).toEqual([true, true])
    expect([-(2 ** 31) - 1, 2 ** 31, 2 ** 53 - 1, 0.5, '1', Number.NaN].map(isTaken)).not.toContain(true)
    expect(Count.safeParse(2 ** 53 - 1).success).toBe(true)
  })

  it('of a query is one too', () => {
    const isTaken = (given: string) => integerQuery(1).safeParse(given).success
    expect(['1', '2147483647'].map(isTaken)).toEqual([true, true])
    expect(['0', '2147483648', '1e300', '1.5', 'x', ''].map(isTaken)).not.toContain(true)
  })
})

describe('a text', () => {
  it('is cleaned, and counted in characters', () => {
    expect(text(3).parse(' \u200bCa\u202e ')).toBe('Ca')
    expect(text(4).parse('Cafe\u0301')).toBe('Caf\u00e9')
    expect(text(2).parse('\u{1f600}\u{1f600}')).toBe('\u{1f600}\u{1f600}')
    expect(text(2).safeParse('\u{1f600}\u{1f600}x').error?.issues[0]).toMatchObject({
      code: 'too_big',
      maximum: 2,
    })
  })

  it.each(['', '  ', '\u200b\u202e', '\u0007\u001b', '\u3164'])(
    'of nothing that is seen is none: %j',
    (given) => {
      expect(text(9).safeParse(given).success).toBe(false)
      expect(paragraphs(9).safeParse(given).success).toBe(false)
      expect(optionalText(9).parse(given)).toBeNull()
      expect(optionalParagraphs(9).parse(given)).toBeNull()
    },
  )

  it('has no half of a surrogate pair', () => {
    for (const type of [text(9), optionalText(9), paragraphs(9), codeText(9)])
      expect(type.safeParse('a\ud800').success).toBe(false)
    expect(toldText(9).parse('a\ud800\u200b')).toBe('a\ufffd')
  })

  it('has lines only where it may', () => {
    expect(text(9).parse('a\r\nb')).toBe('a b')
    expect(paragraphs(9).parse('a\r\nb\n')).toBe('a\nb')
  })

  it('of a code is what the machine read', () => {
    expect(codeText(50).parse(' 010460\u001d21abc ')).toBe('010460\u001d21abc')
  })
})
