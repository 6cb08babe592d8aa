import { describe, expect, it } from 'vitest'
import { AmountIn } from '#shared/money/wire.ts'
import {
  ClockTime,
  Count,
  codeText,
  Day,
  Id,
  integer,
  integerQuery,
  Moment,
  numberQuery,
  optionalParagraphs,
  optionalText,
  paragraphs,
  text,
  textOfTill,
  textOrEmpty,
  UtcTime,
} from './fields.ts'

const manyDigits = `2026-01-31T09:30:00.${'1'.repeat(300)}Z`

describe('a time', () => {
  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.5Z', '2026-01-31T09:30:00.500Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('normalizes %s', (given, kept) => {
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
  ])('refuses an invalid time, alone and within a list: %s', (given) => {
    expect(UtcTime.safeParse(given).success).toBe(false)
    const list = Moment.array().refine((moments) => moments.every((moment) => moment.getTime() > 0))
    expect(list.safeParse([given]).error?.issues.map(({ path }) => path)).toEqual([[0]])
  })

  it.each([
    ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0000-12-31T23:59:59.999999Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999Z'],
    [manyDigits, '2026-01-31T09:30:00.111Z'],
  ])('clamps the time of a till’s clock to the nearest valid one: %s', (given, kept) => {
    expect(ClockTime.parse(given)).toBe(kept)
  })
})

it.each([
  ['0000-12-31', false],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['10000-01-01', false],
  ['2026-02-29', false],
])('accepts only valid days with a year from 1 to 9999: %s', (given, isTaken) => {
  expect(Day.safeParse(given).success).toBe(isTaken)
})

describe('a whole number', () => {
  it('fits its column', () => {
    const isTaken = (given: unknown) => integer().safeParse(given).success
    expect([-(2 ** 31), 2 ** 31 - 1].map(isTaken)).toEqual([true, true])
    expect([-(2 ** 31) - 1, 2 ** 31, 2 ** 53 - 1, 0.5, '1', Number.NaN].map(isTaken)).not.toContain(true)
    expect(Count.safeParse(2 ** 53 - 1).success).toBe(true)
  })

  it('accepts only whole numbers within the bounds in a query', () => {
    const isTaken = (given: string) => integerQuery(1).safeParse(given).success
    expect(['1', '2147483647'].map(isTaken)).toEqual([true, true])
    expect(['0', '2147483648', '1e300', '1.5', 'x', ''].map(isTaken)).not.toContain(true)
  })
})

describe('a text', () => {
  it('cleans a text and counts its characters instead of its UTF-16 units', () => {
    expect(text(3).parse(' \u200bCa\u202e ')).toBe('Ca')
    expect(text(4).parse('Cafe\u0301')).toBe('Caf\u00e9')
    expect(text(2).parse('\u{1f600}\u{1f600}')).toBe('\u{1f600}\u{1f600}')
    expect(text(2).safeParse('\u{1f600}\u{1f600}x').error?.issues[0]).toMatchObject({
      code: 'too_big',
      maximum: 2,
    })
  })

  it.each(['', '  ', '\u200b\u202e', '\u0007\u001b', '\u3164'])(
    'refuses a required text without visible characters, and reads an optional one as null: %j',
    (given) => {
      expect(text(9).safeParse(given).success).toBe(false)
      expect(paragraphs(9).safeParse(given).success).toBe(false)
      expect(optionalText(9).parse(given)).toBeNull()
      expect(optionalParagraphs(9).parse(given)).toBeNull()
    },
  )

  it('refuses a lone surrogate, and replaces it in a text from a till', () => {
    for (const type of [text(9), optionalText(9), paragraphs(9), codeText(9)])
      expect(type.safeParse('a\ud800').success).toBe(false)
    expect(textOfTill(9).parse('a\ud800\u200b')).toBe('a\ufffd')
  })

  it('keeps line breaks only in paragraphs', () => {
    expect(text(9).parse('a\r\nb')).toBe('a b')
    expect(paragraphs(9).parse('a\r\nb\n')).toBe('a\nb')
  })

  it('keeps control characters within a code and trims spaces around it', () => {
    expect(codeText(50).parse(' 010460\u001d21abc ')).toBe('010460\u001d21abc')
  })
})

describe('a query', () => {
  it('validates numbers in a query by the given schema', () => {
    expect(numberQuery(AmountIn).parse('12.34')).toBe(1234)
    expect(['x', '0.001'].map((given) => numberQuery(AmountIn).safeParse(given).success)).toEqual([
      false,
      false,
    ])
  })
})

describe('an id', () => {
  it('converts an id to lowercase, as the database returns it, and requires one except in a create', () => {
    expect(Id.parse('0198C000-0000-7000-8000-00000000000A')).toBe('0198c000-0000-7000-8000-00000000000a')
    expect(Id.safeParse('0198c000').success).toBe(false)
  })
})

describe('a text that may be absent', () => {
  it('reads a missing or empty optional text as null', () => {
    expect([undefined, null, ''].map((given) => optionalText(9).parse(given))).toEqual([null, null, null])
    expect([undefined, null, ''].map((given) => optionalParagraphs(9).parse(given))).toEqual([
      null,
      null,
      null,
    ])
    expect([optionalText(9).parse('a\nb'), optionalParagraphs(9).parse('a\nb')]).toEqual(['a b', 'a\nb'])
    expect(textOrEmpty(9).parse(' ')).toBe('')
  })

  it.each([
    ['a required text', text(3)],
    ['an optional text', optionalText(3)],
    ['a text that may be empty', textOrEmpty(3)],
    ['a text of several lines', paragraphs(3)],
    ['an optional text of several lines', optionalParagraphs(3)],
    ['a code', codeText(3)],
    ['a text from a till', textOfTill(3)],
  ])('limits the length of a text: %s', (_, type) => {
    expect(type.parse('abc')).toBe('abc')
    expect(type.safeParse('abcd').success).toBe(false)
  })

  it('requires at least one character in a code, and refuses a lone surrogate', () => {
    expect(codeText(3).safeParse(' ').success).toBe(false)
    expect(codeText(3).safeParse('a\ud800').error?.issues[0]?.message).toBe(
      'contains half of a surrogate pair',
    )
  })
})

describe('validation messages', () => {
  it.each([
    [Day, 'today', 'must be a day such as 2026-01-31'],
    [Day, '0000-01-01', 'must be between 0001-01-01 and 9999-12-31'],
    [UtcTime, 'now', 'must be a time in UTC such as 2026-01-31T09:30:00.000Z'],
    [UtcTime, '2026-01-31T09:30:00.0001Z', 'must have at most 3 decimal places of a second'],
    [UtcTime, '0000-01-31T09:30:00Z', 'must be between 0001-01-01 and 9999-12-31'],
    [ClockTime, 'now', 'must be a time in UTC such as 2026-01-31T09:30:00.000Z'],
    [text(9), 'a\ud800', 'contains half of a surrogate pair'],
    [text(9), ' ', 'must have a character that is seen'],
  ])('explains case %# %s', (type, given, message) => {
    expect(type.safeParse(given).error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  it('accepts a NUL in a text, because it is refused when the request is read', () => {
    expect(text(9).parse('a\0')).toBe('a\0')
  })
})
