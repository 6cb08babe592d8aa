import { type Amount, amount, amountToNumber } from '#shared/money/decimal.ts'

/** Notes and coins in circulation, in major units, in descending order. */
const DENOMINATIONS: Record<string, readonly number[]> = {
  KZT: [20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  RUB: [5000, 2000, 1000, 500, 200, 100, 50, 10, 5, 2, 1, 0.5, 0.1],
  UZS: [200_000, 100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50],
  BYN: [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  KGS: [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 3, 1],
  GBP: [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  EUR: [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  USD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01],
}
const OTHERS = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01]

export const denominationsOf = (currencyCode: string): readonly number[] =>
  DENOMINATIONS[currencyCode] ?? OTHERS

/** Typed count for each denomination. */
export type Counts = Readonly<Record<number, string>>

export const isCount = (typed: string): boolean => /^\d{0,6}$/.test(typed)

/** Returns the denominations with a count above 0. */
export const countedOf = (counts: Counts): { value: number; count: number }[] =>
  Object.entries(counts)
    .map(([value, count]) => ({ value: Number(value), count: Number(count) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.value - a.value)

/** Returns the total of the notes and coins in major units. */
export const sumOfCounts = (counts: Counts): number =>
  amountToNumber(
    countedOf(counts).reduce((sum, { value, count }) => sum + amount(value) * count, 0) as Amount,
  )
