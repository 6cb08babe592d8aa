import { Problem } from '#shared/problems/problem.ts'
import { type ChainsReader, receiptNumber } from '../../journal/chains.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ReceiptsReader, StoredReceipt } from '../../journal/receipts.ts'

/** By its number as printed, in any letter case; of the newest series of this device the digits alone will do. */
export function findReceipt(
  { receipts, chains }: { receipts: ReceiptsReader; chains: ChainsReader },
  typed: string,
): StoredReceipt | null {
  const series = chains.findCurrent()?.series
  const isShort = series !== undefined && /^\d{1,6}$/.test(typed)
  return isShort
    ? (receipts.findByNumber(typed) ?? receipts.findByNumber(receiptNumber(series, Number(typed))))
    : (spellingsOf(typed)
        .map((number) => receipts.findByNumber(number))
        .find((receipt) => receipt !== null) ?? null)
}

/** As findReceipt. Throws receipt_not_found. */
export function getReceipt({ journal }: { journal: Journal }, number: string): StoredReceipt {
  const receipt = findReceipt(journal.read, number)
  if (receipt) return receipt
  throw unknownReceipt(number)
}

export const unknownReceipt = (number: string) =>
  new Problem('receipt_not_found', { detail: `There is no receipt ${number} here` })

/** What a typed number may stand for: itself first. */
export function spellingsOf(typed: string): string[] {
  return [...new Set([typed, withCaseOfSeries(typed)])]
}

/** A series is made of capitals and a digit, and of small letters when it was begun later: K7, K7qhx. */
function withCaseOfSeries(typed: string): string {
  const [, given = '', own = '', rest = ''] = /^([a-z]+\d)([a-z]*)(-.*)$/i.exec(typed) ?? [undefined, typed]
  return given.toUpperCase() + own.toLowerCase() + rest
}
