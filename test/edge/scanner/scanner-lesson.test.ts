import { describe, expect, it } from 'vitest'
import { ScannerLesson } from '#edge/till/src/scanner/scanner-lesson.ts'
import { TAUGHT_CODES } from '#edge/till/src/scanner/scanner-profile.ts'
import { type ScannerHabits, strokesOf } from '#test/support/keystrokes.ts'

/** Keyboard layout, which maps a pressed key to the key that the computer reports. */
type Layout = (key: { code: string; key: string }) => { code: string; key: string }

/** Scans the requested codes until the lesson is complete, and returns the lesson. */
function teach(habits: Partial<ScannerHabits>, layout: Layout = (key) => key): ScannerLesson {
  const lesson = new ScannerLesson()
  const all: ScannerHabits = { gapMs: 20, jitterMs: 0, suffix: 'Enter', ...habits }
  let startMs = 0
  for (let expected = lesson.expected; expected !== null; expected = lesson.expected) {
    startMs += 5000
    for (const { atMs, ...key } of strokesOf(TAUGHT_CODES[expected], all, () => 0.5))
      lesson.press({ ...key, ...layout(key), isRepeat: false, timeMs: startMs + atMs })
    if (all.suffix === 'None') lesson.silence()
  }
  return lesson
}

describe('a lesson of the scanner', () => {
  it('learns the key interval, the suffix and the prefix of a scanner', () => {
    expect(teach({}).profile).toEqual({
      largestGapMs: 20,
      suffix: 'Enter',
      prefix: '',
      reads: 'code',
      hasSeparator: true,
    })
    expect(teach({ gapMs: 120, suffix: 'Tab', prefix: '~' }).profile).toMatchObject({
      largestGapMs: 120,
      suffix: 'Tab',
      prefix: '~',
    })
    expect(teach({ suffix: 'None' }).profile).toMatchObject({ suffix: 'None' })
    expect(teach({ suffix: 'CRLF' }).profile).toMatchObject({ suffix: 'Enter' })
  })

  it('does not mistake a symbology identifier for a prefix', () => {
    expect(teach({ prefix: ']C1' }).profile).toMatchObject({ prefix: '' })
  })

  it.each(['F8', 'Alt', 'Control'] as const)('recognizes the separator sent as %s', (separator) => {
    expect(teach({ separator }).profile).toMatchObject({ hasSeparator: true })
  })

  it('learns whether the key positions or the reported letters are correct', () => {
    const russian: Layout = ({ code, key }) => ({ code, key: /^[a-z]$/i.test(key) ? 'ф' : key })
    expect(teach({}, russian).profile).toMatchObject({ reads: 'code' })
    const german: Layout = ({ code, key }) => ({ code: code === 'KeyZ' ? 'KeyY' : code, key })
    expect(teach({}, german).profile).toMatchObject({ reads: 'key' })
  })

  it('rejects an unexpected code, and requests the first code again', () => {
    const lesson = new ScannerLesson()
    const strokes = strokesOf('96385074', { gapMs: 5, jitterMs: 0, suffix: 'None' }, () => 0.5)
    for (const { atMs, ...key } of strokes) lesson.press({ ...key, isRepeat: false, timeMs: atMs })
    expect(lesson.silence()).toBe('other')
    expect([lesson.expected, lesson.times]).toEqual(['ean13', 0])
    expect(() => lesson.profile).toThrow(RangeError)
  })

  it('ignores keys pressed by a user', () => {
    const key = { code: 'Escape', key: 'Escape', isShift: false, isControl: false, isRepeat: false }
    expect(new ScannerLesson().press({ ...key, timeMs: 0 })).toEqual({ isTaken: false, result: null })
  })
})
