import { and, asc, eq, sql, sum } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { retailPoints, stores } from '#hub/db/tables/catalog.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { futurePrices, pastPrices, productPrices, products } from '#hub/db/tables/products.ts'
import { retailSaleLines, retailSales } from '#hub/db/tables/sales.ts'
import { devices } from '#hub/db/tables/sync.ts'
import { together } from '#hub/db/together.ts'
import type { Tx } from '#hub/db/transact.ts'
import { holdSettings } from '#hub/documents/settings.ts'
import type { NextPrice } from '#shared/catalog/price-at.ts'
import type { Amount, Cost, Percent, Quantity } from '#shared/money/decimal.ts'
import type { CashRoundingRule } from '#shared/pricing/cash-rounding.ts'
import { must } from '#shared/std/must.ts'
import type { PastPrice } from './prices-around.ts'
import { numbersFor, type UploadedSale } from './uploaded-sale.ts'

export interface KnownProduct {
  kind: string
  cost: Cost
  isArchived: boolean
  isDiscountProhibited: boolean
  /** Now, by price type. */
  prices: Map<string, Amount>
}

/** A retail point as it is now; a till may not have heard of it yet. */
export interface KnownPoint {
  storeId: string
  priceTypeId: string
  isActive: boolean
  /** The most that may come off a line; 0 where no discounts are given. */
  maxDiscountPercent: Percent
  rounding: CashRoundingRule
}

export interface OriginalLine {
  quantity: Quantity
}

/** The records of head office that some uploaded sales refer to. */
export interface SaleFacts {
  /** The first moment whose books are open; null when nothing is closed. */
  openFrom: Date | null
  /** Of the books: letters of ISO 4217. */
  currency: string
  devices: Map<string, { retailPointId: string; revokedAt: Date | null }>
  points: Map<string, KnownPoint>
  stores: Set<string>
  cashiers: Set<string>
  /** Document numbers that are taken. */
  numbers: Set<string>
  products: Map<string, KnownProduct>
  /** In the order of their time; see priceKey. */
  nextPrices: Map<string, NextPrice[]>
  pastPrices: Map<string, PastPrice[]>
  /** By the id of the sale and the number of the line. */
  originals: Map<string, Map<number, OriginalLine>>
  /** What has been taken back of a line, whether its sale has arrived or not; see lineKey. */
  returned: Map<string, Quantity>
}

/** A line of a receipt, as a return names it. */
export const lineKey = (saleId: string, lineNo: number): string => `${saleId} ${lineNo}`

/** A product in a price type. */
export const priceKey = (productId: string, priceTypeId: string): string => `${productId} ${priceTypeId}`

/**
 * One statement for each kind of thing, however many sales there are; independent ones are sent together. Locked rows
 * are read after they are locked.
 */
export async function loadSaleFacts(tx: Tx, sales: readonly UploadedSale[]): Promise<SaleFacts> {
  const bodies = sales.map(({ body }) => body)
  const originalIds = once(bodies.flatMap((sale) => sale.originalSaleId ?? []))
  const [, { openFrom, currency }, ofDevices, ofStores, cashiers, numbers, originals, returned] =
    await together(
      originalIds.length > 0 && lockSales(tx, { ids: originalIds }),
      holdSettings(tx),
      loadDevices(tx, sales),
      storesAmong(tx, { ids: once(bodies.map((sale) => sale.storeId)) }),
      employeesAmong(tx, { ids: once(bodies.map((sale) => sale.cashierId)) }),
      findNumbers(tx, once(bodies.flatMap(numbersFor))),
      loadOriginals(tx, originalIds),
      sumReturned(tx, originalIds),
    )
  const points = await loadPoints(tx, [
    ...bodies.map((sale) => sale.retailPointId),
    ...[...ofDevices.values()].map((device) => device.retailPointId),
  ])
  const prices = {
    productIds: once(bodies.flatMap((sale) => sale.lines.map((line) => line.productId))),
    priceTypeIds: once([...points.values()].map((point) => point.priceTypeId)),
  }
  const [ofProducts, nextPrices, ofThePast] = await together(
    loadProducts(tx, prices),
    loadNextPrices(tx, prices),
    loadPastPrices(tx, prices),
  )
  return {
    openFrom,
    currency,
    devices: ofDevices,
    points,
    stores: idsOf(ofStores),
    cashiers: idsOf(cashiers),
    numbers,
    products: ofProducts,
    nextPrices,
    pastPrices: ofThePast,
    originals,
    returned,
  }
}

const once = (values: readonly string[]): string[] => [...new Set(values)]
const idsOf = (rows: readonly { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id))

const devicesAmong = statement('sale-facts.devices', (given: Given<'ids'>, db) =>
  db
    .select({ id: devices.id, retailPointId: devices.retailPointId, revokedAt: devices.revokedAt })
    .from(devices)
    .where(and(eq(devices.organizationId, given.organizationId), among(devices.id, given.ids))),
)

async function loadDevices(tx: Tx, sales: readonly UploadedSale[]): Promise<SaleFacts['devices']> {
  const rows = await devicesAmong(tx, { ids: once(sales.map(({ deviceId }) => deviceId)) })
  return new Map(rows.map(({ id, ...device }) => [id, device]))
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
    })
    .from(retailPoints)
    .where(and(eq(retailPoints.organizationId, given.organizationId), among(retailPoints.id, given.ids))),
)

async function loadPoints(tx: Tx, ids: readonly string[]): Promise<SaleFacts['points']> {
  const rows = await pointsAmong(tx, { ids: once(ids) })
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

const storesAmong = statement('sale-facts.stores', (given: Given<'ids'>, db) =>
  db
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.organizationId, given.organizationId), among(stores.id, given.ids))),
)

const employeesAmong = statement('sale-facts.employees', (given: Given<'ids'>, db) =>
  db
    .select({ id: employees.id })
    .from(employees)
    .where(and(eq(employees.organizationId, given.organizationId), among(employees.id, given.ids))),
)

const numbersAmong = statement('sale-facts.numbers', (given: Given<'numbers'>, db) =>
  db
    .select({ number: retailSales.number })
    .from(retailSales)
    .where(
      and(
        eq(retailSales.organizationId, given.organizationId),
        eq(retailSales.numberYear, 0),
        sql`${retailSales.number} = ANY(ARRAY(SELECT unnest(${given.numbers}::text[])))`,
      ),
    ),
)

async function findNumbers(tx: Tx, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await numbersAmong(tx, { numbers })
  return new Set(rows.map(({ number }) => number))
}

type Prices = Given<'productIds' | 'priceTypeIds'>
type PricesOf = Record<'productIds' | 'priceTypeIds', readonly string[]>

const productsAmong = statement('sale-facts.products', (given: Prices, db) =>
  db
    .select({
      id: products.id,
      kind: products.kind,
      cost: products.cost,
      isArchived: products.isArchived,
      isDiscountProhibited: products.isDiscountProhibited,
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

async function loadProducts(tx: Tx, prices: PricesOf): Promise<SaleFacts['products']> {
  const known = new Map<string, KnownProduct>()
  for (const { id, priceTypeId, price, ...product } of await productsAmong(tx, prices)) {
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
      price: futurePrices.value,
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

async function loadNextPrices(tx: Tx, prices: PricesOf): Promise<SaleFacts['nextPrices']> {
  const next: SaleFacts['nextPrices'] = new Map()
  for (const { productId, priceTypeId, startsAt, price } of await nextPricesAmong(tx, prices)) {
    const key = priceKey(productId, priceTypeId)
    next.set(key, [...(next.get(key) ?? []), { from: startsAt.toISOString(), price }])
  }
  return next
}

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

async function loadPastPrices(tx: Tx, prices: PricesOf): Promise<SaleFacts['pastPrices']> {
  const past: SaleFacts['pastPrices'] = new Map()
  for (const { productId, priceTypeId, endedAt, value } of await pastPricesAmong(tx, prices)) {
    const key = priceKey(productId, priceTypeId)
    past.set(key, [...(past.get(key) ?? []), { until: endedAt.toISOString(), price: value }])
  }
  return past
}

/** Returns of one receipt are booked one after the other: each finds what those before it took back. */
const lockSales = statement('sale-facts.lock-sales', (given: Given<'ids'>, db) =>
  db
    .select({ id: retailSales.id })
    .from(retailSales)
    .where(and(eq(retailSales.organizationId, given.organizationId), among(retailSales.id, given.ids)))
    .orderBy(asc(retailSales.id))
    .for('no key update'),
)

const linesAmong = statement('sale-facts.lines', (given: Given<'saleIds'>, db) =>
  db
    .select({
      saleId: retailSaleLines.saleId,
      lineNo: retailSaleLines.lineNo,
      quantity: retailSaleLines.quantity,
    })
    .from(retailSaleLines)
    .where(
      and(
        eq(retailSaleLines.organizationId, given.organizationId),
        among(retailSaleLines.saleId, given.saleIds),
      ),
    ),
)

async function loadOriginals(tx: Tx, saleIds: readonly string[]): Promise<SaleFacts['originals']> {
  const originals: SaleFacts['originals'] = new Map()
  if (saleIds.length === 0) return originals
  for (const { saleId, lineNo, ...line } of await linesAmong(tx, { saleIds })) {
    if (!originals.has(saleId)) originals.set(saleId, new Map())
    must(originals.get(saleId)).set(lineNo, line)
  }
  return originals
}

const returnedAmong = statement('sale-facts.returned', (given: Given<'saleIds'>, db) =>
  db
    .select({
      saleId: retailSales.originalSaleId,
      lineNo: retailSaleLines.originalLineNo,
      quantity: sum(retailSaleLines.quantity).mapWith((value) => Number(value) as Quantity),
    })
    .from(retailSales)
    .innerJoin(
      retailSaleLines,
      and(
        eq(retailSaleLines.organizationId, retailSales.organizationId),
        eq(retailSaleLines.saleId, retailSales.id),
      ),
    )
    .where(
      and(
        eq(retailSales.organizationId, given.organizationId),
        eq(retailSales.status, 'Posted'),
        among(retailSales.originalSaleId, given.saleIds),
      ),
    )
    .groupBy(retailSales.originalSaleId, retailSaleLines.originalLineNo),
)

async function sumReturned(tx: Tx, saleIds: readonly string[]): Promise<SaleFacts['returned']> {
  if (saleIds.length === 0) return new Map()
  const rows = await returnedAmong(tx, { saleIds })
  return new Map(rows.map(({ saleId, lineNo, quantity }) => [lineKey(must(saleId), lineNo ?? 0), quantity]))
}
