import type { CartPoints, PointsBound } from '#shared/contracts/till/loyalty.ts'
import { type Amount, amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { earnedFor, pointsFor, shareOf, spendingLimit } from '#shared/pricing/promotions/points.ts'
import { readProgram } from '#shared/pricing/promotions/read-program.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { BasisSale, Cart, CartCard } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import { pointsOnTheirWay } from '../../journal/unsent-sales.ts'
import type { CartTotals } from '../cart/price-cart.ts'
import type { OnlineBalance, OnlineBalances } from './online-balances.ts'

export interface PointsSources {
  /** Source of the points spent here but not uploaded yet. */
  journal: { readonly read: Pick<JournalReader, 'unsentPoints'> }
  onlineBalances: Pick<OnlineBalances, 'find'>
}

/** Returns the card of the cart if its program collects points and the cart is a sale, otherwise null. */
export function pointsCardOf({ buyer: { card }, isReturn }: Cart): CartCard | null {
  return card?.program.kind === 'Bonus' && !isReturn ? card : null
}

/**
 * Returns the points that the cart earns and the amount that can be paid with points
 * (docs/domain.md#points-at-tills). Returns null without a card that collects points.
 */
export function cartPoints(cart: Cart, totals: CartTotals, sources: PointsSources): CartPoints | null {
  const card = pointsCardOf(cart)
  if (!card) return null
  const online = sources.onlineBalances.find(card.id)
  const { balance, spendable } = spendableOf(card, online, sources)
  const program = readProgram(card.programId, card.program)
  const payableBy = (points: Amount) => spendingLimit(program, points, payable(cart, totals)).maxPaid
  const maxPaid = payableBy(spendable)
  return {
    earned: amountToNumber((earnedOfCart(card, cart, totals, 0 as Amount) + giftedOf(cart)) as Amount),
    maxPaid: amountToNumber(maxPaid),
    boundBy: boundOf(maxPaid === payableBy(Number.MAX_SAFE_INTEGER as Amount), spendable < balance),
    balance: amountToNumber(balance),
    asOf: online?.at ?? card.countedAt,
    isOnline: online !== null,
  }
}

function boundOf(isShare: boolean, isLimited: boolean): PointsBound {
  if (isShare) return 'share'
  return isLimited ? 'offlineLimit' : 'balance'
}

/**
 * Returns the balance and the spendable points. Points spent here but not uploaded yet are deducted. Offline,
 * all sales of this agent together cannot spend more from a card than its program allows.
 */
function spendableOf(card: CartCard, online: OnlineBalance | null, { journal }: PointsSources) {
  const sums = journal.read.unsentPoints.sums()
  const unsent = pointsOnTheirWay(sums, card.id)
  const balance = ((online?.balance ?? card.balance) - unsent) as Amount
  const offline = amount(card.program.offlineSpendLimit) - (sums.get(card.id) ?? 0)
  return { balance, spendable: (online ? balance : Math.min(balance, offline)) as Amount }
}

/**
 * Returns the amount of which points can pay a share. One rounding step is deducted, because rounding may
 * reduce the total.
 */
function payable({ terms: { rounding } }: Cart, { sum }: CartTotals): Amount {
  return Math.max(0, rounding.mode === 'None' ? sum : sum - rounding.step) as Amount
}

/** Returns the points spent and earned by a sale, or null without a card that collects points. */
export function pointsOfSale(
  cart: Cart,
  totals: CartTotals,
  payments: readonly { type: string; amount: Amount }[],
): SaleBody['points'] {
  const { card } = cart.buyer
  if (card?.program.kind !== 'Bonus' || cart.isReturn) return null
  const paid = bonusOf(payments)
  return {
    spent: amountToNumber(pointsFor(paid, readProgram(card.programId, card.program).spendRate)),
    earned: amountToNumber(earnedOfCart(card, cart, totals, paid)),
    gifts: cart.trace
      .filter(({ points }) => points > 0)
      .map(({ refId, name, points }) => ({ promotionId: refId, name, points: amountToNumber(points) })),
  }
}

/**
 * Returns the points of a return, or null when the receipt has none. The return takes back the returned share
 * of the points earned by the receipt, and gives back points as far as the refund is in points. The hub
 * computes the same (docs/domain.md#points).
 */
export function pointsOfReturn(
  basis: Pick<BasisSale, 'points' | 'sum' | 'payments'>,
  totals: CartTotals,
  payments: readonly { type: string; amount: Amount }[],
): SaleBody['points'] {
  if (!basis.points) return null
  const share = (points: number, part: number, whole: number) =>
    amountToNumber(shareOf(amount(points), part as Amount, whole as Amount))
  const paid = bonusOf(
    basis.payments.map(({ type, ...payment }) => ({ type, amount: amount(payment.amount) })),
  )
  const gifted = basis.points.gifts?.reduce((sum, { points }) => sum + amount(points), 0) ?? 0
  return {
    spent: share(basis.points.spent, bonusOf(payments), paid),
    earned: share(
      amountToNumber((amount(basis.points.earned) + gifted) as Amount),
      totals.sum,
      amount(basis.sum),
    ),
    gifts: [],
  }
}

const bonusOf = (payments: readonly { type: string; amount: Amount }[]): Amount =>
  sumAmounts(payments.filter(({ type }) => type === 'Bonus').map(({ amount }) => amount))

const giftedOf = ({ trace }: Cart): Amount => sumAmounts(trace.map(({ points }) => points))

function earnedOfCart(card: CartCard, { lines }: Cart, totals: CartTotals, paid: Amount): Amount {
  const sums = lines.map(({ earnsPoints }, index) => ({ earnsPoints, sum: must(totals.lines[index]).sum }))
  return earnedFor(readProgram(card.programId, card.program), sums, paid)
}
