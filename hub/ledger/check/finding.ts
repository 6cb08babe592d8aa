import type { BooksFigures, BooksFinding } from '#shared/contracts/inventory/books-check.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'

/** An inconsistency in the books and its location. `nameFindings` adds the names that a user needs to find it. */
export type Finding = Omit<
  BooksFinding,
  'day' | 'documentNumber' | 'documentStatus' | 'productName' | 'storeName'
> & {
  /** Day of a daily roll-up. */
  day?: string
}

const inUnits = (steps: number): number => quantityToNumber(steps as Quantity)
const inMajorUnits = (steps: number): number => costToNumber(steps as Cost)

/** Conversion of each compared figure for users. */
const SHOWN: { [Figure in keyof BooksFigures]-?: (steps: number) => BooksFigures[Figure] } = {
  quantity: inUnits,
  countedQuantity: inUnits,
  difference: inUnits,
  balance: inUnits,
  unitCost: inMajorUnits,
  costSum: inMajorUnits,
  averageCost: inMajorUnits,
  sum: (steps) => amountToNumber(steps as Amount),
  moment: (ms) => (Number.isFinite(ms) ? new Date(ms).toISOString() : null),
}
type Figure = keyof typeof SHOWN
/** Figures in their smallest units. Times are in ms. */
type Steps = { [Name in Figure]?: number | null }

/**
 * Returns the figures in which stored and expected values differ, converted for users, or undefined when all
 * are equal.
 */
export function compare(stored: Steps, due: Steps): Pick<Finding, 'stored' | 'due'> | undefined {
  const names = (Object.keys(due) as Figure[]).filter((name) => stored[name] !== due[name])
  if (names.length === 0) return undefined
  return { stored: figures(stored, names), due: figures(due, names) }
}

/** Converts figures for users. */
export function figures(steps: Steps, names = Object.keys(steps) as Figure[]): BooksFigures {
  return Object.fromEntries(
    names.map((name) => {
      const value = steps[name]
      return [name, typeof value === 'number' ? SHOWN[name](value) : null]
    }),
  )
}
