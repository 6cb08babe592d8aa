import type { Quantity } from '#shared/money/decimal.ts'

export interface ReadWeight {
  state: 'moving' | 'stable' | 'overload'
  /** Kilograms; null: overload. */
  weight: Quantity | null
}

/** CAS, A&D: `ST,GS,+  1.250kg`; ST steady, US not, OL overload. */
const COMMAS = /^(ST|US|OL)(?:,(?:GS|NT))?(?:,(.*))?$/
/** Mettler Toledo, SICS: `S S      1.250 kg`; S steady, D not, + too much, - too little. */
const SICS = /^S (S|D|\+|-)(.*)$/
const WEIGHT = /^\s*([+-]?)\s*(\d{1,6})(?:\.(\d{1,6}))?\s*(kg|g)?\s*$/

/** Reads a line of a scale that continuously sends what it displays; null: not a line of such a scale. */
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

/** Returns grams, the steps of a quantity in kilograms. Finer values are rounded, half away from zero. */
function gramsOf(text: string): Quantity | null {
  const [, sign, whole, fraction = '', unit = 'kg'] = WEIGHT.exec(text) ?? []
  if (whole === undefined) return null
  const number = Number(`${whole}.${fraction || 0}`)
  const grams = Math.round(Number((number * (unit === 'kg' ? 1000 : 1)).toFixed(6)))
  return (sign === '-' ? -grams : grams) as Quantity
}
