import type { BooksFigures, BooksFinding } from '#shared/contracts/inventory/books-check.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'

/** Something in the books that does not add up, and where; a person finds it by what nameFindings adds. */
export type Finding = Omit<
  BooksFinding,
  'day' | 'documentNumber' | 'documentStatus' | 'productName' | 'storeName'
> & {
  /** Of the sums of a day. */
  day?: string
}

const inUnits = (steps: number): number => quantityToNumber(steps as Quantity)
const inMajorUnits = (steps: number): number => costToNumber(steps as Cost)

/** What is compared, and how it is shown to people. */
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
/** In whole steps, the moment in milliseconds. */
type Steps = { [Name in Figure]?: number | null }

/** The figures in which what is stored is not what is due, for people; undefined when there are none. */
export function compare(stored: Steps, due: Steps): Pick<Finding, 'stored' | 'due'> | undefined {
  const names = (Object.keys(due) as Figure[]).filter((name) => stored[name] !== due[name])
  if (names.length === 0) return undefined
  return { stored: figures(stored, names), due: figures(due, names) }
}

/** For people. */
export function figures(steps: Steps, names = Object.keys(steps) as Figure[]): BooksFigures {
  return Object.fromEntries(
    names.map((name) => {
      const value = steps[name]
      return [name, typeof value === 'number' ? SHOWN[name](value) : null]
    }),
  )
}
