import type { Quantity } from '#shared/money/decimal.ts'

export interface ReadWeight {
  state: 'moving' | 'stable' | 'overload'
  /** Weight in kilograms, or null on overload and underload. */
  weight: Quantity | null
}

/** Format of CAS and A&D scales: `ST,GS,+  1.250kg`. ST means steady, US unsteady, OL overload. */
const COMMAS = /^(ST|US|OL)(?:,(?:GS|NT))?(?:,(.*))?$/
/** SICS format of Mettler Toledo scales: `S S      1.250 kg`. S means steady, D unsteady, + overload, - underload. */
const SICS = /^S (S|D|\+|-)(.*)$/
const WEIGHT = /^\s*([+-]?)\s*(\d{1,6})(?:\.(\d{1,6}))?\s*(kg|g)?\s*$/

/** Parses a line from a scale that continuously sends its display. Returns null for any other line. */
export function readLine(line: string): ReadWeight | null {
  const text = line.trim()
  const [, sign, rest = ''] = COMMAS.exec(text) ?? SICS.exec(text) ?? []
  if (sign === undefined) return null
  if (sign === 'OL' || sign === '+' || sign === '-') return { state: 'overload', weight: null }
  const weight = gramsOf(rest)
  if (weight === null) return null
  if (weight < 0) return { state: 'overload', weight: null }
  return { state: sign === 'ST' || sign === 'S' ? 'stable' : 'moving', weight }
}

/**
 * Parses a weight in grams, the smallest step of a quantity in kilograms. Finer values are rounded half away
 * from zero. Returns null for any other text.
 */
function gramsOf(text: string): Quantity | null {
  const [, sign, whole, fraction = '', unit = 'kg'] = WEIGHT.exec(text) ?? []
  if (whole === undefined) return null
  const number = Number(`${whole}.${fraction || 0}`)
  const grams = Math.round(Number((number * (unit === 'kg' ? 1000 : 1)).toFixed(6)))
  return (sign === '-' ? -grams : grams) as Quantity
}
