import { SEPARATOR } from '#shared/barcodes/gs1-elements.ts'

/** Learned properties of a scanner. */
export interface ScannerProfile {
  /** Longest time in ms between two keys of a code. */
  largestGapMs: number
  /** Key that ends a code. `None` means that a pause ends it. */
  suffix: 'Enter' | 'Tab' | 'None'
  /** Characters that the scanner sends before each code. */
  prefix: string
  /**
   * Interpretation of the keys: by their position on a US keyboard, or by the character that the computer
   * produces.
   */
  reads: 'code' | 'key'
  /** True when the scanner sends the separator of GS1 codes. */
  hasSeparator: boolean
}

/** Codes shown on the screen from which a till learns its scanner. Each is scanned TIMES_EACH times. */
export const TAUGHT_CODES = {
  ean13: '4006381333931',
  code128: 'aZ-+/:]{',
  dataMatrix: `010400638133393110A1${SEPARATOR}21B2`,
} as const
export type TaughtCode = keyof typeof TAUGHT_CODES
export const TIMES_EACH = 3

/** One scan of a code. */
export interface Sample {
  of: TaughtCode
  /** The code by physical keys (`byCode`) and by produced characters (`byKey`). */
  byCode: string
  byKey: string
  largestGapMs: number
  suffix: ScannerProfile['suffix']
}

/** Returns the text before the expected code, ignoring lost separators. Null for another code. */
export function prefixOf(read: string, of: TaughtCode): string | null {
  const bare = (text: string) => text.replaceAll(SEPARATOR, '')
  const expected = bare(TAUGHT_CODES[of])
  return bare(read).endsWith(expected) ? bare(read).slice(0, -expected.length) : null
}

/**
 * Derives the profile from samples. If samples contradict each other, the majority decides. Each code needs
 * at least one sample.
 */
export function learn(samples: readonly Sample[]): ScannerProfile {
  // Only letters and symbols differ between keyboard layouts.
  const ofLetters = samples.filter(({ of }) => of === 'code128')
  const reads = mostOf(
    ofLetters.map(({ byCode, of }) => (prefixOf(byCode, of) === null ? ('key' as const) : ('code' as const))),
  )
  const read = ({ byCode, byKey }: Sample): string => (reads === 'code' ? byCode : byKey)
  const prefixes = samples.map((sample) => withoutAim(prefixOf(read(sample), sample.of) ?? ''))
  return {
    largestGapMs: Math.max(...samples.map(({ largestGapMs }) => largestGapMs)),
    suffix: mostOf(samples.map(({ suffix }) => suffix)),
    prefix: mostOf(prefixes),
    reads,
    hasSeparator: samples.some((sample) => sample.of === 'dataMatrix' && read(sample).includes(SEPARATOR)),
  }
}

/** Removes the symbology identifier from the end, because it is not part of the scanner's prefix. */
const withoutAim = (prefix: string): string => prefix.replace(/\][A-Za-z][0-9A-Za-z]$/, '')

function mostOf<Value>(values: readonly Value[]): Value {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

const KEPT = 'counterfoil.scanner'

/** Returns this computer's scanner profile, or null when none was learned or the stored one is unreadable. */
export function keptProfile(): ScannerProfile | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null')
    return isProfile(kept) ? kept : null
  } catch {
    return null
  }
}

export function keepProfile(profile: ScannerProfile | null): void {
  if (profile === null) localStorage.removeItem(KEPT)
  else localStorage.setItem(KEPT, JSON.stringify(profile))
  window.dispatchEvent(new Event(PROFILE_CHANGED))
}

export const PROFILE_CHANGED = 'counterfoil:scanner-profile'

function isProfile(kept: unknown): kept is ScannerProfile {
  if (typeof kept !== 'object' || kept === null) return false
  const { largestGapMs, suffix, prefix, reads } = kept as Partial<ScannerProfile>
  return (
    typeof largestGapMs === 'number' &&
    (suffix === 'Enter' || suffix === 'Tab' || suffix === 'None') &&
    typeof prefix === 'string' &&
    (reads === 'code' || reads === 'key')
  )
}
