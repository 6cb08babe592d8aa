import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { quantityToNumber } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/require-limit.ts'
import type { RecordingParts } from '../shifts/till-record.ts'

/**
 * Throws `invalid_request` when the quantity is not above 0, and `quantity_not_whole` when it is fractional
 * but its unit is not.
 */
export function checkQuantity(quantity: Quantity, { isFractional }: { isFractional: boolean }): void {
  if (quantity <= 0) throw invalidField(['quantity'], 'must be above 0')
  if (!isFractional && quantity % 1000 !== 0) {
    throw invalidField(['quantity'], 'must be a whole number', 'quantity_not_whole')
  }
}

export interface PriceRules {
  listPrice: Amount
  minPrice: Amount | null
  allowCustomPrice: boolean
}

/**
 * Accepts the list price. Any other price throws `invalid_request` when it is zero or negative,
 * `not_allowed_here` when the retail point does not allow price changes, and `price_too_small` below the
 * minimum price.
 */
export function checkPrice(price: Amount, { listPrice, minPrice, allowCustomPrice }: PriceRules): void {
  if (price === listPrice) return
  if (price <= 0) throw invalidField(['price'], 'must be above 0')
  if (!allowCustomPrice) {
    throw new Problem('not_allowed_here', { detail: 'Prices cannot be changed at this retail point' })
  }
  if (minPrice !== null && price < minPrice) {
    throw invalidField(['price'], 'is below the minimum price', 'price_too_small')
  }
}

/**
 * Throws `basis_exceeded` when the quantity exceeds what is still returnable. `returnable` is null for lines
 * without a basis, which have no limit.
 */
export function checkReturnable(quantity: Quantity, returnable: Quantity | null): void {
  if (returnable === null || quantity <= returnable) return
  const available = quantityToNumber(returnable)
  throw new Problem('basis_exceeded', {
    detail: `${available} of this line can still be returned`,
    errors: [{ pointer: '#/quantity', detail: 'is more than can be returned', available }],
  })
}

/**
 * Throws `not_allowed_here` or `forbidden` when the retail point or the cashier's role forbids removing a
 * line, or part of it, from a sale. Returns are exempt, because a return starts with everything returnable
 * and the cashier removes the rest.
 */
export function checkMayDelete(
  agent: RecordingParts,
  tx: JournalWriter,
  actor: Actor,
  { isReturn }: Cart,
): void {
  if (isReturn) return
  if (!agent.replica.read(({ settings }) => settings.get().allowDeleteLines))
    throw new Problem('not_allowed_here', { detail: 'Lines cannot be deleted at this retail point' })
  requireLimit(agent, tx, actor, 'allowDeleteLines')
}
