import { quantityToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { BasisSale, Cart } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import { type Returned, returnsOf } from '../receipts/basis.ts'
import { leftToReturn, refuseReturnedVouchers } from '../receipts/left-to-return.ts'

/** Answers the receipt of a return; null: it has none. Throws basis_exceeded for what another till has taken back since. */
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

/** The receipt of a return, and what has come back of it. */
export interface ReturnBasis {
  sale: BasisSale
  returns: Returned[]
}

/** Null for a sale, and for a return without a receipt. */
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

/** Another till may have returned the same lines since this return was begun. */
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
      detail: `Of ${name} ${available} can still be returned`,
      errors: [{ pointer: `#/lines/${index}/quantity`, detail: 'is more than can be returned', available }],
    })
  }
}
