import { hashSecret } from '#hub/config/secrets.ts'
import { insertRows } from '#hub/db/insert-rows.ts'
import { receiptLinks } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { ReceiptToken } from '#shared/receipts/receipt-token.ts'
import type { ReadSale } from '#shared/sync/sale.ts'

type Linked = Pick<ReadSale, 'id' | 'receiptToken'>

/** Creates the public pages of receipts. Idempotent. Skips tokens that are invalid or already known. */
export async function linkReceipts(tx: Tx, sales: readonly Linked[]): Promise<void> {
  const { organizationId } = tx
  const links = sales.flatMap(({ id, receiptToken }) => {
    const token = ReceiptToken.safeParse(receiptToken)
    return token.success ? [{ organizationId, saleId: id, tokenHash: hashSecret(token.data) }] : []
  })
  await insertRows(tx, receiptLinks, links, 'ON CONFLICT DO NOTHING')
}
