import { describe, expect, it } from 'vitest'
import { type Burst, endByPause, pressKey, type ScannerStep, type TimedKey } from './scanner.ts'

interface Typed {
  steps: ScannerStep[]
  burst: Burst | null
  scans: string[]
}

/** Feeds keys in, each `gapMs` after the one before; `codes` are KeyboardEvent.code, with `+` in front for Shift. */
function type(codes: string[], gapMs: number, key = 'ы'): Typed {
  let burst: Burst | null = null
  const steps = codes.map((name, index) => {
    const isShift = name.startsWith('+')
    const isControl = name.startsWith('^')
    const timed: TimedKey = {
      code: name.replace(/^[+^]/, ''),
      key,
      isShift,
      isControl,
      isRepeat: false,
      timeMs: 1000 + index * gapMs,
    }
    const step: ScannerStep = pressKey(burst, timed)
    burst = step.burst
    return step
  })
  return { steps, burst, scans: steps.flatMap((step) => (step.scan === null ? [] : [step.scan])) }
}

const digits = (code: string): string[] => [...code].map((digit) => `Digit${digit}`)

describe('scanner', () => {
  it('recognises a fast code ended by Enter', () => {
    expect(type([...digits('4601234567893'), 'Enter'], 5).scans).toEqual(['4601234567893'])
  })

  it('accepts Tab as the end', () => {
    expect(type([...digits('46012345'), 'Tab'], 12).scans).toEqual(['46012345'])
  })

  it('reads physical keys under any layout', () => {
    const { scans } = type(['+KeyK', 'Digit7', 'Minus', ...digits('000123'), 'Enter'], 8, 'л')
    expect(scans).toEqual(['K7-000123'])
  })

  it('reads symbols that need Shift', () => {
    expect(type(['KeyA', '+KeyB', '+Digit4', '+Slash', 'Enter'], 8).scans).toEqual(['aB$?'])
  })

  it('reads the digits of the numeric pad', () => {
    expect(type(['Numpad1', 'Numpad2', 'Numpad3', 'Numpad4', 'NumpadEnter'], 8).scans).toEqual(['1234'])
  })

  it('falls back to the key without physical code', () => {
    expect(type(['', '', '', '', 'Enter'], 8, '7').scans).toEqual(['7777'])
  })

  it('leaves a person who types alone', () => {
    const { scans, steps } = type([...digits('460123'), 'Enter'], 90)
    expect(scans).toEqual([])
    expect(steps.some((step) => step.isSwallowed)).toBe(false)
  })

  it('leaves short fast bursts alone', () => {
    const { scans, steps } = type([...digits('460'), 'Enter'], 5)
    expect(scans).toEqual([])
    expect(steps.at(-1)?.isSwallowed).toBe(false)
  })

  it('leaves fast typing above the average alone', () => {
    expect(type([...digits('4601234'), 'Enter'], 40).scans).toEqual([])
  })

  it('swallows from the fourth character, Enter too', () => {
    const { steps } = type([...digits('46012'), 'Enter'], 5)
    expect(steps.map((step) => step.isSwallowed)).toEqual([false, false, false, true, true, true])
  })

  it('marks where a burst begins', () => {
    const { steps } = type(digits('46012'), 5)
    expect(steps.map((step) => step.isBeginning)).toEqual([true, false, false, false, false])
  })

  it('reads the separator of GS1 codes, and strips other control characters', () => {
    const keys = [...digits('0104'), '^BracketRight', ...digits('21'), '^KeyB', ...digits('93'), 'Enter']
    const { scans, steps } = type(keys, 5)
    expect(scans).toEqual(['0104\u001d2193'])
    expect([steps[4]?.isSwallowed, steps[7]?.isSwallowed]).toEqual([true, true])
  })

  it('leaves the shortcuts of a person alone', () => {
    expect(type(['^KeyC'], 5).steps[0]).toMatchObject({ isSwallowed: false, burst: null })
  })

  it('ends a code without Enter by pause', () => {
    const { burst } = type(digits('4601234'), 5)
    expect(burst && endByPause(burst)).toBe('4601234')
  })

  it('gives nothing when a person pauses', () => {
    const { burst } = type(digits('46'), 5)
    expect(burst && endByPause(burst)).toBeNull()
  })

  it('keeps two codes in a row apart', () => {
    const once = [...digits('46012345'), 'Enter']
    expect(type([...once, ...once], 6).scans).toEqual(['46012345', '46012345'])
  })
})
