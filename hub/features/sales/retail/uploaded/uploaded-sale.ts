import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import type { UploadedRecord } from '../../uploaded-record.ts'

export type UploadedSale = UploadedRecord<ReadSale>

/**
 * Returns candidates for the document number of a sale in order of preference. The first one is the receipt
 * number, which is already taken only when receipt numbers repeat (docs/sync.md I-13).
 */
export function numbersFor({ receiptNumber, id }: Pick<ReadSale, 'receiptNumber' | 'id'>): string[] {
  return [receiptNumber, `${receiptNumber}/${id.slice(-8)}`, `${receiptNumber}/${id}`]
}

/** Returns the amount that a sale received for vouchers, or that a return refunded for them. */
export const voucherSumOf = ({ vouchers }: Pick<ReadSale, 'vouchers'>): Amount =>
  sumAmounts(vouchers.map(({ amount }) => amount))
