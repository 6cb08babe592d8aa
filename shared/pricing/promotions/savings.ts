import { type Amount, multiplyDivide, type Percent } from '#shared/money/decimal.ts'
import { spread } from '#shared/money/spread.ts'
import { must } from '#shared/std/must.ts'
import { lineSum, percentOff } from '../line.ts'
import { PRICING } from '../pricing-version.ts'
import type { ActivePromotion, CartLine } from './model.ts'

/** Line that a promotion can reduce, with its position in the cart. */
export interface Candidate {
  line: CartLine
  index: number
}

/** Savings of a promotion before any other discount, by the position of the line in the cart. */
export type Savings = Map<number, number>

const WHOLE = 100_00 as Percent

/**
 * True for promotions of sets, which apply to the whole set or not at all. The saving of one line depends on
 * the other lines.
 */
export const isOfSet = ({ kind }: ActivePromotion): boolean =>
  kind === 'BuyXGetY' || kind === 'NthItemDiscount' || kind === 'BundlePrice'

/** Returns the savings of a promotion that reduces lines. `pricing` is the version of the arithmetic. */
export function savingsOf(
  promotion: ActivePromotion,
  lines: readonly Candidate[],
  pricing = PRICING,
): Savings {
  switch (promotion.kind) {
    case 'PercentDiscount':
      return each(lines, ({ quantity, price }) => percentOff(quantity, price, percentOf(promotion)))
    case 'AmountDiscount':
      return each(lines, ({ quantity }) => amountOff(promotion, quantity))
    case 'SpecialPrice':
      return specialPrice(promotion, lines)
    case 'BuyXGetY':
      return savingsOfSet(buyXGetY(promotion, lines), pricing)
    case 'NthItemDiscount':
      return savingsOfSet(nthItem(promotion, lines), pricing)
    case 'BundlePrice':
      return bundlePrice(promotion, lines)
    default:
      return new Map()
  }
}

function each(lines: readonly Candidate[], of: (line: CartLine) => number): Savings {
  const savings: Savings = new Map()
  for (const { line, index } of lines) {
    const saving = Math.min(of(line), lineSum(line.quantity, line.price))
    if (saving > 0) savings.set(index, saving)
  }
  return savings
}

const percentOf = ({ effect }: ActivePromotion): Percent => effect.percent ?? WHOLE

function amountOff({ effect }: ActivePromotion, quantity: CartLine['quantity']): number {
  const amount = effect.amount ?? 0
  return effect.isPerUnit ? multiplyDivide(quantity, amount, 1000) : amount
}

function specialPrice({ effect }: ActivePromotion, lines: readonly Candidate[]): Savings {
  const { price } = effect
  if (price === null) return new Map()
  return each(lines, (line) => lineSum(line.quantity, line.price) - lineSum(line.quantity, price))
}

/** Whole units of a line with their count. A cart of a million units needs no more memory than its lines. */
interface Units extends Candidate {
  count: number
}

function unitsOf(lines: readonly Candidate[]): Units[] {
  return lines
    .map((each) => ({ ...each, count: each.line.isWeighed ? 0 : Math.floor(each.line.quantity / 1000) }))
    .filter(({ count }) => count > 0)
}

const dearestFirst = (a: Units, b: Units): number => b.line.price - a.line.price || a.index - b.index
const countAll = (units: readonly Units[]): number => units.reduce((sum, { count }) => sum + count, 0)
const atMost = ({ maxPerReceipt }: ActivePromotion, times: number): number =>
  Math.min(times, maxPerReceipt ?? times)

/** Reduced units and all units of the same sets. */
interface SetUnits {
  gifts: readonly Units[]
  /** All units of the sets, including the gifts. */
  all: readonly Units[]
  percent: Percent
}

/**
 * Returns sets of buyQuantity + getQuantity units. The cheapest units are the gifts, and the most expensive
 * units are bought.
 */
function buyXGetY(promotion: ActivePromotion, lines: readonly Candidate[]): SetUnits {
  const { buyQuantity, getQuantity } = promotion.effect
  const [buy, get] = [buyQuantity ?? 1, getQuantity ?? 1]
  const units = unitsOf(lines).toSorted(dearestFirst)
  const count = countAll(units)
  const given = atMost(promotion, Math.floor(count / (buy + get)) * get)
  const bought = Math.min(Math.ceil(given / get) * buy, count - given)
  const gifts = firstOf(units.toReversed(), given)
  return { gifts, all: [...firstOf(units, bought), ...gifts], percent: percentOf(promotion) }
}

/** Returns sets of n units, sorted by descending price. The cheapest unit of each set is reduced. */
function nthItem(promotion: ActivePromotion, lines: readonly Candidate[]): SetUnits {
  const nth = promotion.effect.everyNth ?? 2
  const units = unitsOf(lines).toSorted(dearestFirst)
  const sets = atMost(promotion, Math.floor(countAll(units) / nth))
  let passed = 0
  const gifts = units.map((one) => {
    const hits =
      Math.min(Math.floor((passed + one.count) / nth), sets) - Math.min(Math.floor(passed / nth), sets)
    passed += one.count
    return { ...one, count: hits }
  })
  return { gifts, all: firstOf(units, sets * nth), percent: percentOf(promotion) }
}

function firstOf(units: readonly Units[], many: number): Units[] {
  let left = many
  return units.map((one) => {
    const count = Math.min(one.count, left)
    left -= count
    return { ...one, count }
  })
}

/**
 * Returns the saving, spread by price over all units of the sets. So no line becomes 0, and a return refunds
 * the price paid (docs/domain.md#zero-lines). In version 1 of the arithmetic only the gifts are reduced.
 */
function savingsOfSet({ gifts, all, percent }: SetUnits, pricing: number): Savings {
  const savings: Savings = new Map()
  if (pricing < 2) {
    for (const { line, index, count } of gifts) add(savings, index, unitsOff(line, count, percent))
    return savings
  }
  let saving = 0
  for (const { line, count } of gifts) saving += unitsOff(line, count, percent)
  spreadOver(savings, saving, all)
  return savings
}

/**
 * Spreads the saving in proportion to the line sums. Remaining steps are given to the largest fractions,
 * among equal fractions to the larger sum, then to the first line.
 */
function spreadOver(savings: Savings, saving: number, units: readonly Units[]): void {
  const sums = new Map<number, number>()
  for (const { line, index, count } of units) add(sums, index, line.price * count)
  const inOrder = [...sums].toSorted(([a, sum], [b, other]) => other - sum || a - b)
  const parts = spread(
    saving as Amount,
    inOrder.map(([, sum]) => sum),
  )
  for (const [i, [index]] of inOrder.entries()) add(savings, index, must(parts[i]))
}

const unitsOff = ({ price }: CartLine, count: number, percent: Percent): number =>
  multiplyDivide(price * count, percent, WHOLE)

function add(savings: Savings, index: number, saving: number): void {
  if (saving > 0) savings.set(index, (savings.get(index) ?? 0) + saving)
}

/**
 * Returns the savings of as many sets as the cart contains. The saving of a set is split by the prices of its
 * components.
 */
function bundlePrice(promotion: ActivePromotion, lines: readonly Candidate[]): Savings {
  const { bundle, price } = promotion.effect
  const units = unitsOf(lines)
  const ofPart = bundle.map((part) => units.filter(({ line }) => line.productId === part.productId))
  const full = bundle.map((part, i) => Math.floor(countAll(must(ofPart[i])) / part.quantity))
  const sets = atMost(promotion, Math.min(...full))
  const taken: Units[] = []
  for (const [i, part] of bundle.entries()) {
    let needed = part.quantity * sets
    for (const { line, index, count } of must(ofPart[i])) {
      const used = Math.min(count, needed)
      needed -= used
      if (used > 0) taken.push({ line, index, count: used })
    }
  }
  const saving = taken.reduce((sum, { line, count }) => sum + line.price * count, 0) - (price ?? 0) * sets
  const savings: Savings = new Map()
  if (saving <= 0) return savings
  spreadOver(savings, saving, taken)
  return savings
}
