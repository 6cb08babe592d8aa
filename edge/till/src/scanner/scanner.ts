import { SEPARATOR } from '#shared/barcodes/marking-code.ts'
import { keyCharacter, type PressedKey } from './key-character.ts'

/**
 * Tells a barcode scanner from a person by the rhythm of the keys. A scanner that acts as a keyboard types a whole
 * code within milliseconds and mostly ends it with Enter or Tab; nobody types four characters that fast.
 *
 * Pure: the caller feeds in keys with their times, keeps the burst, and does what the step says.
 */
export const MIN_CHARACTERS = 4
/** A longer wait begins a new burst, and without Enter ends one. */
export const MAX_GAP_MS = 60
export const MAX_AVERAGE_GAP_MS = 35

export interface TimedKey extends PressedKey {
  timeMs: number
  /** Ctrl, Alt or Meta is down: how scanners send control characters. Ctrl+] is the separator of GS1 codes. */
  isControl: boolean
  isRepeat: boolean
}

export interface Burst {
  /** As a scanner means it, whatever the keyboard layout. */
  text: string
  /** As a person means it, in the keyboard layout of the moment. */
  typed: string
  startedAtMs: number
  lastAtMs: number
}

export interface ScannerStep {
  burst: Burst | null
  /** The key belongs to a scan: neither the page nor the focused field may see it. */
  isSwallowed: boolean
  /** A burst begins with this key: the moment to remember what the focused field holds. */
  isBeginning: boolean
  /** A finished code. */
  scan: string | null
}

const TERMINATORS = new Set(['Enter', 'NumpadEnter', 'Tab'])

/** Takes one keydown into account. */
export function pressKey(before: Burst | null, key: TimedKey): ScannerStep {
  const burst = before && key.timeMs - before.lastAtMs <= MAX_GAP_MS ? before : null
  const isScan = burst !== null && isScanBurst(burst)

  if (TERMINATORS.has(key.code)) {
    return isScan
      ? { burst: null, isSwallowed: true, isBeginning: false, scan: burst.text }
      : { burst: null, isSwallowed: false, isBeginning: false, scan: null }
  }
  const character = keyCharacter(key)
  if (character === undefined || key.isRepeat) {
    // Shift and its like come in the middle of a code; a key that is held down is a person's.
    return { burst: key.isRepeat ? null : burst, isSwallowed: false, isBeginning: false, scan: null }
  }
  if (key.isControl) {
    const separator = key.code === 'BracketRight' ? SEPARATOR : ''
    const kept = burst && { ...burst, text: burst.text + separator, lastAtMs: key.timeMs }
    return { burst: kept, isSwallowed: burst !== null, isBeginning: false, scan: null }
  }
  const next: Burst = burst
    ? { ...burst, text: burst.text + character, typed: burst.typed + key.key, lastAtMs: key.timeMs }
    : { text: character, typed: key.key, startedAtMs: key.timeMs, lastAtMs: key.timeMs }
  return { burst: next, isSwallowed: isScanBurst(next), isBeginning: burst === null, scan: null }
}

/** No key came for longer than MAX_GAP_MS: the code of a scanner that sends no Enter, or null for a person's keys. */
export function endByPause(burst: Burst): string | null {
  return isScanBurst(burst) ? burst.text : null
}

function isScanBurst({ text, startedAtMs, lastAtMs }: Burst): boolean {
  const gaps = text.length - 1
  return text.length >= MIN_CHARACTERS && lastAtMs - startedAtMs < MAX_AVERAGE_GAP_MS * gaps
}
