import type { SaleBody } from '#shared/sync/sale.ts'
import { fileReceipt } from './file-receipt.ts'
import type { JournalWriter } from './journal.ts'
import { record } from './record.ts'

/**
 * Records a completed sale in the transaction of `tx` (docs/sync.md I-3): its number, its hash-linked entry,
 * its place in the outbox, its receipt and its print job. Also removes the cart. Returns the receipt number.
 */
export function recordSale(tx: JournalWriter, cartId: string, sale: Omit<SaleBody, 'receiptNumber'>): string {
  const receiptNumber = tx.chains.takeReceiptNumber()
  const body: SaleBody = { ...sale, receiptNumber }
  const position = record(tx, 'sale', body, sale.soldAt)
  fileReceipt(tx, { position, sale: body, cartId })
  tx.carts.remove(cartId)
  return receiptNumber
}
