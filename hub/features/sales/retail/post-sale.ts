import type { Actor } from '#hub/auth/actor.ts'
import { awaitAll } from '#hub/db/await-all.ts'
import { updateRecord } from '#hub/db/records.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { bookMoments, checkMoments } from '#hub/documents/book-moments.ts'
import { checkPriceLimits } from '#hub/documents/price-limits.ts'
import { loadProducts } from '#hub/documents/products.ts'
import { refuseShortages } from '#hub/documents/refusals.ts'
import { holdSettings } from '#hub/documents/settings.ts'
import type { SalePostingQuery } from '#shared/contracts/postings.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import {
  type FullRetailSale,
  lockRetailSale,
  NOUN,
  productIdsOf,
  type RetailSaleRow,
  type SaleLineRow,
} from './queries.ts'
import { refuseSale } from './refuse-sale.ts'
import { bookMeans, finishPosting, moveGoods, type SalePosting } from './sale-posting.ts'

/**
 * Posts a draft: its goods move, and it can no longer be changed. Throws `already_posted` and
 * `period_closed`. For a sale that no till has uploaded, also throws the errors of `postWritten`.
 */
export async function postRetailSale(
  tx: Tx,
  id: string,
  actor: Actor,
  query: SalePostingQuery,
): Promise<FullRetailSale> {
  const [full, settings] = await awaitAll(lockRetailSale(tx, id), holdSettings(tx))
  const { sale } = full
  if (sale.status === 'Posted')
    throw new Problem('already_posted', { detail: `Sale ${sale.number} is already posted` })
  const moments = bookMoments(sale.date)
  const overrides = checkMoments(settings, actor, moments, { ...query, command: 'post' })
  const products = await loadProducts(tx, productIdsOf(full))
  const posting = { full, settings, actor, products, overrides }
  return sale.source === 'Pos' ? postUploaded(tx, posting) : postWritten(tx, posting, query)
}

/**
 * Posts a sale entered in the back office. Throws `insufficient_stock`, `price_too_small`,
 * `discount_prohibited` and the errors of `refuseSale`. Throws `invalid_request` for points or a gift voucher
 * that cannot be used for payment.
 */
async function postWritten(tx: Tx, posting: SalePosting, query: SalePostingQuery): Promise<FullRetailSale> {
  const { full, settings, actor, products } = posting
  const { sale, lines } = full
  const mayBeLate = query.overrideReturnPeriod && actor.permissions.has('sales.override_return_period')
  const mayDiffer = actor.permissions.has('sales.override_price')
  const passed = await refuseSale(tx, full, products, { ...settings, mayBeLate, mayDiffer })
  const sold = sale.isReturn ? [] : lines.map((line) => soldLine(line, sale))
  const priceOverrides = [...passed.priceOverrides, ...checkPriceLimits(sold, products, actor, settings)]
  const goods = await moveGoods(tx, posting)
  await refuseShortages(settings, { lines, products }, goods.ledger)
  const flags = await bookMeans(tx, full)
  // A return ignores flags about points, because the points that it takes back may have been spent since.
  const [unfit] = sale.isReturn ? flags.vouchers : [...flags.points, ...flags.vouchers]
  if (unfit) throw invalidField(['payments'], unfit.detail)
  const overrides = [...posting.overrides, ...passed.overrides]
  return finishPosting(tx, { ...posting, overrides }, goods, priceOverrides)
}

/**
 * Posts a sale that a till has uploaded and that was kept as a draft because its period was closed. The sale
 * has already happened, so nothing is refused. Problems are flagged, as when a sale is booked at once
 * (uploaded/book-uploaded-sales.ts).
 */
async function postUploaded(tx: Tx, posting: SalePosting): Promise<FullRetailSale> {
  const { full } = posting
  const goods = await moveGoods(tx, posting)
  const { points, vouchers } = await bookMeans(tx, full)
  const flags = [...points, ...vouchers]
  if (flags.length > 0)
    await updateRecord(tx, retailSales, NOUN, full.sale.id, undefined, {
      flags: [...full.sale.flags, ...flags],
    })
  return finishPosting(tx, posting, goods, [])
}

function soldLine(
  { lineNo, productId, quantity, sum, vatSum, discountAmount }: SaleLineRow,
  { vatIncluded }: RetailSaleRow,
) {
  const net = (vatIncluded ? sum : sum - vatSum) as Amount
  return { lineNo, productId, quantity, net, hasDiscount: discountAmount > 0 }
}
