import { and, eq } from 'drizzle-orm'
import { fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { RetailSaleRow } from './queries.ts'

/** Throws document_posted. */
export function refusePosted({ status, number }: RetailSaleRow): void {
  if (status === 'Posted')
    throw new Problem('document_posted', { detail: `The retail sale ${number} is posted` })
}

/**
 * Throws uploaded_sale for what happened at a till: nobody changes it, deletes it or takes it out of the books. Goods
 * come back with a return. (Hence no rule for sales of closed shifts, which docs/domain.md#what-happened-at-a-till
 * asks for.)
 */
export function refuseUploaded({ source, number }: RetailSaleRow): void {
  if (source === 'Pos')
    throw new Problem('uploaded_sale', { detail: `The retail sale ${number} was made at a till` })
}

/** Throws fiscalised for what the authority knows of, or may come to know: goods come back with a return. */
export async function refuseFiscalised(tx: Tx, saleId: string): Promise<void> {
  const own = and(eq(fiscalReceipts.organizationId, tx.organizationId), eq(fiscalReceipts.saleId, saleId))
  if ((await tx.$count(fiscalReceipts, own)) > 0) throw new Problem('fiscalised')
}
