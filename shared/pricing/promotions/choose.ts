import type { Percent } from '#shared/money/decimal.ts'
import { lineSum, percentOff } from '../line.ts'
import type { ActivePromotion } from './model.ts'
import { type Candidate, isOfSet, type Savings, savingsOf } from './savings.ts'

/** Promotion that applies to the cart, with its lines and savings. */
export interface Applicant {
  promotion: ActivePromotion
  lines: Candidate[]
  savings: Savings
}

export interface Share {
  promotion: ActivePromotion
  amount: number
}

/**
 * Returns the promotions of each line (docs/domain.md#promotions). Combinable promotions add up, and their
 * percentages are summed. A promotion that is not combinable competes with the combinable ones, and the
 * larger saving wins. A set that is not combinable claims its lines when it saves more than they would
 * otherwise get. `applicants` are sorted by priority.
 */
export function choose(applicants: readonly Applicant[], pricing?: number): Map<number, Share[]> {
  const combined = combine(applicants.filter(({ promotion }) => promotion.combinable))
  const alone = applicants.filter(({ promotion }) => !promotion.combinable)
  const chosen = new Map(combined)
  for (const { promotion, savings } of alone.filter(({ promotion }) => !isOfSet(promotion)))
    for (const [index, amount] of savings)
      if (amount > sumOf(chosen.get(index))) chosen.set(index, [{ promotion, amount }])
  claimSets(
    alone.filter(({ promotion }) => isOfSet(promotion)),
    chosen,
    pricing,
  )
  return chosen
}

export const sumOf = (shares: readonly Share[] = []): number =>
  shares.reduce((sum, { amount }) => sum + amount, 0)

function combine(applicants: readonly Applicant[]): Map<number, Share[]> {
  const shares = new Map<number, Share[]>()
  const percents = new Map<number, number>()
  for (const { promotion, lines, savings } of applicants) {
    const lineOf = new Map(lines.map(({ line, index }) => [index, line]))
    for (const [index, saving] of savings) {
      const line = lineOf.get(index)
      if (!line) continue
      const own = shares.get(index) ?? []
      let amount = saving
      if (promotion.kind === 'PercentDiscount') {
        const before = percents.get(index) ?? 0
        const after = Math.min(before + (promotion.effect.percent ?? 0), 100_00)
        amount = percentBetween(line, before, after)
        percents.set(index, after)
      }
      const left = lineSum(line.quantity, line.price) - sumOf(own)
      own.push({ promotion, amount: Math.min(amount, left) })
      shares.set(index, own)
    }
  }
  return shares
}

/**
 * Returns the amount that a further percentage takes off an already reduced line. Both percentages together
 * give the discount of their sum.
 */
export function percentBetween(
  { quantity, price }: Candidate['line'],
  before: number,
  after: number,
): number {
  return percentOff(quantity, price, after as Percent) - percentOff(quantity, price, before as Percent)
}

/**
 * Assigns lines to sets, beginning with the set that saves most, then to sets that still save on the
 * remaining lines.
 */
function claimSets(sets: readonly Applicant[], chosen: Map<number, Share[]>, pricing?: number): void {
  const claimed = new Set<number>()
  let left = [...sets]
  while (left.length > 0) {
    let best: { applicant: Applicant; savings: Savings; gain: number } | undefined
    for (const applicant of left) {
      const free = applicant.lines.filter(({ index }) => !claimed.has(index))
      const savings = savingsOf(applicant.promotion, free, pricing)
      let gain = 0
      for (const [index, amount] of savings) gain += amount - sumOf(chosen.get(index))
      if (gain > (best?.gain ?? 0)) best = { applicant, savings, gain }
    }
    if (!best) return
    const { applicant, savings } = best
    for (const [index, amount] of savings) {
      claimed.add(index)
      chosen.set(index, [{ promotion: applicant.promotion, amount }])
    }
    left = left.filter((each) => each !== applicant)
  }
}
