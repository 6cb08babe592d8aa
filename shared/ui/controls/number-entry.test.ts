import { describe, expect, it } from 'vitest'
import {
  emptyEntry,
  entryValue,
  type KeypadKey,
  pressKeypad,
  suggestedEntry,
  typedEntry,
  typedNumber,
} from './number-entry.ts'

const press = (keys: KeypadKey[], places = 2, from = emptyEntry) =>
  keys.reduce((entry, key) => pressKeypad(entry, key, places), from)

describe('number entry', () => {
  it('builds a number from pressed keys', () => {
    expect(entryValue(press(['1', '2', '.', '5', '0']))).toBe(12.5)
  })

  it('returns no number for an empty entry', () => {
    expect(entryValue(emptyEntry)).toBeNull()
  })

  it('replaces a suggested value with the first key', () => {
    expect(press(['7'], 2, suggestedEntry(120)).text).toBe('7')
  })

  it('clears a suggested value with one backspace', () => {
    expect(press(['back'], 2, suggestedEntry(120)).text).toBe('')
  })

  it('removes the last digit with backspace', () => {
    expect(press(['1', '2', 'back']).text).toBe('1')
  })

  it('accepts at most the allowed number of decimal places', () => {
    expect(press(['1', '.', '2', '3', '4']).text).toBe('1.23')
  })

  it('accepts no decimal point in whole quantities', () => {
    expect(press(['1', '.', '5'], 0).text).toBe('15')
  })

  it('accepts no second decimal point', () => {
    expect(press(['1', '.', '.', '5']).text).toBe('1.5')
  })

  it('reads a comma as a decimal point', () => {
    expect(typedNumber('12,5', 2)).toBe('12.5')
  })

  it('inserts a zero before a leading decimal point', () => {
    expect(press(['.', '5']).text).toBe('0.5')
  })

  it('removes leading zeros', () => {
    expect(press(['0', '0', '7']).text).toBe('7')
  })

  it.each([
    ['1.5', 0],
    ['-5', 0],
    ['1e9', 0],
    ['1.234', 2],
  ])('keeps %s as typed, without a number', (typed, places) => {
    const entry = typedEntry(typed, places)
    expect([entry.text, entryValue(entry)]).toEqual([typed, null])
    const corrected = pressKeypad(typedEntry('15x', places), 'back', places)
    expect([corrected.isWrong, entryValue(corrected)]).toEqual([undefined, 15])
    expect(pressKeypad(entry, '7', places)).toEqual(entry)
  })

  it.each(['1a', '-5', '1e5', '1234567890', '1.2.3'])('rejects an invalid number: %s', (typed) => {
    expect(typedNumber(typed, 2)).toBeUndefined()
  })
})
