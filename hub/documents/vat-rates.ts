import type { Tx } from '#hub/db/transact.ts'
import { effectiveVatRate } from '#shared/catalog/effective-vat.ts'
import type { Percent } from '#shared/money/decimal.ts'
import { findGroupsAbove } from './groups-above.ts'
import type { ProductInDocument } from './products.ts'

/**
 * Returns the VAT rate of a line without its own rate, determined like at the till: the group's rate if the
 * product follows its group.
 */
export type VatRateOf = (product: ProductInDocument) => Percent | null

export async function readVatRates(tx: Tx, products: Iterable<ProductInDocument>): Promise<VatRateOf> {
  const followers = [...products].flatMap(({ useGroupVat, productGroupId }) =>
    useGroupVat && productGroupId !== null ? [productGroupId] : [],
  )
  const groups = await findGroupsAbove(tx, [...new Set(followers)])
  return (product) =>
    effectiveVatRate({ ...product, groupId: product.productGroupId }, (id) => groups.get(id))
}
