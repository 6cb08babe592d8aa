import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import type { UploadedRecord } from '../../uploaded-record.ts'

export type UploadedSale = UploadedRecord<ReadSale>

/**
 * Returns the document numbers to try for a sale, the best first: its receipt number, which only a repeated
 * receipt loses (docs/sync.md I-13).
 */
export function numbersFor({ receiptNumber, id }: Pick<ReadSale, 'receiptNumber' | 'id'>): string[] {
  return [receiptNumber, `${receiptNumber}/${id.slice(-8)}`, `${receiptNumber}/${id}`]
}

/** Returns the sum paid in advance for the vouchers of a sale, or refunded for them. */
export const voucherSumOf = ({ vouchers }: Pick<ReadSale, 'vouchers'>): Amount =>
  sumAmounts(vouchers.map(({ amount }) => amount))
