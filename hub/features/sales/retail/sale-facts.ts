import { and, asc, eq, type SQL, sql, sum } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { retailPoints, stores } from '#hub/db/tables/catalog.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { futurePrices, pastPrices, productPrices, products } from '#hub/db/tables/products.ts'
import { retailSaleLines, retailSales } from '#hub/db/tables/sales.ts'
import { devices } from '#hub/db/tables/sync.ts'
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

/** What head office knows of everything that some uploaded sales name. */
export interface SaleFacts {
  /** The first moment whose books are open; null when nothing is closed. */
  openFrom: Date | null
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

/** One statement for each kind of thing, however many sales there are. */
export async function loadSaleFacts(tx: Tx, sales: readonly UploadedSale[]): Promise<SaleFacts> {
  const bodies = sales.map(({ body }) => body)
  const ofDevices = await loadDevices(tx, sales)
  const points = await loadPoints(tx, [
    ...bodies.map((sale) => sale.retailPointId),
    ...[...ofDevices.values()].map((device) => device.retailPointId),
  ])
  const originalIds = bodies.flatMap((sale) => sale.originalSaleId ?? [])
  await lockOriginals(tx, originalIds)
  const { openFrom } = await holdSettings(tx)
  const productIds = bodies.flatMap((sale) => sale.lines.map((line) => line.productId))
  const priceTypeIds = [...points.values()].map((point) => point.priceTypeId)
  return {
    openFrom,
    devices: ofDevices,
    points,
    stores: await findIds(
      tx,
      stores,
      bodies.map((sale) => sale.storeId),
    ),
    cashiers: await findIds(
      tx,
      employees,
      bodies.map((sale) => sale.cashierId),
    ),
    numbers: await findNumbers(tx, bodies.flatMap(numbersFor)),
    products: await loadProducts(tx, productIds, priceTypeIds),
    nextPrices: await loadNextPrices(tx, productIds, priceTypeIds),
    pastPrices: await loadPastPrices(tx, productIds, priceTypeIds),
    originals: await loadOriginals(tx, originalIds),
    returned: await sumReturned(tx, originalIds),
  }
}

/** `column` is one of the values, which go out as one array. */
function isAny(column: AnyPgColumn, values: readonly string[], type: 'uuid' | 'text' = 'uuid'): SQL {
  return sql`${column} = ANY(${sql.param([...new Set(values)])}::${sql.raw(type)}[])`
}

async function loadDevices(tx: Tx, sales: readonly UploadedSale[]): Promise<SaleFacts['devices']> {
  const rows = await tx
    .select({ id: devices.id, retailPointId: devices.retailPointId, revokedAt: devices.revokedAt })
    .from(devices)
    .where(
      and(
        eq(devices.organizationId, tx.organizationId),
        isAny(
          devices.id,
          sales.map(({ deviceId }) => deviceId),
        ),
      ),
    )
  return new Map(rows.map(({ id, ...device }) => [id, device]))
}

async function loadPoints(tx: Tx, ids: readonly string[]): Promise<SaleFacts['points']> {
  const rows = await tx
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
    .where(and(eq(retailPoints.organizationId, tx.organizationId), isAny(retailPoints.id, ids)))
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

async function findIds(
  tx: Tx,
  table: typeof stores | typeof employees,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.organizationId, tx.organizationId), isAny(table.id, ids)))
  return new Set(rows.map(({ id }) => id))
}

async function findNumbers(tx: Tx, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ number: retailSales.number })
    .from(retailSales)
    .where(
      and(
        eq(retailSales.organizationId, tx.organizationId),
        eq(retailSales.numberYear, 0),
        isAny(retailSales.number, numbers, 'text'),
      ),
    )
  return new Set(rows.map(({ number }) => number))
}

async function loadProducts(
  tx: Tx,
  ids: readonly string[],
  priceTypeIds: readonly string[],
): Promise<SaleFacts['products']> {
  const rows = await tx
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
        isAny(productPrices.priceTypeId, priceTypeIds),
      ),
    )
    .where(and(eq(products.organizationId, tx.organizationId), isAny(products.id, ids)))
  const known = new Map<string, KnownProduct>()
  for (const { id, priceTypeId, price, ...product } of rows) {
    const entry = known.get(id) ?? { ...product, prices: new Map() }
    if (priceTypeId !== null && price !== null) entry.prices.set(priceTypeId, price)
    known.set(id, entry)
  }
  return known
}

async function loadNextPrices(
  tx: Tx,
  productIds: readonly string[],
  priceTypeIds: readonly string[],
): Promise<SaleFacts['nextPrices']> {
  const rows = await tx
    .select({
      productId: futurePrices.productId,
      priceTypeId: futurePrices.priceTypeId,
      startsAt: futurePrices.startsAt,
      price: futurePrices.value,
    })
    .from(futurePrices)
    .where(
      and(
        eq(futurePrices.organizationId, tx.organizationId),
        isAny(futurePrices.productId, productIds),
        isAny(futurePrices.priceTypeId, priceTypeIds),
      ),
    )
    .orderBy(asc(futurePrices.startsAt))
  const next: SaleFacts['nextPrices'] = new Map()
  for (const { productId, priceTypeId, startsAt, price } of rows) {
    const key = priceKey(productId, priceTypeId)
    next.set(key, [...(next.get(key) ?? []), { from: startsAt.toISOString(), price }])
  }
  return next
}

async function loadPastPrices(
  tx: Tx,
  productIds: readonly string[],
  priceTypeIds: readonly string[],
): Promise<SaleFacts['pastPrices']> {
  const rows = await tx
    .select()
    .from(pastPrices)
    .where(
      and(
        eq(pastPrices.organizationId, tx.organizationId),
        isAny(pastPrices.productId, productIds),
        isAny(pastPrices.priceTypeId, priceTypeIds),
      ),
    )
    .orderBy(asc(pastPrices.endedAt))
  const past: SaleFacts['pastPrices'] = new Map()
  for (const { productId, priceTypeId, endedAt, value } of rows) {
    const key = priceKey(productId, priceTypeId)
    past.set(key, [...(past.get(key) ?? []), { until: endedAt.toISOString(), price: value }])
  }
  return past
}

/** Returns of one receipt are booked one after the other: each finds what those before it took back. */
async function lockOriginals(tx: Tx, saleIds: readonly string[]): Promise<void> {
  if (saleIds.length === 0) return
  await tx
    .select({ id: retailSales.id })
    .from(retailSales)
    .where(and(eq(retailSales.organizationId, tx.organizationId), isAny(retailSales.id, saleIds)))
    .orderBy(asc(retailSales.id))
    .for('no key update')
}

async function loadOriginals(tx: Tx, saleIds: readonly string[]): Promise<SaleFacts['originals']> {
  const originals: SaleFacts['originals'] = new Map()
  if (saleIds.length === 0) return originals
  const rows = await tx
    .select({
      saleId: retailSaleLines.saleId,
      lineNo: retailSaleLines.lineNo,
      quantity: retailSaleLines.quantity,
    })
    .from(retailSaleLines)
    .where(and(eq(retailSaleLines.organizationId, tx.organizationId), isAny(retailSaleLines.saleId, saleIds)))
  for (const { saleId, lineNo, ...line } of rows) {
    if (!originals.has(saleId)) originals.set(saleId, new Map())
    must(originals.get(saleId)).set(lineNo, line)
  }
  return originals
}

async function sumReturned(tx: Tx, saleIds: readonly string[]): Promise<SaleFacts['returned']> {
  if (saleIds.length === 0) return new Map()
  const rows = await tx
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
        eq(retailSales.organizationId, tx.organizationId),
        eq(retailSales.status, 'Posted'),
        isAny(retailSales.originalSaleId, saleIds),
      ),
    )
    .groupBy(retailSales.originalSaleId, retailSaleLines.originalLineNo)
  return new Map(rows.map(({ saleId, lineNo, quantity }) => [lineKey(must(saleId), lineNo ?? 0), quantity]))
}
