import { type Amount, amount, amountToNumber } from '#shared/money/decimal.ts'

/** Banknotes in circulation, in major units. */
const NOTES: Record<string, readonly number[]> = {
  KZT: [500, 1000, 2000, 5000, 10_000, 20_000],
  RUB: [50, 100, 200, 500, 1000, 2000, 5000],
  UZS: [5000, 10_000, 20_000, 50_000, 100_000, 200_000],
  BYN: [5, 10, 20, 50, 100, 200],
  KGS: [100, 200, 500, 1000, 2000, 5000],
  GBP: [5, 10, 20, 50],
}
const OTHER_NOTES = [5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000]

const notesOf = (currencyCode: string): readonly number[] => NOTES[currencyCode] ?? OTHER_NOTES

/**
 * Returns true when the cash exceeds the largest notes needed for `sum`, because nobody adds a note that
 * would only be returned as change.
 */
export function isUnlikelyCash(received: Amount, sum: Amount, currencyCode: string): boolean {
  // If the banknotes of a currency are unknown, larger notes are assumed for larger sums.
  const known = NOTES[currencyCode]?.at(-1)
  const largest = amount(known ?? Math.max(10_000, 10 ** Math.ceil(Math.log10(amountToNumber(sum) || 1))))
  return received > Math.ceil(sum / largest) * largest
}

/**
 * Returns the amounts that customers are likely to hand over for `sum`: the next round amounts above it, in
 * major units, ascending.
 */
export function quickCash(sum: Amount, currencyCode: string, count = 3): number[] {
  const rounded = notesOf(currencyCode).map((note) => Math.ceil(sum / amount(note)) * amount(note))
  return [...new Set(rounded)]
    .filter((value) => value > sum)
    .sort((a, b) => a - b)
    .slice(0, count)
    .map((value) => amountToNumber(value as Amount))
}
