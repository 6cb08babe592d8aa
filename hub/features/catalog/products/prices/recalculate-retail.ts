import { and, eq, gt, inArray } from 'drizzle-orm'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { findGroupsAbove, markupOf } from '#hub/documents/groups-above.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import type { Amount, Cost } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { ProductDetails } from '../details.ts'
import { getProduct } from '../queries.ts'
import { requirePriceType, setSellablePrice } from './change-price.ts'
import { rateOfPriceType } from './price-type-rate.ts'
import { retailFromCost } from './retail-from-cost.ts'

/** Maximum price of a product (shared/money/wire.ts). */
export const LARGEST_PRICE = 1e12 as Amount

/**
 * Sets the retail price to the cost plus the markup of the nearest group that has one, in the currency of the
 * default price type, rounded by the rule of the organization. Throws `not_found`, `no_cost` (also when the
 * price would be too large), `no_rate` and `price_too_small`.
 */
export async function recalculateRetail(tx: Tx, id: string): Promise<ProductDetails> {
  const { cost, productGroupId } = await getProduct(tx, id)
  if (cost === 0) throw new Problem('no_cost', { detail: 'Give the product a cost first' })
  const markup = productGroupId ? markupOf(await findGroupsAbove(tx, [productGroupId]), productGroupId) : null
  const { priceRounding } = await loadSettings(tx)
  const priceTypeId = await requirePriceType(tx, undefined)
  const rate = await rateOfPriceType(tx, priceTypeId)
  if (!rate) throw new Problem('no_rate')
  const price = retailFromCost(cost, markup ?? 0, { rounding: priceRounding, rate })
  if (price > LARGEST_PRICE)
    throw new Problem('no_cost', { detail: 'Cost and markup make a price too large' })
  await setSellablePrice(tx, id, undefined, price, priceTypeId)
  return getProduct(tx, id)
}

/**
 * Returns the retail price by product: the cost plus the group's markup, in the currency of the default price
 * type, but at least the minimum price of the product. Leaves out products without cost or markup, and those
 * whose price would be 0 or too large. Returns no prices when the exchange rate is unknown.
 */
export async function retailByMarkup(tx: Tx, ids: string[]): Promise<Map<string, Amount>> {
  const rows = await tx
    .select({
      id: products.id,
      cost: products.cost,
      minPrice: products.minPrice,
      groupId: products.productGroupId,
    })
    .from(products)
    .where(
      and(
        eq(products.organizationId, tx.organizationId),
        inArray(products.id, ids),
        gt(products.cost, 0 as Cost),
      ),
    )
  const groups = await findGroupsAbove(tx, [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))])
  const { priceRounding: rounding } = await loadSettings(tx)
  const rate = await rateOfPriceType(tx, await requirePriceType(tx, undefined))
  if (!rate) return new Map()
  const prices = new Map<string, Amount>()
  for (const { id, cost, minPrice, groupId } of rows) {
    const markup = groupId ? markupOf(groups, groupId) : null
    if (markup === null) continue
    const price = Math.max(retailFromCost(cost, markup, { rounding, rate }), minPrice ?? 0) as Amount
    if (price > 0 && price <= LARGEST_PRICE) prices.set(id, price)
  }
  return prices
}
