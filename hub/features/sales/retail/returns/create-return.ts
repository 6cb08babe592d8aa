import type { Actor } from '#hub/auth/actor.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnseen } from '#hub/db/visible-stores.ts'
import type { RetailSaleInput } from '#shared/contracts/sales/retail-sales.ts'
import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { refundsOf } from '#shared/pricing/refunds.ts'
import { saleTotals } from '#shared/pricing/sale.ts'
import { Problem } from '#shared/problems/problem.ts'
import { type FullRetailSale, getRetailSale, type MarkedLine, NOUN } from '../queries.ts'
import { findSalePoint, roundingAt } from '../sale-point.ts'
import { insertDraft } from '../save-sale.ts'
import { type LeftToReturn, leftToReturn } from './left-to-return.ts'

/**
 * Creates a draft return of a posted receipt with all lines not returned yet, refunded in the original
 * tenders. Throws `document_not_posted`, `not_returnable`, and `basis_exceeded` when nothing remains.
 */
export async function createReturn(tx: Tx, originalId: string, actor: Actor): Promise<FullRetailSale> {
  await refuseUnseen(tx, retailSales, NOUN, originalId)
  const { sale, lines: originals } = await getRetailSale(tx, originalId)
  if (sale.status !== 'Posted')
    throw new Problem('document_not_posted', { detail: `Sale ${sale.number} is a draft` })
  if (sale.isReturn) throw new Problem('not_returnable', { detail: `${sale.number} is a return` })
  const left = await leftToReturn(tx, sale.id)
  const lines = originals.flatMap((line) => lineLeft(line, left))
  if (lines.length === 0)
    throw new Problem('basis_exceeded', { detail: `Everything on ${sale.number} is already returned` })
  const rest = sumAmounts(lines.map((line) => saleTotals([line], sale.vatIncluded).sum))
  const point = await findSalePoint(tx, sale.retailPointId)
  const rounding = roundingAt(point, rest, refundsOf(rest, left.payments), left)
  // Uses the rounding of the original receipt.
  const sum = sale.roundingSum === 0 ? ((rest + rounding) as Amount) : left.forGoods
  const { storeId, retailPointId, customerId, loyaltyCardId, customerPhone, customerEmail, vatIncluded } =
    sale
  const input: RetailSaleInput = {
    storeId,
    retailPointId,
    customerId,
    loyaltyCardId,
    customerPhone,
    customerEmail,
    vatIncluded,
    number: null,
    comment: null,
    // The receipt may be dated in the future.
    date: new Date(Math.max(Date.now(), sale.date.getTime())),
    cashierId: actor.employeeId,
    lines,
    payments: refundsOf(sum, left.payments).map(({ type, amount, reference = null }) => ({
      type,
      amount,
      reference,
    })),
  }
  return insertDraft(tx, input, { actor, basis: { ...sale, lines: originals } })
}

/**
 * Returns the part of a line that remains to be returned. The last return of a line absorbs the rounding
 * difference, so that all returns add up to the line.
 */
function lineLeft(
  { id, lineNo, productId, price, vatRate, markingCodes, ...sold }: MarkedLine,
  { lines }: LeftToReturn,
) {
  const left = lines.get(lineNo)
  if (!left || left.quantity === 0) return []
  const { quantity, net } = left
  const discountAmount = Math.max(0, lineSum(quantity, price) - net) as Amount
  return [
    {
      productId,
      quantity,
      price,
      discountAmount,
      discountPercent: null,
      vatRate,
      originalLineId: id,
      // In a partial return it is unknown which pieces come back.
      markingCodes: quantity === sold.quantity ? markingCodes : [],
    },
  ]
}
