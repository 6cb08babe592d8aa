import { and, eq } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { TenderType } from '#shared/domain/tenders.ts'
import type { Percent } from '#shared/money/decimal.ts'
import type { CashRoundingRule } from '#shared/pricing/cash-rounding.ts'

/** A retail point with its current settings, which a till may not have received yet. */
export interface KnownPoint {
  storeId: string
  priceTypeId: string
  isActive: boolean
  /** Maximum discount on a line, or 0 when discounts are not allowed. */
  maxDiscountPercent: Percent
  rounding: CashRoundingRule
  /** Accepted tenders. */
  paymentTypes: readonly TenderType[]
  /** True when sales require an open shift. */
  requireShift: boolean
}

const pointsAmong = statement('sale-facts.points', (given: Given<'ids'>, db) =>
  db
    .select({
      id: retailPoints.id,
      storeId: retailPoints.storeId,
      priceTypeId: retailPoints.priceTypeId,
      isActive: retailPoints.isActive,
      allowDiscount: retailPoints.allowDiscount,
      maxDiscountPercent: retailPoints.maxDiscountPercent,
      mode: retailPoints.cashRounding,
      step: retailPoints.cashRoundingStep,
      appliesTo: retailPoints.cashRoundingAppliesTo,
      paymentTypes: retailPoints.paymentTypes,
      requireShift: retailPoints.requireShift,
    })
    .from(retailPoints)
    .where(and(eq(retailPoints.organizationId, given.organizationId), among(retailPoints.id, given.ids))),
)

/** Returns retail points by id. */
export async function loadPoints(tx: Tx, ids: string[]): Promise<Map<string, KnownPoint>> {
  const rows = await pointsAmong(tx, { ids })
  return new Map(
    rows.map(({ id, allowDiscount, maxDiscountPercent, mode, step, appliesTo, ...point }) => [
      id,
      {
        ...point,
        maxDiscountPercent: allowDiscount ? maxDiscountPercent : (0 as Percent),
        rounding: { mode, step, appliesTo },
      },
    ]),
  )
}
