import { describe, expect, it } from 'vitest'
import { type Ended, type Focus, Scanner, type Step, TORN_MS } from './scanner.ts'
import type { ScannerProfile } from './scanner-profile.ts'

interface Strokes {
  /** Values of KeyboardEvent.code, prefixed with `+` for Shift and `^` for Ctrl. */
  codes: string[]
  gapMs: number
  /** Character of each key in the keyboard layout. */
  key?: string
  focus?: Focus
  profile?: ScannerProfile
}

/** Simulates a page that receives key presses. Further keys arrive `afterMs` after the last one. */
class Struck {
  readonly steps: Step[] = []
  readonly scanner: Scanner
  readonly #focus: Focus
  #atMs = 1000

  constructor({ codes, gapMs, key = 'ы', focus = 'control', profile }: Strokes) {
    this.scanner = new Scanner(profile)
    this.#focus = focus
    this.strike(codes, gapMs, 0, key)
  }

  strike(codes: string[], gapMs: number, afterMs = gapMs, key = 'ы'): this {
    for (const [index, name] of codes.entries()) {
      this.#atMs += index === 0 ? afterMs : gapMs
      this.steps.push(
        this.scanner.press(
          {
            code: name.replace(/^[+^]/, ''),
            key,
            isShift: name.startsWith('+'),
            isControl: name.startsWith('^'),
            isRepeat: false,
            timeMs: this.#atMs,
          },
          this.#focus,
        ),
      )
    }
    return this
  }

  get ended(): Ended[] {
    return this.steps.flatMap(({ ended }) => [...ended])
  }

  get scans(): string[] {
    return this.ended.flatMap((each) => (each.kind === 'scan' ? [each.code] : []))
  }

  get swallowed(): boolean[] {
    return this.steps.map(({ isSwallowed }) => isSwallowed)
  }
}

const type = (codes: string[], gapMs: number, more: Partial<Strokes> = {}): Struck =>
  new Struck({ codes, gapMs, ...more })
const digits = (code: string): string[] => [...code].map((digit) => `Digit${digit}`)
const letters = (code: string): string[] => [...code].map((letter) => `Key${letter}`)

const EAN = '4601234567893'
const taught: ScannerProfile = {
  largestGapMs: 80,
  suffix: 'Enter',
  prefix: '',
  reads: 'code',
  hasSeparator: true,
}

describe('fast scanner', () => {
  it('recognizes a code ended by Enter', () => {
    expect(type([...digits(EAN), 'Enter'], 5).scans).toEqual([EAN])
  })

  it('recognizes a code ended by Tab', () => {
    expect(type([...digits('46012345'), 'Tab'], 12).scans).toEqual(['46012345'])
  })

  it('reads physical keys in any keyboard layout', () => {
    const { scans } = type(['+KeyK', 'Digit7', 'Minus', ...digits('000123'), 'Enter'], 8, { key: 'л' })
    expect(scans).toEqual(['K7-000123'])
  })

  it('reads symbols typed with Shift', () => {
    expect(type(['KeyA', '+KeyB', '+Digit4', '+Slash', 'Enter'], 8).scans).toEqual(['aB$?'])
  })

  it('reads the digits of the numeric pad', () => {
    expect(type(['Numpad1', 'Numpad2', 'Numpad3', 'Numpad4', 'NumpadEnter'], 8).scans).toEqual(['1234'])
  })

  it('falls back to the key when there is no physical code', () => {
    const { scanner } = type(['', '', '', ''], 8, { key: '7' })
    const enter = { code: 'Enter', key: 'Enter', isShift: false, isControl: false, isRepeat: false }
    expect(scanner.press({ ...enter, timeMs: 1032 }, 'control').ended).toMatchObject([{ code: '7777' }])
  })

  it('ignores fast bursts of fewer than four characters', () => {
    const { scans, swallowed } = type([...digits('460'), 'Enter'], 5, { focus: 'text' })
    expect([scans, swallowed.at(-1)]).toEqual([[], false])
  })

  it('swallows keys from the fourth character on, including Enter', () => {
    const { swallowed } = type([...digits('46012'), 'Enter'], 5)
    expect(swallowed).toEqual([false, false, false, true, true, true])
  })

  it('marks the beginning of a burst', () => {
    const { steps } = type(digits('46012'), 5)
    expect(steps.map((step) => step.isBeginning)).toEqual([true, false, false, false, false])
  })

  it('reads the separator of GS1 codes and drops other control characters', () => {
    const keys = [...digits('0104'), '^BracketRight', ...digits('21'), '^KeyB', ...digits('93'), 'Enter']
    const { scans, swallowed } = type(keys, 5)
    expect(scans).toEqual(['0104\u001d2193'])
    expect([swallowed[4], swallowed[7]]).toEqual([true, true])
  })

  it.each([
    ['F8', ['F8']],
    ['Alt and 029', ['^Numpad0', '^Numpad2', '^Numpad9']],
  ])('reads the GS1 separator sent as %s', (_, separator) => {
    const keys = [...digits('010460702700001110'), 'KeyA', ...separator, ...digits('21'), 'Enter']
    expect(type(keys, 5).scans).toEqual(['010460702700001110a\u001d21'])
  })

  it('separates two consecutive codes', () => {
    const page = type([...digits('46012345'), 'Enter'], 6)
    expect(page.strike([...digits('4607027000011'), 'Enter'], 6, 60).scans).toEqual([
      '46012345',
      '4607027000011',
    ])
  })

  it('ignores a repeated code within 250 ms', () => {
    const page = type([...digits(EAN), 'Enter'], 6)
    page.strike([...digits(EAN), 'Enter'], 6, 60)
    expect(page.scans).toEqual([EAN])
    expect(page.strike([...digits(EAN), 'Enter'], 6, 250).scans).toEqual([EAN, EAN])
  })

  it.each([
    ['as Enter twice', 'Enter'],
    ['as Enter and the arrow down', 'ArrowDown'],
    ['as Enter and Ctrl+J', '^KeyJ'],
  ])('ends a code only once when the scanner sends CR LF %s', (_, second) => {
    const { scans, swallowed } = type([...digits(EAN), 'Enter', second], 8)
    expect([scans, swallowed.at(-1)]).toEqual([[EAN], true])
  })
})

describe('keys typed by a user', () => {
  it.each(['text', 'figure'] as const)('swallows no key that a user types into a %s field', (focus) => {
    const { ended, swallowed } = type([...digits('460123'), 'Enter'], 90, { focus })
    expect(ended.map(({ kind }) => kind)).toEqual(['typed'])
    expect(swallowed).not.toContain(true)
  })

  it('swallows no key of a PIN, even at the speed of a scanner', () => {
    const { ended, swallowed } = type([...digits('1234'), 'Enter'], 5, { focus: 'secret' })
    expect([ended, swallowed.includes(true)]).toEqual([[], false])
  })

  it('ignores keyboard shortcuts', () => {
    expect(type(['^KeyC'], 5)).toMatchObject({ steps: [{ isSwallowed: false }], ended: [] })
  })

  it('ignores a key held down', () => {
    const { scanner } = type(digits('4'), 5)
    const held = { code: 'Digit4', key: '4', isShift: false, isControl: false, isRepeat: true }
    for (let timeMs = 1030; timeMs < 1300; timeMs += 30)
      expect(scanner.press({ ...held, timeMs }, 'text')).toMatchObject({ isSwallowed: false, ended: [] })
  })

  it('reports typed text, and whether it was typed alone', () => {
    const page = type(['+Equal'], 5)
    expect(page.scanner.takeTyped()).toMatchObject({ text: '+', isAlone: true })
    page.strike(['+Equal'], 5, 100)
    expect(page.scanner.takeTyped()).toMatchObject({ text: '+', isAlone: true })
    page.strike(['Digit7', 'Minus'], 100, 120)
    expect(page.scanner.takeTyped()).toMatchObject({ text: '7-', isAlone: false })
    expect(page.scanner.takeTyped()).toBeNull()
  })

  it('treats a slowly typed barcode outside of fields as a scan, and looks up shorter numbers', () => {
    expect(type([...digits(EAN), 'Enter'], 400).scans).toEqual([EAN])
    expect(type([...digits('12345'), 'Enter'], 400).ended).toMatchObject([{ kind: 'ask', code: '12345' }])
  })

  it('separates a typed quantity from the following scan', () => {
    const page = type(['Digit3', '+Digit8'], 150).strike(
      ['KeyK', ...digits('77-1'.replace('-', '')), 'Enter'],
      5,
      400,
    )
    expect(page.scans).toEqual(['k771'])
    expect(type(digits('3'), 5).strike([...digits(EAN), 'Enter'], 5, 400).scans).toEqual([EAN])
  })
})

describe('slow scanner', () => {
  it.each([35, 50, 80, 120])('recognizes a slow scanner by the check digit at %d ms a key', (gapMs) => {
    expect(type([...digits(EAN), 'Enter'], gapMs).scans).toEqual([EAN])
    const { ended, swallowed } = type([...digits(EAN), 'Enter'], gapMs, { focus: 'text' })
    expect(ended).toMatchObject([{ kind: 'ask', code: EAN, inFigure: false, otherwise: 'replay' }])
    expect(swallowed.at(-1)).toBe(true)
  })

  it.each([50, 80, 120])('looks up a code scanned into an amount field at %d ms a key', (gapMs) => {
    const { ended } = type([...digits(EAN), 'Enter'], gapMs, { focus: 'figure' })
    expect(ended).toMatchObject([{ kind: 'ask', code: EAN, inFigure: true }])
    const keys = [...letters('TSRED'), ...digits('123'), 'Enter']
    expect(type(keys, gapMs, { focus: 'figure' }).ended).toMatchObject([
      { kind: 'ask', code: 'tsred123', otherwise: 'refuse' },
    ])
  })

  it('treats everything from the symbology identifier on as a scan', () => {
    const { scans, swallowed } = type(['BracketRight', '+KeyC', 'Digit0', ...letters('AB'), 'Enter'], 120, {
      focus: 'figure',
    })
    expect(scans).toEqual([']C0ab'])
    expect(swallowed).toEqual([false, false, true, true, true, true])
  })

  it('swallows Enter and Space after typed characters, but not Enter alone or after a quantity', () => {
    expect(type([...digits('893'), 'Enter'], 120).swallowed.at(-1)).toBe(true)
    expect(type(['Enter'], 120).swallowed).toEqual([false])
    expect(type(['Digit3', '+Digit8', 'Enter'], 120).swallowed.at(-1)).toBe(false)
    expect(type([...digits('46'), 'Space'], 120).swallowed.at(-1)).toBe(true)
  })

  it('recognizes a slow scanner by its learned profile, except in an amount field', () => {
    const keys = [...letters('KX'), ...digits('12'), 'Enter']
    expect(type(keys, 80, { profile: taught }).scans).toEqual(['kx12'])
    expect(type(keys, 80, { profile: taught, focus: 'figure' }).scans).toEqual([])
    expect(type(keys, 80).scans).toEqual([])
  })

  it('recognizes a scanner by its prefix at any speed', () => {
    const profile = { ...taught, prefix: '~' }
    const keys = ['+Backquote', ...letters('KX'), 'Enter']
    const { scans, swallowed } = type(keys, 700, { profile, focus: 'figure' })
    expect([scans, swallowed]).toEqual([['kx'], [true, true, true, true]])
  })

  it('reads the produced characters of keys if the profile requires it', () => {
    const profile = { ...taught, reads: 'key' as const }
    expect(type([...letters('AAAA'), 'Enter'], 5, { profile, key: 'z' }).scans).toEqual(['zzzz'])
  })
})

describe('scan without Enter', () => {
  it('ends a scan without Enter after a pause', () => {
    const { scanner } = type(digits(EAN), 5)
    expect(scanner.silenceMs).toBe(TORN_MS)
    expect(scanner.endBySilence('control')).toMatchObject([{ kind: 'scan', code: EAN }])
  })

  it('shortens the pause after several scans without Enter', () => {
    const page = type(digits(EAN), 5)
    for (const code of ['4607027000011', '96385074', EAN]) page.strike(digits(code), 5, 3500)
    expect(page.scanner.silenceMs).toBe(300)
    expect(page.strike(digits('4607027000011'), 5, 3500).scans).toHaveLength(4)
  })

  it('shortens the pause for a scanner known to send no Enter, even for a code without a check digit', () => {
    const { scanner } = type(digits('4601234'), 5, {
      profile: { ...taught, largestGapMs: 10, suffix: 'None' },
    })
    expect(scanner.silenceMs).toBe(300)
    expect(scanner.endBySilence('control')).toMatchObject([{ kind: 'scan', code: '4601234' }])
  })

  it('distinguishes a scan without Enter from a user who pauses', () => {
    const { scanner } = type(digits('46'), 5)
    expect(scanner.endBySilence('control')).toMatchObject([{ kind: 'typed', text: '46' }])
  })
})

describe('interrupted scan', () => {
  it.each([1, 2, 3, 5, 8, 12])('continues a scan that was interrupted after character %d', (at) => {
    for (const gapMs of [5, 50, 120]) {
      const page = type(digits(EAN.slice(0, at)), gapMs)
      expect(page.strike([...digits(EAN.slice(at)), 'Enter'], gapMs, 1800).scans).toEqual([EAN])
    }
  })

  it.each([5, 120])(
    'reports an interrupted scan without a search when the remainder is late, at %d ms a key',
    (gapMs) => {
      const page = type(digits(EAN.slice(0, 6)), gapMs).strike(
        [...digits(EAN.slice(6)), 'Enter'],
        gapMs,
        2400,
      )
      expect(page.scans).toEqual([])
      expect(page.ended.at(-1)).toMatchObject({ kind: 'torn', text: EAN.slice(6) })
    },
  )

  it('reports an interrupted scan when the remainder never arrives', () => {
    const { scanner } = type(digits('460123'), 5)
    expect(scanner.endBySilence('control')).toMatchObject([{ kind: 'torn', text: '460123' }])
  })

  it('reports an interrupted scan from a scanner known to send Enter, even if its first part is a valid code', () => {
    const { scanner } = type(digits('96385074'), 5, { profile: taught })
    expect(scanner.endBySilence('control')).toMatchObject([{ kind: 'torn', text: '96385074' }])
  })
})
