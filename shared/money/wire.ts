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

/** Largest value accepted on the wire: sums of many lines stay far inside the exact range of a double. */
const LARGEST = 1e10

function decimalIn<Unit extends number>(places: number) {
  return z
    .number()
    .min(-LARGEST)
    .max(LARGEST)
    .refine((value) => toSteps(value, places) !== undefined, {
      error: `must have at most ${places} decimal places`,
    })
    .transform((value) => toSteps(value, places) as Unit)
}

/** Input: a decimal number on the wire becomes whole steps inside. Finer than the scale is refused. */
export const AmountIn = decimalIn<Amount>(AMOUNT_PLACES).meta({
  description: 'Money in major units, at most 2 decimal places',
})
export const CostIn = decimalIn<Cost>(COST_PLACES).meta({
  description: 'Cost in major units, at most 4 decimal places',
})
export const QuantityIn = decimalIn<Quantity>(QUANTITY_PLACES).meta({
  description: 'Quantity, at most 3 decimal places',
})
export const PercentIn = decimalIn<Percent>(PERCENT_PLACES).meta({
  description: 'Percent, at most 2 decimal places',
})

const LARGEST_RATE = 1e9
/** Of a currency; what it means, `ExchangeRate` says. */
export const RateIn = z
  .number()
  .positive()
  .max(LARGEST_RATE)
  .refine((value) => toSteps(value, RATE_PLACES) !== undefined, {
    error: `must have at most ${RATE_PLACES} decimal places`,
  })
  .transform((value) => toSteps(value, RATE_PLACES) as Rate)
  .meta({ description: `More than 0, at most ${RATE_PLACES} decimal places` })

/** Output: already converted by the presenter. */
export const AmountOut = z.number().meta({ description: 'Money in major units', examples: [12.5] })
export const CostOut = z.number().meta({ description: 'Cost in major units, up to 4 decimal places' })
export const QuantityOut = z.number().meta({ description: 'Quantity, up to 3 decimal places' })
export const PercentOut = z.number().meta({ description: 'Percent, up to 2 decimal places' })
export const RateOut = z.number().meta({ description: 'Rate of exchange, up to 6 decimal places' })
