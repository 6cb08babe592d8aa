/**
 * Number being typed on the keypad or the keyboard: digits with at most one decimal point. `isFresh` marks a
 * suggested value, which the first key replaces.
 */
export interface NumberEntry {
  text: string
  isFresh: boolean
  /** True when the field does not accept the text as a number. The text stays as typed and has no value. */
  isWrong?: true
}

export const KEYPAD_KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0', 'back'] as const
export type KeypadKey = (typeof KEYPAD_KEYS)[number]

const MAX_WHOLE_DIGITS = 9

export const emptyEntry: NumberEntry = { text: '', isFresh: false }
export const suggestedEntry = (value: number): NumberEntry => ({ text: String(value), isFresh: true })

/** Returns the entry for text typed into the field. Invalid text is kept and marked as wrong. */
export function typedEntry(typed: string, places: number): NumberEntry {
  const text = typedNumber(typed, places)
  return text === undefined ? { text: typed, isFresh: false, isWrong: true } : { text, isFresh: false }
}

/** Returns the entry after a key of the keypad is pressed. A key that would make the number invalid is ignored. */
export function pressKeypad(entry: NumberEntry, key: KeypadKey, places: number): NumberEntry {
  const text = entry.isFresh ? '' : entry.text
  if (key === 'back') return typedEntry(text.slice(0, -1), places)
  const pressed = typedEntry(text + key, places)
  return pressed.isWrong ? { ...entry, text, isFresh: false } : pressed
}

/** Returns a partially typed number, with a comma replaced by a point, or undefined when the text is not a number. */
export function typedNumber(typed: string, places: number): string | undefined {
  const text = typed.replace(',', '.').replace(/\s/g, '').replace(/^\./, '0.')
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction] = match
  if (whole.length > MAX_WHOLE_DIGITS) return undefined
  if (fraction !== undefined && (places === 0 || fraction.length > places)) return undefined
  return text.replace(/^0+(?=\d)/, '')
}

/** Returns the number, or null while the entry is empty or wrong. */
export function entryValue({ text, isWrong }: NumberEntry): number | null {
  return !isWrong && /\d/.test(text) ? Number(text) : null
}
