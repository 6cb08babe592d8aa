import { median } from './statistics.ts'

/** Target for a figure: a limit for its ratio to the floor, or for the figure itself in its unit. */
export type Aim = { ratioAtMost: number } | { ratioAtLeast: number } | { below: number }

/**
 * Measured values of the product and of the floor for the same work, one of each for every run, measured
 * alternately.
 */
export interface Figure {
  name: string
  /** Unit such as ms or sales/s. */
  unit: string
  product: readonly number[]
  /** Values of the floor, empty without a comparison. */
  floor: readonly number[]
  aim?: Aim
}

export interface Verdict {
  /** Median over the runs. */
  product: number
  floor: number | null
  /** Median of the ratios of the runs, each to the floor of the same run. */
  ratio: number | null
  /** True when the target is met, null without a target. */
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
