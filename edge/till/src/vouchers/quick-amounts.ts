/** Returns up to four round amounts for a voucher that do not exceed the maximum, in ascending order. */
export function quickAmounts(most: number): number[] {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  const round = [0.1, 0.2, 0.5, 1, 2, 5].map((times) => Math.round(times * step * 100) / 100)
  return round.filter((amount) => amount >= 1 && amount <= most).slice(-4)
}
