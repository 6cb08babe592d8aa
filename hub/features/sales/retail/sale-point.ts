import { and, eq } from 'drizzle-orm'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Tender } from '#shared/domain/tenders.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { roundingOf, roundingOfRefund } from '#shared/pricing/cash-rounding.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { LeftToReturn } from './returns/left-to-return.ts'

export type SalePoint = Awaited<ReturnType<typeof findSalePoint>>

/**
 * Returns the retail point whose rules apply to a back-office receipt (docs/domain.md#receipts), or undefined
 * when the receipt has none. Throws `invalid_request` for an unknown retail point.
 */
export async function findSalePoint(tx: Tx, id: string | null) {
  if (!id) return undefined
  const [point] = await tx
    .select({
      name: retailPoints.name,
      numberPrefix: retailPoints.numberPrefix,
      storeId: retailPoints.storeId,
      isActive: retailPoints.isActive,
      vatIncluded: retailPoints.vatIncluded,
      taxSystem: retailPoints.taxSystem,
      mode: retailPoints.cashRounding,
      step: retailPoints.cashRoundingStep,
      appliesTo: retailPoints.cashRoundingAppliesTo,
    })
    .from(retailPoints)
    .where(and(eq(retailPoints.organizationId, tx.organizationId), eq(retailPoints.id, id)))
  if (!point) throw invalidField(['retailPointId'], `there is no retail point ${id}`)
  const { mode, step, appliesTo, ...rest } = point
  return { ...rest, rounding: { mode, step, appliesTo } }
}

interface Placed {
  storeId: string
  retailPointId: string | null
}

/**
 * Throws `invalid_request` when the store does not belong to the retail point. A return can keep the store
 * and retail point of its receipt.
 */
export function refuseOtherPlace(point: SalePoint, place: Placed, receipt?: Placed): void {
  if (!point || point.storeId === place.storeId) return
  if (receipt?.storeId === place.storeId && receipt.retailPointId === place.retailPointId) return
  throw invalidField(['storeId'], `is not the store of the retail point ${point.name}`)
}

/**
 * Returns true when the prices of a sale include VAT. Throws `invalid_request` when the sale contradicts its
 * retail point.
 */
export function vatModeOf(point: SalePoint, stated: boolean | undefined, usual: boolean): boolean {
  if (!point) return stated ?? usual
  if (stated !== undefined && stated !== point.vatIncluded)
    throw invalidField(
      ['vatIncluded'],
      `prices at the retail point ${point.name} are ${point.vatIncluded ? 'with' : 'without'} VAT`,
    )
  return point.vatIncluded
}

/**
 * Returns the rounding of a receipt by the rule of the retail point. `left` is what remains of the receipt of
 * a return.
 */
export function roundingAt(
  point: SalePoint,
  sum: Amount,
  payments: readonly { type: string; amount: Amount }[],
  left?: Pick<LeftToReturn, 'payments' | 'forGoods'>,
): Amount {
  if (!point || point.rounding.mode === 'None') return 0 as Amount
  const rule = point.rounding
  const tenders = payments as readonly Tender[]
  if (!left) return roundingOf(sum, tenders, rule)
  const put = roundingOfRefund(sum, tenders, {
    rule,
    most: left.forGoods,
    left: left.payments as readonly Tender[],
  })
  // A difference of a whole coin or more is not rounding but an excessive refund, which posting refuses.
  return Math.abs(put) < rule.step ? put : (0 as Amount)
}
