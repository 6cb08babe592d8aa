import type { Tx } from '#hub/db/transact.ts'
import type { ProductInDocument } from '#hub/documents/products.ts'
import { refuseArchivedProducts, refuseArchivedStores } from '#hub/documents/refusals.ts'
import { needsReference } from '#shared/domain/tenders.ts'
import { amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { settle } from '#shared/pricing/sale.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { refuseUsedCodes } from './marking-codes.ts'
import { refuseCard } from './points/refuse-card.ts'
import type { FullRetailSale } from './queries.ts'
import { type Passed, type ReturnSettings, refuseReturn } from './returns/refuse-return.ts'
import { findSalePoint, refuseOtherPlace } from './sale-point.ts'

/**
 * Checks all rules for posting a back-office sale except stock (docs/domain.md#receipts). Throws
 * `invalid_request` naming the field, `store_archived`, `marking_code_used`, and the errors of `refuseCard`
 * and `refuseReturn`. Returns the rules that were overridden.
 */
export async function refuseSale(
  tx: Tx,
  full: FullRetailSale,
  products: ReadonlyMap<string, ProductInDocument>,
  settings: ReturnSettings,
): Promise<Passed> {
  const { sale, lines } = full
  if (lines.length === 0) throw invalidField(['lines'], 'there is nothing to post')
  refuseUnnamed(full)
  await refuseArchivedStores(tx, [sale.storeId])
  const point = await findSalePoint(tx, sale.retailPointId)
  if (point && !point.isActive) throw invalidField(['retailPointId'], `${point.name} is not active`)
  if (sale.isReturn) {
    refuseInexactRefund(full)
    const passed = await refuseReturn(tx, full, settings)
    await refuseUsedCodes(tx, full)
    return passed
  }
  // Products archived after their sale can still be returned.
  refuseArchivedProducts({ lines, products })
  refuseOtherPlace(point, sale)
  refuseUnsettled(full)
  await refuseCard(tx, full)
  await refuseUsedCodes(tx, full)
  return { overrides: [], priceOverrides: [] }
}

function refuseUnnamed({ payments }: FullRetailSale): void {
  const index = payments.findIndex(({ type, reference }) => needsReference(type) && !reference)
  if (index >= 0) throw invalidField(['payments', index, 'reference'], 'is needed: the number of the voucher')
}

/** Throws `invalid_request` unless the payments less change equal the total. Change can be given only for cash. */
function refuseUnsettled({ sale, payments }: FullRetailSale): void {
  const settlement = settle(sale.sum, payments)
  if (settlement.ok) return
  throw invalidField(
    ['payments'],
    settlement.reason === 'too_little'
      ? `${amountToNumber(settlement.missing)} of ${amountToNumber(sale.sum)} is not paid`
      : `non-cash payments exceed the sum by ${amountToNumber(settlement.over)}`,
  )
}

/** Throws `invalid_request` unless the refunds equal the total, because a refund has no change. */
function refuseInexactRefund({ sale, payments }: FullRetailSale): void {
  const given = sumAmounts(payments.map(({ amount }) => amount))
  if (given === sale.sum) return
  throw invalidField(
    ['payments'],
    `refunds are ${amountToNumber(given)}, the sum of the return is ${amountToNumber(sale.sum)}`,
  )
}
