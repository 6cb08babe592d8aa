import type { Tx } from '#hub/db/transact.ts'
import type { Settings } from '#hub/documents/settings.ts'
import type { PostingEvent } from '#shared/contracts/postings.ts'
import type { PriceOverride } from '#shared/contracts/price-overrides.ts'
import { type Quantity, quantityToNumber } from '#shared/money/decimal.ts'
import { excessOf, refundExceeded } from '#shared/pricing/refunds.ts'
import { isTooLate } from '#shared/pricing/return-period.ts'
import { type FieldError, invalidField, Problem, type ProblemOptions } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { type FullRetailSale, findLocked, listSaleLines, type RetailSaleRow } from '../queries.ts'
import { type LeftToReturn, leftToReturn } from './left-to-return.ts'
import { checkReceiptTerms } from './receipt-terms.ts'

/**
 * Checks the rules for posting a return (docs/domain.md#returns). Throws `document_not_posted` for a receipt
 * that is not posted, `invalid_request` for a date before the sale, `return_too_late`, and `basis_exceeded`
 * when more is returned than remains of the receipt. Throws `return_differs` for terms other than those of
 * the sale, and `refund_exceeded` when a tender is refunded beyond what was paid with it. Serializes returns
 * of the same receipt. Returns the rules that were overridden.
 */
export async function refuseReturn(tx: Tx, full: FullRetailSale, settings: ReturnSettings): Promise<Passed> {
  const { sale } = full
  const original = await findLocked(tx, must(sale.originalSaleId, 'original of a return'))
  if (original?.status !== 'Posted')
    throw new Problem('document_not_posted', { detail: 'The original receipt is not posted' })
  refuseBeforeSale(sale.date, original.date)
  const late = checkReturnPeriod(settings, original, sale)
  const left = await leftToReturn(tx, original.id)
  refuseExceeded(full, left)
  const lines = await listSaleLines(tx, original.id)
  const priceOverrides = checkReceiptTerms(
    { vatIncluded: sale.vatIncluded, lines: full.lines },
    { vatIncluded: original.vatIncluded, lines },
    left,
    settings.mayDiffer,
  )
  const excess = excessOf(full.payments, left.payments)
  if (excess.length > 0) throw refundExceeded(excess)
  return { overrides: priceOverrides.length > 0 ? [...late, 'ReceiptTerms'] : late, priceOverrides }
}

/** Rules that were overridden when a receipt was posted. Stored with the receipt. */
export interface Passed {
  overrides: PostingEvent['overrides']
  priceOverrides: PriceOverride[]
}

/** Throws `invalid_request` when the date is before the sale. */
export function refuseBeforeSale(date: Date, sold: Date): void {
  if (date < sold) throw invalidField(['date'], `is before its sale, ${sold.toISOString()}`)
}

export interface ReturnSettings extends Pick<Settings, 'returnPeriodDays'> {
  /** True when the user is allowed to post late returns and has requested it. */
  mayBeLate: boolean
  /** True when the user is allowed to post returns with other terms than the sale. */
  mayDiffer: boolean
}

function checkReturnPeriod(
  { returnPeriodDays, mayBeLate }: ReturnSettings,
  original: RetailSaleRow,
  { date }: RetailSaleRow,
): 'ReturnPeriod'[] {
  if (returnPeriodDays === null) return []
  if (!isTooLate(original.date, date, returnPeriodDays)) return []
  if (mayBeLate) return ['ReturnPeriod']
  throw new Problem('return_too_late', {
    detail: `It was sold at ${original.date.toISOString()} and may be returned for ${returnPeriodDays} days`,
    extensions: { returnPeriodDays },
  })
}

function refuseExceeded({ lines }: FullRetailSale, left: LeftToReturn): void {
  const taken = new Map<number, number>()
  const errors = lines.flatMap(({ lineNo, originalLineNo, productId, productName, quantity }) => {
    const of = originalLineNo ?? 0
    const available = Math.max(0, (left.lines.get(of)?.quantity ?? 0) - (taken.get(of) ?? 0)) as Quantity
    taken.set(of, (taken.get(of) ?? 0) + quantity)
    if (quantity <= available) return []
    const [requested, most] = [quantityToNumber(quantity), quantityToNumber(available)]
    return [
      {
        pointer: `#/lines/${lineNo - 1}/quantity`,
        detail: `${productName}: only ${most} of ${requested} can be returned`,
        lineNo,
        productId,
        productName,
        requested,
        available: most,
      },
    ]
  })
  if (errors.length > 0) throw new Problem('basis_exceeded', describe(errors))
}

function describe(errors: FieldError[]): ProblemOptions {
  return { detail: errors.map(({ detail }) => detail).join('; '), errors }
}
