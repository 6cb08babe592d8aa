import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { awaitAll } from '#hub/db/await-all.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { withPosting } from '#hub/documents/posting-history.ts'
import type { loadProducts } from '#hub/documents/products.ts'
import type { holdSettings } from '#hub/documents/settings.ts'
import { type OpenLedger, openLedger } from '#hub/ledger/open-ledger.ts'
import type { PostingEvent } from '#shared/contracts/postings.ts'
import type { PriceOverride } from '#shared/contracts/price-overrides.ts'
import type { SaleFlag } from '#shared/contracts/sales/retail-sales.ts'
import type { Cost } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { fiscalOfSales } from '../fiscal/fiscal-of-sales.ts'
import { queueFiscal } from '../fiscal/queue-fiscal.ts'
import { bonusOf, bookPoints, noteSums, type PostedSale } from './points/book-points.ts'
import { costSumOf, type FullRetailSale, NOUN, type SaleLineRow, saveUnitCosts } from './queries.ts'
import { saleMovements } from './sale-movements.ts'
import { bookVouchers } from './vouchers/book-vouchers.ts'

/** A draft that is being posted. */
export interface SalePosting {
  full: FullRetailSale
  settings: Awaited<ReturnType<typeof holdSettings>>
  products: Awaited<ReturnType<typeof loadProducts>>
  actor: Actor
  overrides: PostingEvent['overrides']
}

/** The ledger after the movements of a sale, and the cost of each line that moved. */
interface MovedGoods {
  ledger: OpenLedger
  unitCosts: Map<number, Cost>
}

/** Moves the goods in the ledger, which is not saved yet. */
export async function moveGoods(tx: Tx, { full, products }: SalePosting): Promise<MovedGoods> {
  const { sale, lines } = full
  const { id, storeId, date: moment } = sale
  const movements = saleMovements({ ...sale, lines }, products)
  const ledger = await openLedger(tx, {
    posting: movements.map((movement) => ({ ...movement, documentId: id, moment })),
    sources: movements.flatMap(({ cost, productId }) =>
      cost.kind === 'Source' ? [{ ...cost, productId }] : [],
    ),
  })
  ledger.post({ type: 'RetailSale', id, storeId, moment }, movements)
  const unitCosts = new Map(
    movements.map((movement) => [movement.lineNo, ledger.bookedOf(id, movement).unitCost]),
  )
  return { ledger, unitCosts }
}

/** Books points and gift vouchers. Returns their flags. */
export async function bookMeans(
  tx: Tx,
  full: FullRetailSale,
): Promise<{ points: SaleFlag[]; vouchers: SaleFlag[] }> {
  const { sale, lines } = full
  // Selling vouchers earns no points, not even welcome points.
  const { flags, sums } = await bookPoints(tx, lines.length > 0 ? [countedOf(full)] : [])
  await noteSums(tx, sums)
  const vouchers = await bookVouchers(tx, [{ ...sale, ...full }])
  return { points: flags.get(sale.id) ?? [], vouchers: vouchers.get(sale.id) ?? [] }
}

/** Saves the ledger, marks the sale as posted and queues its fiscal receipt. */
export async function finishPosting(
  tx: Tx,
  { full, actor, overrides }: SalePosting,
  { ledger, unitCosts }: MovedGoods,
  priceOverrides: readonly PriceOverride[],
): Promise<FullRetailSale> {
  const { sale, lines } = full
  const { id } = sale
  const postedAt = new Date()
  const [, , [posted]] = await awaitAll(
    ledger.save(),
    saveUnitCosts(tx, id, unitCosts),
    markPosted(tx, {
      id,
      postedAt: postedAt.toISOString(),
      postedById: actor.employeeId,
      priceOverrides: JSON.stringify(priceOverrides),
      postings: JSON.stringify(withPosting(sale.postings, 'Posted', postedAt, actor, overrides)),
    }),
  )
  await queueFiscal(tx, [id])
  const [fiscal] = await fiscalOfSales(tx, { saleIds: [id] })
  const costed = lines.map((line) => ({ ...line, unitCost: unitCosts.get(line.lineNo) ?? (0 as Cost) }))
  return {
    ...full,
    fiscal,
    sale: must(posted, NOUN),
    lines: costed,
    costSum: costSumOf(costed),
    costPending: lines.some((line) => line.costPending),
  }
}

/** Returns the sale in the form needed for booking points. */
function countedOf({ sale, lines, payments }: FullRetailSale): PostedSale {
  const isReduced = ({ discountAmount }: SaleLineRow) => discountAmount > 0 && sale.discounts.length > 0
  return {
    id: sale.id,
    isReturn: sale.isReturn,
    originalSaleId: sale.originalSaleId,
    date: sale.date,
    loyaltyCardId: sale.loyaltyCardId,
    sum: sale.sum,
    bonusPaid: bonusOf(payments),
    stated: null,
    lines: lines.map((line) => ({ productId: line.productId, sum: line.sum, isReduced: isReduced(line) })),
  }
}

const markPosted = statement(
  'retail-sales.post',
  (given: Given<'id' | 'postedAt' | 'postedById' | 'priceOverrides' | 'postings'>, db) =>
    db
      .update(retailSales)
      .set({
        status: 'Posted',
        postedAt: sql`${given.postedAt}`,
        postedById: sql`${given.postedById}`,
        priceOverrides: sql`${given.priceOverrides}::jsonb`,
        postings: sql`${given.postings}::jsonb`,
        version: sql`${retailSales.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(and(eq(retailSales.organizationId, given.organizationId), eq(retailSales.id, given.id)))
      .returning(),
)
