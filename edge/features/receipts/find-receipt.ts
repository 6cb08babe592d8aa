import { Problem } from '#shared/problems/problem.ts'
import { digitsAlone, possibleNumbers, receiptNumber } from '#shared/receipts/receipt-number.ts'
import type { ChainsReader } from '../../journal/chains.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ReceiptsReader, StoredReceipt } from '../../journal/receipts.ts'

/**
 * Finds a receipt by its number in any spelling. For the newest series of this device, the digits are enough.
 * Returns null when there is none.
 */
export function findReceipt(
  { receipts, chains }: { receipts: ReceiptsReader; chains: ChainsReader },
  typed: string,
): StoredReceipt | null {
  const series = chains.findCurrent()?.series
  const digits = digitsAlone(typed)
  const short = series !== undefined && digits !== null ? [receiptNumber(series, digits)] : []
  for (const number of [...possibleNumbers(typed), ...short]) {
    const receipt = receipts.findByNumber(number)
    if (receipt) return receipt
  }
  return null
}

/** Finds a receipt like `findReceipt`. Throws `receipt_not_found`. */
export function getReceipt({ journal }: { journal: Journal }, number: string): StoredReceipt {
  const receipt = findReceipt(journal.read, number)
  if (receipt) return receipt
  throw unknownReceipt(number)
}

export const unknownReceipt = (number: string) =>
  new Problem('receipt_not_found', { detail: `There is no receipt ${number} here` })
