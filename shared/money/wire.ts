import { z } from 'zod'
import {
  AMOUNT_PLACES,
  type Amount,
  COST_PLACES,
  type Cost,
  PERCENT_PLACES,
  type Percent,
  QUANTITY_PLACES,
  type Quantity,
  RATE_PLACES,
  type Rate,
  toSteps,
} from './decimal.ts'

/** Largest value accepted on the wire. The sum of many lines stays well within the exact range of a double. */
const LARGEST = 1e10
const LARGEST_RATE = 1e9

/** Bounds in units of the wire: major units, units of measure, or percent. */
interface Bounds {
  min?: number
  max?: number
  /** Exclusive lower bound, used instead of `min`. */
  above?: number | undefined
}

/**
 * Returns the schema of a decimal number that is converted to whole steps. It rejects numbers with too many
 * decimal places. Set bounds here instead of with `refine`, and defaults with `prefault`: then they apply to
 * the wire value and appear in the published API description.
 */
function decimalIn<Unit extends number>(places: number, description: string, largest = LARGEST) {
  return ({ min = -largest, max = largest, above }: Bounds = {}) => {
    const error = wordsOf({ min, max, above }, largest)
    const least = above === undefined ? z.number().min(min, { error }) : z.number().gt(above, { error })
    return least
      .max(max, { error: max < largest ? error : `must be at most ${largest}` })
      .refine((value) => toSteps(value, places) !== undefined, {
        error: `must have at most ${places} decimal places`,
      })
      .transform((value) => toSteps(value, places) as Unit)
      .meta({ description })
  }
}

function wordsOf({ min, max, above }: Bounds & { min: number; max: number }, largest: number): string {
  const most = max < largest ? ` and at most ${max}` : ''
  if (above !== undefined) return `must be above ${above}${most}`
  if (most || min === -largest) return `must be between ${min} and ${max}`
  return min === 0 ? 'must not be negative' : `must be at least ${min}`
}

export const amountIn = decimalIn<Amount>(AMOUNT_PLACES, 'Money in major units, at most 2 decimal places')
export const costIn = decimalIn<Cost>(COST_PLACES, 'Cost in major units, at most 4 decimal places')
export const quantityIn = decimalIn<Quantity>(QUANTITY_PLACES, 'Quantity, at most 3 decimal places')
export const percentIn = decimalIn<Percent>(PERCENT_PLACES, 'Percent, at most 2 decimal places')
const rateIn = decimalIn<Rate>(
  RATE_PLACES,
  `More than 0, at most ${RATE_PLACES} decimal places`,
  LARGEST_RATE,
)

export const AmountIn = amountIn()
export const CostIn = costIn()
export const QuantityIn = quantityIn()
export const PercentIn = percentIn()
/** Exchange rate of a currency (see `ExchangeRate`). */
export const RateIn = rateIn({ above: 0 })

/** Output schemas: the presenter has already converted the steps to major units. */
export const AmountOut = z.number().meta({ description: 'Money in major units', examples: [12.5] })
export const CostOut = z.number().meta({ description: 'Cost in major units, up to 4 decimal places' })
export const QuantityOut = z.number().meta({ description: 'Quantity, up to 3 decimal places' })
export const PercentOut = z.number().meta({ description: 'Percent, up to 2 decimal places' })
export const RateOut = z.number().meta({ description: 'Rate of exchange, up to 6 decimal places' })
