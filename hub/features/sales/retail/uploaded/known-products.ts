import { and, asc, eq } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { futurePrices, pastPrices, productPrices, products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { NextPrice } from '#shared/catalog/price-at.ts'
import type { Amount, Cost } from '#shared/money/decimal.ts'
import type { PastPrice } from './prices-around.ts'

interface KnownProduct {
  kind: string
  cost: Cost
  isArchived: boolean
  isDiscountProhibited: boolean
  isWeighed: boolean
  /** Current prices by price type. */
  prices: Map<string, Amount>
}

/** Products with their current, past and future prices in the requested price types. */
export interface KnownProducts {
  products: Map<string, KnownProduct>
  /** Prices in order of time, keyed by `priceKey`. */
  nextPrices: Map<string, NextPrice[]>
  pastPrices: Map<string, PastPrice[]>
}

export const priceKey = (productId: string, priceTypeId: string): string => `${productId} ${priceTypeId}`

type Prices = Given<'productIds' | 'priceTypeIds'>
type PricesOf = Record<'productIds' | 'priceTypeIds', readonly string[]>

export async function loadProducts(tx: Tx, prices: PricesOf): Promise<KnownProducts> {
  const [rows, next, past] = await awaitAll(
    productsAmong(tx, prices),
    nextPricesAmong(tx, prices),
    pastPricesAmong(tx, prices),
  )
  return {
    products: withPrices(rows),
    nextPrices: byPrice(next, ({ startsAt, value }) => ({ from: startsAt.toISOString(), price: value })),
    pastPrices: byPrice(past, ({ endedAt, value }) => ({ until: endedAt.toISOString(), price: value })),
  }
}

const productsAmong = statement('sale-facts.products', (given: Prices, db) =>
  db
    .select({
      id: products.id,
      kind: products.kind,
      cost: products.cost,
      isArchived: products.isArchived,
      isDiscountProhibited: products.isDiscountProhibited,
      isWeighed: products.isWeighed,
      priceTypeId: productPrices.priceTypeId,
      price: productPrices.value,
    })
    .from(products)
    .leftJoin(
      productPrices,
      and(
        eq(productPrices.organizationId, products.organizationId),
        eq(productPrices.productId, products.id),
        among(productPrices.priceTypeId, given.priceTypeIds),
      ),
    )
    .where(and(eq(products.organizationId, given.organizationId), among(products.id, given.productIds))),
)

function withPrices(rows: Awaited<ReturnType<typeof productsAmong>>): KnownProducts['products'] {
  const known: KnownProducts['products'] = new Map()
  for (const { id, priceTypeId, price, ...product } of rows) {
    const entry = known.get(id) ?? { ...product, prices: new Map() }
    if (priceTypeId !== null && price !== null) entry.prices.set(priceTypeId, price)
    known.set(id, entry)
  }
  return known
}

const nextPricesAmong = statement('sale-facts.next-prices', (given: Prices, db) =>
  db
    .select({
      productId: futurePrices.productId,
      priceTypeId: futurePrices.priceTypeId,
      startsAt: futurePrices.startsAt,
      value: futurePrices.value,
    })
    .from(futurePrices)
    .where(
      and(
        eq(futurePrices.organizationId, given.organizationId),
        among(futurePrices.productId, given.productIds),
        among(futurePrices.priceTypeId, given.priceTypeIds),
      ),
    )
    .orderBy(asc(futurePrices.startsAt)),
)

const pastPricesAmong = statement('sale-facts.past-prices', (given: Prices, db) =>
  db
    .select()
    .from(pastPrices)
    .where(
      and(
        eq(pastPrices.organizationId, given.organizationId),
        among(pastPrices.productId, given.productIds),
        among(pastPrices.priceTypeId, given.priceTypeIds),
      ),
    )
    .orderBy(asc(pastPrices.endedAt)),
)

/** Groups values by product and price type, keeping their order. */
function byPrice<Row extends { productId: string; priceTypeId: string }, Value>(
  rows: readonly Row[],
  tell: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = Map.groupBy(rows, ({ productId, priceTypeId }) => priceKey(productId, priceTypeId))
  return new Map([...groups].map(([key, group]) => [key, group.map(tell)]))
}
