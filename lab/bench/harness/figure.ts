import { median } from './statistics.ts'

/** Target of a figure: a bound of its ratio to the floor, or of the figure itself in its unit. */
export type Aim = { ratioAtMost: number } | { ratioAtLeast: number } | { below: number }

/** Measured values and those of the bare floor for the same work: one value of each per run, measured alternately. */
export interface Figure {
  name: string
  /** Unit such as ms or sales/s. */
  unit: string
  product: readonly number[]
  /** Values of the floor; empty when there is no bare comparison. */
  floor: readonly number[]
  aim?: Aim
}

export interface Verdict {
  /** Median over the runs. */
  product: number
  floor: number | null
  /** Median of the ratios of the runs, each to the floor measured beside it. */
  ratio: number | null
  /** True when the aim is met; null without an aim. */
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
