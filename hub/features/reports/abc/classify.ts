import type { AbcClass, XyzClass } from '#shared/contracts/reports/abc.ts'

export interface Measured {
  id: string
  name: string
  /** Whole steps. */
  metric: number
}

export type Classed<Item> = Item & {
  /** Of the sum of what is above 0, this item and those before it. */
  upTo: number
  class: AbcClass
}

/**
 * The largest first, equal ones by name. An item is A when what comes before it is less than `a` percent of what is above 0
 * in all, else B when it is less than `b` percent, else C: the largest is A even alone, and no large item skips a class. What
 * is 0 or less is C (docs/domain.md#abc).
 */
export function classify<Item extends Measured>(
  items: readonly Item[],
  { a, b }: { a: number; b: number },
): { rows: Classed<Item>[]; total: number } {
  const total = items.reduce((sum, { metric }) => sum + Math.max(metric, 0), 0)
  let before = 0
  const rows = items.toSorted(inOrder).map((item): Classed<Item> => {
    const isBelow = (percent: number) => BigInt(before) * 100n < BigInt(percent) * BigInt(total)
    const letter = item.metric <= 0 ? 'C' : isBelow(a) ? 'A' : isBelow(b) ? 'B' : 'C'
    before += Math.max(item.metric, 0)
    return { ...item, upTo: before, class: letter }
  })
  return { rows, total }
}

const inOrder = (one: Measured, other: Measured): number =>
  other.metric - one.metric ||
  (one.name < other.name ? -1 : one.name > other.name ? 1 : 0) ||
  (one.id < other.id ? -1 : 1)

/**
 * How even the sales of weeks are: the standard deviation of their quantities in percent of the mean. Up to 10 it is X, up to
 * 25 Y, else Z, as where nothing is left of what was sold. null: there are fewer than two weeks.
 */
export function evenness(weeks: readonly number[]): { xyz: XyzClass; variation: number | null } | null {
  if (weeks.length < 2) return null
  const mean = weeks.reduce((sum, week) => sum + week, 0) / weeks.length
  if (mean <= 0) return { xyz: 'Z', variation: null }
  const variance = weeks.reduce((sum, week) => sum + (week - mean) ** 2, 0) / weeks.length
  const variation = Math.round((Math.sqrt(variance) / mean) * 10_000) / 100
  return { xyz: variation <= 10 ? 'X' : variation <= 25 ? 'Y' : 'Z', variation }
}
