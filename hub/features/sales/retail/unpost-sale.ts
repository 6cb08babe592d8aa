import type { Actor } from '#hub/auth/actor.ts'
import { updateRecord } from '#hub/db/records.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { bookMoments, checkMoments } from '#hub/documents/book-moments.ts'
import { warnOfLaterCounts } from '#hub/documents/later-counts.ts'
import { withPosting } from '#hub/documents/posting-history.ts'
import { loadProducts } from '#hub/documents/products.ts'
import { refuseShortages } from '#hub/documents/refusals.ts'
import { holdSettings } from '#hub/documents/settings.ts'
import { openLedger } from '#hub/ledger/open-ledger.ts'
import type { PostingQuery } from '#shared/contracts/postings.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { unbookPoints } from './points/book-points.ts'
import {
  type FullRetailSale,
  getRetailSale,
  lockRetailSale,
  NOUN,
  productIdsOf,
  saveUnitCosts,
} from './queries.ts'
import { refuseFiscalised, refuseUploaded } from './refuse-change.ts'
import { refuseReturned } from './returns/refuse-returned.ts'
import { unbookVouchers } from './vouchers/book-vouchers.ts'

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
