import type { Cost, Quantity } from '#shared/money/decimal.ts'
import type { Balance, BookedMovement, Movement } from './movement.ts'
import { knownCost, nextBalance } from './next-balance.ts'

/**
 * Returns the cost with which goods left on a line, or undefined when they have not left yet at this point of
 * the ledger.
 */
export type CostOfLine = (documentId: string, lineNo: number) => Cost | undefined

/** Calculates one movement from the preceding balance. Throws `RangeError` when a value exceeds the exact range. */
export function bookMovement(movement: Movement, before: Balance, costOfLine: CostOfLine): BookedMovement {
  const { cost, fallbackCost } = movement
  const quantity = cost.kind === 'Count' ? ((cost.counted - before.quantity) as Quantity) : movement.quantity
  const booked = nextBalance(before, quantity, incomingCost(movement, before, costOfLine), fallbackCost)
  return { quantity, ...booked }
}

function incomingCost(
  { cost: rule, fallbackCost }: Movement,
  before: Balance,
  costOfLine: CostOfLine,
): Cost | undefined {
  if (rule.kind === 'Given') return rule.cost
  if (rule.kind === 'Average' && rule.added) return (knownCost(before, fallbackCost) + rule.added) as Cost
  if (rule.kind !== 'Source') return undefined
  const left = costOfLine(rule.documentId, rule.lineNo)
  return left === undefined ? undefined : ((left + rule.added) as Cost)
}
