import type { AddLine } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Product } from '../../replica/products.ts'
import type { Actor } from '../session/actor.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'

interface AgeQuestion {
  cart: Pick<Cart, 'isReturn' | 'confirmedAge'>
  product: Pick<Product, 'id' | 'name' | 'minimumAge'>
  ageCheck: AddLine['ageCheck']
}

/**
 * Returns the age in years that the cashier has confirmed for the customer so far, or 'Refused' when the
 * cashier refuses the sale (docs/domain.md#age-check). Records each answer. Throws `age_check_missing` when
 * the product requires a higher age than confirmed and there is no answer yet.
 */
export function checkAge(
  agent: RecordingParts,
  tx: JournalWriter,
  actor: Actor,
  { cart, product, ageCheck }: AgeQuestion,
): number | 'Refused' {
  const { id: productId, name, minimumAge } = product
  if (cart.isReturn || minimumAge === null || minimumAge <= cart.confirmedAge) return cart.confirmedAge
  if (ageCheck === undefined) {
    throw new Problem('age_check_missing', {
      detail: `${name} is sold to customers of ${minimumAge} years and older`,
      errors: [{ pointer: '#/ageCheck', detail: 'is needed' }],
      extensions: { productId, productName: name, minimumAge },
    })
  }
  const isRefused = ageCheck === 'Refused'
  recordEvent(agent, tx, actor, isRefused ? 'age_refused' : 'age_confirmed', { productId, name, minimumAge })
  return isRefused ? 'Refused' : minimumAge
}
