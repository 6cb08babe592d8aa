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
  it('builds a number key by key', () => {
    expect(entryValue(press(['1', '2', '.', '5', '0']))).toBe(12.5)
  })

  it('gives no number while the entry is empty', () => {
    expect(entryValue(emptyEntry)).toBeNull()
  })

  it('replaces a suggested value', () => {
    expect(press(['7'], 2, suggestedEntry(120)).text).toBe('7')
  })

  it('clears a suggested value with one backspace', () => {
    expect(press(['back'], 2, suggestedEntry(120)).text).toBe('')
  })

  it('removes the last key', () => {
    expect(press(['1', '2', 'back']).text).toBe('1')
  })

  it('accepts no more decimal places than allowed', () => {
    expect(press(['1', '.', '2', '3', '4']).text).toBe('1.23')
  })

  it('accepts no point in whole quantities', () => {
    expect(press(['1', '.', '5'], 0).text).toBe('15')
  })

  it('accepts no second point', () => {
    expect(press(['1', '.', '.', '5']).text).toBe('1.5')
  })

  it('reads a comma as a point', () => {
    expect(typedNumber('12,5', 2)).toBe('12.5')
  })

  it('puts a zero before a leading point', () => {
    expect(press(['.', '5']).text).toBe('0.5')
  })

  it('drops leading zeros', () => {
    expect(press(['0', '0', '7']).text).toBe('7')
  })

  it.each([
    ['1.5', 0],
    ['-5', 0],
    ['1e9', 0],
    ['1.234', 2],
  ])('keeps %s as typed and gives no number for it', (typed, places) => {
    const entry = typedEntry(typed, places)
    expect([entry.text, entryValue(entry)]).toEqual([typed, null])
    const corrected = pressKeypad(typedEntry('15x', places), 'back', places)
    expect([corrected.isWrong, entryValue(corrected)]).toEqual([undefined, 15])
    expect(pressKeypad(entry, '7', places)).toEqual(entry)
  })

  it.each(['1a', '-5', '1e5', '1234567890', '1.2.3'])('refuses %s', (typed) => {
    expect(typedNumber(typed, 2)).toBeUndefined()
  })
})
