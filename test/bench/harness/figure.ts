import { median } from './statistics.ts'

/** Within which a figure is to be: of the ratio to the floor, or of the figure itself, in its unit. */
export type Aim = { ratioAtMost: number } | { ratioAtLeast: number } | { below: number }

/** What was measured, beside the bare floor for the same work: one value of each per run, run by run in turn. */
export interface Figure {
  name: string
  /** Such as ms or sales/s. */
  unit: string
  product: readonly number[]
  /** Empty when there is nothing bare to compare with. */
  floor: readonly number[]
  aim?: Aim
}

export interface Verdict {
  /** Medians over the runs. */
  product: number
  floor: number | null
  /** Median of the ratios of the runs, each to the floor measured beside it. */
  ratio: number | null
  /** null when there is no aim. */
  isMet: boolean | null
}

export function judge({ product, floor, aim }: Figure): Verdict {
  const ratios = product.flatMap((value, run) => (floor[run] === undefined ? [] : [value / floor[run]]))
  const ratio = ratios.length > 0 ? median(ratios) : null
  const verdict = { product: median(product), floor: floor.length > 0 ? median(floor) : null, ratio }
  return { ...verdict, isMet: aim ? isWithin(aim, verdict.product, ratio) : null }
}

function isWithin(aim: Aim, value: number, ratio: number | null): boolean {
  if ('below' in aim) return value < aim.below
  if (ratio === null) return false
  return 'ratioAtMost' in aim ? ratio <= aim.ratioAtMost : ratio >= aim.ratioAtLeast
}

export function wordsOf(aim: Aim, unit: string): string {
  if ('below' in aim) return `< ${aim.below} ${unit}`
  return 'ratioAtMost' in aim ? `ratio ≤ ${aim.ratioAtMost}` : `ratio ≥ ${aim.ratioAtLeast}`
}
