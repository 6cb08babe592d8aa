/**
 * Characters of physical keys on a US keyboard, which scanners emulate. The layout of the operating system is
 * ignored, so that a Cyrillic layout cannot change a code.
 */
const SHIFTABLE: Record<string, readonly [plain: string, shifted: string]> = {
  Backquote: ['`', '~'],
  Digit1: ['1', '!'],
  Digit2: ['2', '@'],
  Digit3: ['3', '#'],
  Digit4: ['4', '$'],
  Digit5: ['5', '%'],
  Digit6: ['6', '^'],
  Digit7: ['7', '&'],
  Digit8: ['8', '*'],
  Digit9: ['9', '('],
  Digit0: ['0', ')'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  IntlBackslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
}

const NUMPAD: Record<string, string> = {
  NumpadAdd: '+',
  NumpadSubtract: '-',
  NumpadMultiply: '*',
  NumpadDivide: '/',
  NumpadDecimal: '.',
}

export interface PressedKey {
  /** KeyboardEvent.code, the physical key. */
  code: string
  /** KeyboardEvent.key. Used only when there is no physical key, as with on-screen keyboards. */
  key: string
  isShift: boolean
}

/** Returns the character of a key, or undefined for keys without one (F2, arrows, Shift). */
export function keyCharacter({ code, key, isShift }: PressedKey): string | undefined {
  if (code === '') return key.length === 1 ? key : undefined
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return isShift ? letter : letter.toLowerCase()
  const numpadDigit = /^Numpad(\d)$/.exec(code)?.[1]
  if (numpadDigit) return numpadDigit
  const pair = SHIFTABLE[code]
  return pair ? pair[isShift ? 1 : 0] : NUMPAD[code]
}
