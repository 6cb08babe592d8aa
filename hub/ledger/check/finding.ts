import type { BooksFigures, BooksFinding } from '#shared/contracts/inventory/books-check.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'

/** Inconsistency in the books and its place. `nameFindings` adds the names by which a user finds it. */
export type Finding = Omit<
  BooksFinding,
  'day' | 'documentNumber' | 'documentStatus' | 'productName' | 'storeName'
> & {
  /** Day, for day roll-ups. */
  day?: string
}

const inUnits = (steps: number): number => quantityToNumber(steps as Quantity)
const inMajorUnits = (steps: number): number => costToNumber(steps as Cost)

/** Compared figures with their conversion for users. */
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
/** Figures in whole steps, moments in milliseconds. */
type Steps = { [Name in Figure]?: number | null }

/**
 * Returns the figures that differ between stored and expected values, converted for users; undefined when
 * none differ.
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
