import { quantityToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { BasisSale, Cart } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import { type Returned, returnsOf } from '../receipts/basis.ts'
import { leftToReturn, refuseReturnedVouchers } from '../receipts/left-to-return.ts'

/**
 * Returns the receipt of a return, or null when it has none. Throws `basis_exceeded` when the goods were
 * returned elsewhere in the meantime.
 */
export function refuseTakenBack(
  agent: { replica: Replica },
  reader: Pick<JournalReader, 'receipts'>,
  cart: Cart,
): ReturnBasis | null {
  const basis = basisOf(reader, agent, cart)
  if (basis) checkStillReturnable(cart, basis)
  return basis
}

export function isTakenBack(
  { journal, replica }: { journal: { read: Pick<JournalReader, 'receipts'> }; replica: Replica },
  cart: Cart,
): boolean {
  try {
    refuseTakenBack({ replica }, journal.read, cart)
    return false
  } catch (error) {
    if (error instanceof Problem) return true
    throw error
  }
}

/** Receipt of a return, with its earlier returns. */
export interface ReturnBasis {
  sale: BasisSale
  returns: Returned[]
}

/** Returns the receipt of a return. Null for a sale, and for a return without a receipt. */
export function basisOf(
  { receipts }: Pick<JournalReader, 'receipts'>,
  { replica }: { replica: Replica },
  { original }: Cart,
): ReturnBasis | null {
  if (!original) return null
  const { id, receiptNumber, ofAnotherTill } = original
  const sale = ofAnotherTill ?? must(receipts.findByNumber(receiptNumber), 'receipt of the return').sale
  return { sale, returns: returnsOf({ receipts }, replica, id) }
}

/** Throws `basis_exceeded` when the same lines or vouchers were returned elsewhere since this return began. */
function checkStillReturnable({ lines, vouchers }: Cart, { sale, returns }: ReturnBasis): void {
  refuseReturnedVouchers(vouchers, returns)
  for (const [index, { originalLineNo, quantity, name }] of lines.entries()) {
    const soldLine = must(
      sale.lines.find(({ lineNo }) => lineNo === originalLineNo),
      'line of the receipt',
    )
    const left = leftToReturn(soldLine, returns)
    if (quantity <= left) continue
    const available = quantityToNumber(left)
    throw new Problem('basis_exceeded', {
      detail: `${available} of ${name} can still be returned`,
      errors: [{ pointer: `#/lines/${index}/quantity`, detail: 'is more than can be returned', available }],
    })
  }
}
