import { and, eq } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import type { FiscalResult } from '#hub/db/tables/fiscal.ts'
import { fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { NO_FISCAL_RESULT, type SaleFiscal } from '#shared/domain/sale-fiscal.ts'

export type FiscalOfSale = Pick<typeof fiscalReceipts.$inferSelect, 'saleId' | 'state' | 'result'>

/** Reads the fiscal receipts of the sales. A sale without one has no row. */
export const fiscalOfSales = statement('fiscal-receipts.of-sales', (given: Given<'saleIds'>, db) =>
  db
    .select({ saleId: fiscalReceipts.saleId, state: fiscalReceipts.state, result: fiscalReceipts.result })
    .from(fiscalReceipts)
    .where(
      and(
        eq(fiscalReceipts.organizationId, given.organizationId),
        among(fiscalReceipts.saleId, given.saleIds),
      ),
    ),
)

export const presentFiscalOfSale = (fiscal: FiscalOfSale | undefined): SaleFiscal | null =>
  fiscal ? { state: fiscal.state, ...presentResult(fiscal.result) } : null

/** Returns the provider's result, with nulls before there is one. */
export function presentResult(result: FiscalResult | null): Omit<SaleFiscal, 'state'> {
  if (!result) return NO_FISCAL_RESULT
  const { time, ...rest } = result
  return { ...NO_FISCAL_RESULT, ...rest, fiscalisedAt: time }
}
