import { and, eq, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { counterparties, stores } from '#hub/db/tables/catalog.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { holdSettings } from '#hub/documents/settings.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import { type Percent, percent } from '#shared/money/decimal.ts'
import type { ExchangeRate } from '#shared/money/exchange.ts'
import { holdPieces, type Pieces } from '../marking-codes.ts'
import { loadRates } from './convert-to-books.ts'
import { type ExchangeHalf, loadHalves } from './exchanges.ts'
import { type KnownPoint, loadPoints } from './known-points.ts'
import { type KnownProducts, loadProducts } from './known-products.ts'
import { type KnownPromotions, loadPromotions } from './known-promotions.ts'
import { loadOriginals, type Originals } from './originals.ts'
import { numbersFor, type UploadedSale } from './uploaded-sale.ts'

/** Head office records that a batch of uploaded sales refers to. */
export interface SaleFacts extends KnownProducts, Originals {
  /** Start of the open period, or null when no period is closed. */
  openFrom: Date | null
  /** Currency of the books (ISO 4217 code). */
  currency: string
  /** Days after a sale within which goods can be returned, or null without a limit. */
  returnPeriodDays: number | null
  devices: Map<string, { retailPointId: string; revokedAt: Date | null }>
  points: Map<string, KnownPoint>
  stores: Set<string>
  /** Maximum manual discount on a line, by cashier id. */
  cashiers: Map<string, Percent>
  customers: Set<string>
  /** Document numbers already in use. */
  numbers: Set<string>
  pieces: Pieces
  /** Other halves of exchanges, by id. */
  halves: Map<string, ExchangeHalf>
  promotions: KnownPromotions
  /** Exchange rates for receipts in other currencies, by receipt id. */
  rates: Map<string, ExchangeRate>
}

/**
 * Loads the facts with one statement for each kind of record, regardless of the number of sales. Independent
 * statements are sent together. Rows that need a lock are read after locking.
 */
export async function loadSaleFacts(tx: Tx, sales: readonly UploadedSale[]): Promise<SaleFacts> {
  const bodies = sales.map(({ body }) => body)
  const [
    originals,
    { openFrom, currency, timeZone, returnPeriodDays },
    ofDevices,
    ofStores,
    cashiers,
    customers,
    numbers,
    halves,
  ] = await awaitAll(
    loadOriginals(tx, once(bodies.flatMap((sale) => sale.originalSaleId ?? []))),
    holdSettings(tx),
    loadDevices(tx, sales),
    storesAmong(tx, { ids: once(bodies.map((sale) => sale.storeId)) }),
    employeesAmong(tx, { ids: once(bodies.map((sale) => sale.cashierId)) }),
    findCustomers(tx, once(bodies.flatMap((sale) => sale.customerId ?? []))),
    findNumbers(tx, once(bodies.flatMap(numbersFor))),
    loadHalves(tx, once(bodies.flatMap((sale) => sale.exchangeSaleId ?? []))),
  )
  const pieces = await holdPieces(
    tx,
    bodies.flatMap(({ lines }) => lines.flatMap(({ markingCodes }) => markingCodes)),
  )
  const points = await loadPoints(
    tx,
    once([
      ...bodies.map((sale) => sale.retailPointId),
      ...[...ofDevices.values()].map((device) => device.retailPointId),
    ]),
  )
  const products = await loadProducts(tx, {
    productIds: once(bodies.flatMap((sale) => sale.lines.map((line) => line.productId))),
    priceTypeIds: once([...points.values()].map((point) => point.priceTypeId)),
  })
  return {
    ...originals,
    ...products,
    openFrom,
    currency,
    returnPeriodDays,
    devices: ofDevices,
    points,
    stores: idsOf(ofStores),
    cashiers: new Map(
      cashiers.map(({ id, tillLimits }) => [id, percent(TillLimits.parse(tillLimits).maxDiscountPercent)]),
    ),
    customers,
    numbers,
    pieces,
    halves,
    promotions: await loadPromotions(tx, sales),
    rates: await loadRates(tx, sales, originals.originals, { currency, timeZone }),
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

const storesAmong = statement('sale-facts.stores', (given: Given<'ids'>, db) =>
  db
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.organizationId, given.organizationId), among(stores.id, given.ids))),
)

const employeesAmong = statement('sale-facts.employees', (given: Given<'ids'>, db) =>
  db
    .select({ id: employees.id, tillLimits: employeeRoles.tillLimits })
    .from(employees)
    .innerJoin(
      employeeRoles,
      and(eq(employeeRoles.organizationId, employees.organizationId), eq(employeeRoles.id, employees.roleId)),
    )
    .where(and(eq(employees.organizationId, given.organizationId), among(employees.id, given.ids))),
)

const customersAmong = statement('sale-facts.customers', (given: Given<'ids'>, db) =>
  db
    .select({ id: counterparties.id })
    .from(counterparties)
    .where(and(eq(counterparties.organizationId, given.organizationId), among(counterparties.id, given.ids))),
)

async function findCustomers(tx: Tx, ids: string[]): Promise<Set<string>> {
  return ids.length === 0 ? new Set() : idsOf(await customersAmong(tx, { ids }))
}

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
