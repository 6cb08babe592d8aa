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
import { passReceiptTerms } from './receipt-terms.ts'

/**
 * Throws what stands in the way of posting a return (docs/domain.md#returns): document_not_posted of the receipt that
 * is returned, invalid_request for a date before its sale, return_too_late, basis_exceeded when more comes back than was
 * sold and has not come back yet, return_differs when it comes back on other terms than it was sold, and refund_exceeded
 * when more is given back in one way than was paid that way. Returns of one receipt are posted one after the other. Tells
 * what it passes.
 */
export async function refuseReturn(tx: Tx, full: FullRetailSale, settings: ReturnSettings): Promise<Passed> {
  const { sale } = full
  const original = await findLocked(tx, must(sale.originalSaleId, 'original of a return'))
  if (original?.status !== 'Posted')
    throw new Problem('document_not_posted', { detail: 'The receipt that is returned is not posted' })
  refuseBeforeSale(sale.date, original.date)
  const late = passReturnPeriod(settings, original, sale)
  const left = await leftToReturn(tx, original.id)
  refuseExceeded(full, left)
  const lines = await listSaleLines(tx, original.id)
  const priceOverrides = passReceiptTerms(
    { vatIncluded: sale.vatIncluded, lines: full.lines },
    { vatIncluded: original.vatIncluded, lines },
    left,
    settings.mayDiffer,
  )
  const excess = excessOf(full.payments, left.payments)
  if (excess.length > 0) throw refundExceeded(excess)
  return { overrides: priceOverrides.length > 0 ? [...late, 'ReceiptTerms'] : late, priceOverrides }
}

/** The rules that a receipt was posted past, to be kept with it. */
export interface Passed {
  overrides: PostingEvent['overrides']
  priceOverrides: PriceOverride[]
}

/** Throws invalid_request. */
export function refuseBeforeSale(date: Date, sold: Date): void {
  if (date < sold) throw invalidField(['date'], `is before its sale, ${sold.toISOString()}`)
}

export interface ReturnSettings extends Pick<Settings, 'returnPeriodDays'> {
  /** Who posts may post what comes back too late, and means to. */
  mayBeLate: boolean
  /** Who posts may post what comes back on other terms than it was sold. */
  mayDiffer: boolean
}

function passReturnPeriod(
  { returnPeriodDays, mayBeLate }: ReturnSettings,
  original: RetailSaleRow,
  { date }: RetailSaleRow,
): 'ReturnPeriod'[] {
  if (returnPeriodDays === null) return []
  if (!isTooLate(original.date, date, returnPeriodDays)) return []
  if (mayBeLate) return ['ReturnPeriod']
  throw new Problem('return_too_late', {
    detail: `It was sold at ${original.date.toISOString()}, and may be returned for ${returnPeriodDays} days`,
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
        detail: `${productName}: ${most} of ${requested} can come back`,
        ...{ lineNo, productId, productName, requested, available: most },
      },
    ]
  })
  if (errors.length > 0) throw new Problem('basis_exceeded', describe(errors))
}

function describe(errors: FieldError[]): ProblemOptions {
  return { detail: errors.map(({ detail }) => detail).join('; '), errors }
}
