import { hashSecret } from '#hub/config/secrets.ts'
import { insertRows } from '#hub/db/insert-rows.ts'
import { receiptLinks } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { ReceiptToken } from '#shared/receipts/receipt-token.ts'
import type { ReadSale } from '#shared/sync/sale.ts'

type Linked = Pick<ReadSale, 'id' | 'receiptToken'>

/** Gives receipts their pages, once, however often a sale is booked. A token that is none, or is known already, gives none. */
export async function linkReceipts(tx: Tx, sales: readonly Linked[]): Promise<void> {
  const { organizationId } = tx
  const links = sales.flatMap(({ id, receiptToken }) => {
    const token = ReceiptToken.safeParse(receiptToken)
    return token.success ? [{ organizationId, saleId: id, tokenHash: hashSecret(token.data) }] : []
  })
  await insertRows(tx, receiptLinks, links, 'ON CONFLICT DO NOTHING')
}
