import type { z } from 'zod'
import type { ReceiptListQuery, ReceiptSummary } from '#shared/contracts/till/till.ts'
import { type Amount, amount } from '#shared/money/decimal.ts'
import { possibleNumbers } from '#shared/receipts/receipt-number.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ReceiptFilter } from '../../journal/receipts.ts'
import type { Replica } from '../../replica/replica.ts'
import { findReceipt } from './find-receipt.ts'
import { type FiscalSources, fiscalOf } from './fiscal.ts'
import { presentStoreReceipt, presentSummary, unsentAsNull } from './present.ts'

interface ReceiptSources extends FiscalSources {
  readonly journal: Journal
  readonly isTraining: boolean
}

/** Number of matching products up to which receipts are also searched by product. */
const MOST_PRODUCTS = 100

/**
 * Lists receipts of this agent, newest first. A receipt of another till is included only when the search is
 * its exact number.
 */
export function listReceipts(
  sources: ReceiptSources,
  { search = '', kind, from, until, before, limit }: z.output<typeof ReceiptListQuery>,
): ReceiptSummary[] {
  const { journal, replica, isTraining } = sources
  const typed = search.trim()
  const rows = journal.read.receipts.list({
    kind,
    limit,
    from: from ?? null,
    until: until ?? null,
    before: before?.toLowerCase() ?? null,
    search: typed === '' ? null : searchFor(replica, typed),
  })
  const isFirstPage = before === undefined
  const elsewhere =
    typed !== '' && isFirstPage && !findReceipt(journal.read, typed)
      ? replica.find(({ receipts }) => receipts.findByNumber(possibleNumbers(typed)))
      : null
  const fiscal = isTraining ? null : fiscalOf(sources, rows.map(unsentAsNull))
  return [
    ...(elsewhere ? [presentStoreReceipt(elsewhere)] : []),
    ...rows.map((row) => presentSummary(row, fiscal?.get(row.id) ?? null)),
  ]
}

function searchFor(replica: Replica, typed: string): ReceiptFilter['search'] {
  const found = replica.find(({ products }) => products.search(typed, MOST_PRODUCTS))
  return {
    numbers: possibleNumbers(typed),
    part: typed,
    sum: sumIn(typed),
    productIds: found?.items.map(({ id }) => id) ?? [],
  }
}

/** Parses an amount, such as "1 234,50" or "1234.5". Returns null for other text. */
function sumIn(typed: string): Amount | null {
  const figure = typed.replace(/[\s\u00a0]/g, '').replace(',', '.')
  return /^\d{1,12}(\.\d{1,2})?$/.test(figure) ? amount(Number(figure)) : null
}
