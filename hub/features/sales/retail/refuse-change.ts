import { and, eq } from 'drizzle-orm'
import { fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { RetailSaleRow } from './queries.ts'

/** Throws `document_posted` for a posted sale. */
export function refusePosted({ status, number }: RetailSaleRow): void {
  if (status === 'Posted') throw new Problem('document_posted', { detail: `Sale ${number} is posted` })
}

/**
 * Throws `uploaded_sale` for a sale made at a till. It cannot be changed, deleted or unposted, and goods can
 * only come back with a return. This also enforces the rule for sales of closed shifts
 * (docs/domain.md#uploaded-sales).
 */
export function refuseUploaded({ source, number }: RetailSaleRow): void {
  if (source === 'Pos') throw new Problem('uploaded_sale', { detail: `Sale ${number} was made at a till` })
}

/**
 * Throws `fiscalised` for a sale with a fiscal receipt, even a pending one. Goods can then only come back
 * with a return.
 */
export async function refuseFiscalised(tx: Tx, saleId: string): Promise<void> {
  const own = and(eq(fiscalReceipts.organizationId, tx.organizationId), eq(fiscalReceipts.saleId, saleId))
  if ((await tx.$count(fiscalReceipts, own)) > 0) throw new Problem('fiscalised')
}
