import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { awaitAll } from '#hub/db/await-all.ts'
import { updateRecord } from '#hub/db/records.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { bookMoments, checkMoments } from '#hub/documents/book-moments.ts'
import { warnOfLaterCounts } from '#hub/documents/later-counts.ts'
import { withPosting } from '#hub/documents/posting-history.ts'
import { checkPriceLimits } from '#hub/documents/price-limits.ts'
import { loadProducts } from '#hub/documents/products.ts'
import { refuseShortages } from '#hub/documents/refusals.ts'
import { holdSettings } from '#hub/documents/settings.ts'
import { openLedger } from '#hub/ledger/open-ledger.ts'
import type { PostingEvent, PostingQuery, SalePostingQuery } from '#shared/contracts/postings.ts'
import type { PriceOverride } from '#shared/contracts/price-overrides.ts'
import type { SaleFlag } from '#shared/contracts/sales/retail-sales.ts'
import type { Amount, Cost } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { fiscalOfSales } from '../fiscal/fiscal-of-sales.ts'
import { queueFiscal } from '../fiscal/queue-fiscal.ts'
import { bonusOf, bookPoints, noteSums, type PostedSale, unbookPoints } from './points/book-points.ts'
import {
  costSumOf,
  type FullRetailSale,
  getRetailSale,
  lockRetailSale,
  NOUN,
  type RetailSaleRow,
  type SaleLineRow,
  saveUnitCosts,
} from './queries.ts'
import { refuseFiscalised, refuseUploaded } from './refuse-change.ts'
import { refuseSale } from './refuse-sale.ts'
import { refuseReturned } from './returns/refuse-returned.ts'
import { saleMovements } from './sale-movements.ts'
import { bookVouchers, unbookVouchers } from './vouchers/book-vouchers.ts'

/**
 * Posts a draft: books its movements and makes it immutable. For an uploaded sale, which has already
 * happened, checks only that the period is open. Throws `already_posted`, `period_closed`,
 * `insufficient_stock`, `price_too_small`, `discount_prohibited`, the errors of `refuseSale`, and
 * `invalid_request` for points or a gift voucher that cannot be used for payment.
 */
export async function postRetailSale(
  tx: Tx,
  id: string,
  actor: Actor,
  query: SalePostingQuery,
): Promise<FullRetailSale> {
  const [full, settings] = await awaitAll(lockRetailSale(tx, id), holdSettings(tx))
  const { sale, lines } = full
  if (sale.status === 'Posted')
    throw new Problem('already_posted', { detail: `Sale ${sale.number} is already posted` })
  const moments = bookMoments(sale.date)
  const overrides: Overrides = checkMoments(settings, actor, moments, { ...query, command: 'post' })
  const products = await loadProducts(tx, productIdsOf(full))
  const isFact = sale.source === 'Pos'
  const priceOverrides: PriceOverride[] = []
  if (!isFact) {
    const mayBeLate = query.overrideReturnPeriod && actor.permissions.has('sales.override_return_period')
    const mayDiffer = actor.permissions.has('sales.override_price')
    const passed = await refuseSale(tx, full, products, { ...settings, mayBeLate, mayDiffer })
    overrides.push(...passed.overrides)
    priceOverrides.push(...passed.priceOverrides)
  }
  if (!isFact && !sale.isReturn)
    priceOverrides.push(
      ...checkPriceLimits(
        lines.map((line) => soldLine(line, sale)),
        products,
        actor,
        settings,
      ),
    )
  const movements = saleMovements({ ...sale, lines }, products)
  const ledger = await openLedger(tx, {
    posting: movements.map((movement) => ({ ...movement, documentId: id, moment: sale.date })),
    sources: movements.flatMap(({ cost, productId }) =>
      cost.kind === 'Source' ? [{ ...cost, productId }] : [],
    ),
  })
  ledger.post({ type: 'RetailSale', id, storeId: sale.storeId, moment: sale.date }, movements)
  if (!isFact) await refuseShortages(settings, { lines, products }, ledger)
  const unitCosts = new Map(
    movements.map((movement) => [movement.lineNo, ledger.bookedOf(id, movement).unitCost]),
  )
  // Selling vouchers earns no points, not even welcome points.
  const { flags, sums } = await bookPoints(tx, lines.length > 0 ? [countedOf(full)] : [])
  await noteSums(tx, sums)
  const pointsFlags = flags.get(id) ?? []
  const voucherFlags = (await bookVouchers(tx, [{ ...sale, ...full }])).get(id) ?? []
  const stated = [...pointsFlags, ...voucherFlags]
  // A return ignores flags about points, because the points that it takes back may have been spent since.
  const [unfit] = sale.isReturn ? voucherFlags : stated
  if (unfit && !isFact) throw invalidField(['payments'], unfit.detail)
  if (stated.length > 0) await addFlags(tx, sale, stated)
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

async function addFlags(tx: Tx, sale: RetailSaleRow, flags: SaleFlag[]): Promise<void> {
  if (sale.source !== 'Pos') return
  await updateRecord(tx, retailSales, NOUN, sale.id, undefined, { flags: [...sale.flags, ...flags] })
}

type Overrides = PostingEvent['overrides']

function soldLine(
  { lineNo, productId, quantity, sum, vatSum, discountAmount }: SaleLineRow,
  { vatIncluded }: RetailSaleRow,
) {
  const net = (vatIncluded ? sum : sum - vatSum) as Amount
  return { lineNo, productId, quantity, net, hasDiscount: discountAmount > 0 }
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

/**
 * Makes the sale a draft again and removes its movements. Throws `document_not_posted`, `uploaded_sale`,
 * `fiscalised`, `period_closed`, `has_returns` and `insufficient_stock`.
 */
export async function unpostRetailSale(
  tx: Tx,
  id: string,
  actor: Actor,
  query: PostingQuery,
): Promise<FullRetailSale> {
  const full = await lockRetailSale(tx, id)
  const { sale, lines } = full
  if (sale.status === 'Draft')
    throw new Problem('document_not_posted', { detail: `Sale ${sale.number} is a draft` })
  refuseUploaded(sale)
  await refuseFiscalised(tx, id)
  const settings = await holdSettings(tx)
  const moments = bookMoments(sale.date)
  const overrides = checkMoments(settings, actor, moments, { ...query, command: 'unpost' })
  await refuseReturned(tx, id)
  const ledger = await openLedger(tx, {
    posting: [],
    removing: [{ id, storeId: sale.storeId, moment: sale.date }],
  })
  await refuseShortages(settings, { lines, products: await loadProducts(tx, productIdsOf(full)) }, ledger)
  await ledger.save()
  await unbookPoints(tx, id)
  await unbookVouchers(tx, id)
  await saveUnitCosts(tx, id, new Map())
  await updateRecord(tx, retailSales, NOUN, id, undefined, {
    status: 'Draft',
    postedAt: null,
    postedById: null,
    bonusSpent: 0 as Amount,
    bonusEarned: 0 as Amount,
    priceOverrides: [],
    postings: withPosting(sale.postings, 'Unposted', new Date(), actor, overrides),
  })
  const warnings = await warnOfLaterCounts(
    tx,
    id,
    [sale.storeId],
    lines.map(({ productId }) => ({ productId, moment: sale.date })),
  )
  return { ...(await getRetailSale(tx, id)), warnings }
}

const productIdsOf = ({ lines }: FullRetailSale): string[] => lines.map(({ productId }) => productId)
