import { describe, expect, it } from 'vitest'
import { cleanLines, cleanText, countCharacters } from './clean-text.ts'

describe('cleanText', () => {
  it.each([
    ['a clean text', 'Tea, 1 kg', 'Tea, 1 kg'],
    ['spaces around plain text', '  Tea ', 'Tea'],
    ['a vertical tab, but not the letter V', 'V\u000bV', 'V V'],
    ['white space of every kind around a text', '\u00a0\u3000 \ufeffTea\u2003\t\n', 'Tea'],
    ['line breaks and tabs inside a text', 'Green\ttea\r\nloose\u2028leaf', 'Green tea loose leaf'],
    ['control characters', 'T\u0007e\u001ba\u0085\u009f', 'Tea'],
    ['zero-width spaces, soft hyphens, fillers', 'T\u200be\u2060\ufeffa\u00ad\u3164', 'Tea'],
    ['bidi controls (UAX #9)', '\u202etea\u202c \u2066x\u2069\u200e\u200f\u061c', 'tea x'],
    ['white space next to zero-width characters', ' \u200b Tea \u200b ', 'Tea'],
    ['a decomposed letter (UAX #15)', 'Cafe\u0301', 'Caf\u00e9'],
    ['joiners between Latin letters', 'T\u200de\u200ca', 'Tea'],
    [
      'a non-joiner in Persian (UAX #31)',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    ],
    ['a joiner in Hindi (UAX #31)', '\u0915\u094d\u200d\u0937', '\u0915\u094d\u200d\u0937'],
    ['two joiners in a row', '\u0915\u094d\u200d\u200d\u0937', '\u0915\u094d\u0937'],
    ['a joiner at the end', '\u0915\u094d\u200d', '\u0915\u094d'],
    [
      'a family emoji (UTS #51)',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    ],
    ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
    ['a keycap', '1\ufe0f\u20e3', '1\ufe0f\u20e3'],
    ['a variation selector without effect', 'Tea 1\ufe0f', 'Tea 1'],
    [
      'the flag of England',
      '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['tag characters that hide a text', 'Tea\u{e0073}\u{e0065}', 'Tea'],
    ['a variation of an ideograph', '\u845b\u{e0100}', '\u845b\u{e0100}'],
    [
      'too many combining marks',
      `a${'\u0316\u0301'.repeat(500_000)}`,
      `\u00e1${'\u0316'.repeat(15)}${'\u0301'.repeat(14)}`,
    ],
    ['only invisible characters', '\u200b\u202e\u0007\u2060\u3164 ', ''],
  ])('cleans a single-line text: %s', (_, given, cleaned) => {
    expect(cleanText(given)).toBe(cleaned)
    expect(cleanText(cleaned)).toBe(cleaned)
  })

  // One letter of each script in which joiners change the appearance of letters.
  it.each([
    '\u0628',
    '\u0710',
    '\u0840',
    '\u1820',
    '\u07ca',
    '\ua840',
    '\u0915',
    '\u0995',
    '\u0a15',
    '\u0a95',
    '\u0b15',
    '\u0b95',
    '\u0c15',
    '\u0c95',
    '\u0d15',
    '\u0d9a',
    '\u0f40',
    '\u1000',
    '\u1780',
    '\u1b13',
  ])('keeps a joiner or non-joiner only between two letters %s', (letter) => {
    for (const joiner of ['\u200c', '\u200d']) {
      expect(cleanText(`${letter}${joiner}${letter}`)).toBe(`${letter}${joiner}${letter}`)
      expect(cleanText(`${letter}${joiner}a`)).toBe(`${letter}a`)
      expect(cleanText(`a${joiner}${letter}`)).toBe(`a${letter}`)
    }
  })

  it.each([
    ['text or emoji', '\u2764', ['\ufe0e', '\ufe0f']],
    ['the form of a compatibility ideograph', '\u6f22', ['\ufe00', '\ufe02', '\u{e01ef}']],
    ['the form of a Mongolian letter', '\u1820', ['\u180b', '\u180d', '\u180f']],
    ['the form of a keycap', '#', ['\ufe0f\u20e3']],
  ])(
    'keeps a variation selector for %s, but only after a character that has this variation',
    (_, base, choices) => {
      for (const choice of choices) {
        expect(cleanText(base + choice)).toBe(base + choice)
        expect(cleanText(`a${choice}`)).toBe(choice.endsWith('\u20e3') ? 'a\u20e3' : 'a')
      }
    },
  )

  it('keeps at most 30 combining marks on a letter', () => {
    const marks = (count: number) => `q${'\u0316'.repeat(count)}`
    expect(cleanText(marks(30))).toBe(marks(30))
    expect(cleanText(`${marks(31)} ${marks(40)}`)).toBe(`${marks(30)} ${marks(30)}`)
  })
})

describe('cleanLines', () => {
  it.each([
    ['a clean text', 'One\n\ttwo', 'One\n\ttwo'],
    ['spaces around plain text', '\n One ', 'One'],
    ['a vertical tab, but not the letter V', 'V\u000bV', 'V\nV'],
    ['a joiner in Hindi', '\u0915\u094d\u200d\u0937', '\u0915\u094d\u200d\u0937'],
    ['too many combining marks', `q${'\u0316'.repeat(31)}`, `q${'\u0316'.repeat(30)}`],
    ['line breaks of all systems', 'a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne'],
    ['invisible characters', '\u202ea\u0007\n\u200bb\u001b', 'a\nb'],
    ['white space around a text', '\n\n Caf\u0065\u0301 \n', 'Caf\u00e9'],
  ])('cleans a text of several lines: %s', (_, given, cleaned) => {
    expect(cleanLines(given)).toBe(cleaned)
    expect(cleanLines(cleaned)).toBe(cleaned)
  })
})

it('counts each surrogate pair as one character', () => {
  expect(['', 'abc', '\u{1f468}x', '\u0436'].map(countCharacters)).toEqual([0, 3, 2, 1])
  // The lowest and the highest surrogate pair, and the first character after the surrogates.
  expect(['\u{10000}', '\u{10ffff}', '\ue000'].map(countCharacters)).toEqual([1, 1, 1])
})
