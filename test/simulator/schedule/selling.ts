import type { Cart } from '#shared/contracts/till/till.ts'
import { amount, amountToNumber } from '#shared/money/decimal.ts'
import { refundsOf } from '#shared/pricing/refunds.ts'
import type { Random } from '#test/support/random.ts'
import { checkSpending } from '../oracle/offers.ts'
import type { Payment, Till } from '../world/till.ts'
import type { World } from '../world/world.ts'
import { changeCart } from './at-till.ts'

export async function addLine(world: World, till: Till, random: Random): Promise<string> {
  const { productIds } = world.shop
  const n = random.below(productIds.length)
  const line = random.chance(0.6)
    ? { productId: productIds[n], quantity: random.between(1, 4) }
    : { code: `SIM-${n + 1}` }
  const withPrice =
    'productId' in line && random.chance(0.1) ? { ...line, price: random.between(1, 500) } : line
  const deed = world.deeds.begin(`add line: by ${'productId' in line ? 'product' : 'code'}`)
  // Whether there is any: most of what is sold here was never bought.
  const body = { ...withPrice, beyondStock: random.chance(0.9) }
  const outcome = await changeCart(world, till, deed, { method: 'POST', path: '/cart/lines', body })
  return `adds article ${n + 1}: ${outcome}`
}

/** How much of a cart points pay, in money: nothing at times, at times as much as may be. */
function pointsPart({ points }: Cart, random: Random): number {
  const most = Math.round((points?.maxPaid ?? 0) * 100)
  if (most === 0 || random.chance(0.4)) return 0
  return (random.chance(0.5) ? most : random.between(1, most)) / 100
}

function paymentsFor(cart: Cart, random: Random, points: number): Payment['payments'] {
  if (cart.sum === 0) return []
  if (points > 0)
    return [{ type: 'Bonus', amount: points }, ...anyPayments(cart, random, cents(cart.sum - points))]
  const payments = anyPayments(cart, random, cart.sum)
  if (!cart.refunds) return payments
  const left = cart.refunds.map((refund) => ({ ...refund, amount: amount(refund.amount) }))
  return refundsOf(amount(cart.sum), left).map((part) => ({ ...part, amount: amountToNumber(part.amount) }))
}

/** Cash and points are chosen before; vouchers of two tills are sold with in test/sync/vouchers. */
const ELSEWHERE: readonly string[] = ['Cash', 'Bonus', 'GiftCard']

const cents = (value: number): number => Math.round(value * 100) / 100

function anyPayments(cart: Cart, random: Random, sum: number): Payment['payments'] {
  const cash = random.chance(0.6)
  if (!cash) {
    const type = random.pick(cart.paymentTypes.filter((each) => !ELSEWHERE.includes(each)))
    return [{ type, amount: sum, reference: `auth ${random.below(1_000_000)}` }]
  }
  const over = cart.isReturn || random.chance(0.5) ? 0 : random.between(1, 100)
  return [{ type: 'Cash', amount: cents(sum + over) }]
}

/** Pays what is in the cart; with as many points as may be, where `spends` says so. */
export async function pay(world: World, till: Till, random: Random, spends = false): Promise<string> {
  const cart = await till.cart()
  if (!cart) return 'gets no cart'
  if (cart.lines.length === 0) return 'has nothing to pay'
  const points = spends ? (cart.points?.maxPaid ?? 0) : pointsPart(cart, random)
  const payment = { cartId: cart.id, cartVersion: cart.version, payments: paymentsFor(cart, random, points) }
  const deeds = whatPays(world, cart, points).map((what) => world.deeds.begin(`pay: with ${what}`))
  const before = world.ledger.shown.size
  const presses = random.chance(0.15) ? 2 : 1
  const said = await Promise.all(Array.from({ length: presses }, () => till.pay(payment)))
  if (world.ledger.shown.size > before) {
    for (const deed of deeds) deed.act(() => deed.tookEffect())
    if (points > 0) checkSpending(world, till, cart)
  }
  return `${presses > 1 ? 'presses Pay twice: ' : ''}${said.join(' and ')}`
}

/** Promotions that count by their kinds, each once, the card, and points. */
function whatPays({ shop }: World, { trace, points, buyer }: Cart, paid: number): string[] {
  const applied = trace.filter(({ reason }) => reason === 'applied').map(({ id }) => id)
  const kinds = shop.promotions.filter(({ id }) => applied.includes(id)).map(({ kind }) => kind)
  return [
    ...new Set(kinds),
    ...(buyer.card && applied.includes(buyer.card.id) ? ['the percentage of a card'] : []),
    ...(points && points.earned > 0 ? ['points to earn'] : []),
    ...(points && paid > 0 ? [points.isOnline ? 'points that head office tells' : 'points offline'] : []),
  ]
}
