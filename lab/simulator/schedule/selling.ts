import type { Cart } from '#shared/contracts/till/till.ts'
import type { TillVoucher } from '#shared/contracts/till/vouchers.ts'
import { amount, amountToNumber } from '#shared/money/decimal.ts'
import { refundsOf } from '#shared/pricing/refunds.ts'
import type { Random } from '#test/support/random.ts'
import { checkSpending, checkVoucherSpending } from '../oracle/offers.ts'
import type { Payment, Till } from '../world/till.ts'
import { cardOfPile, keyOf } from '../world/vouchers.ts'
import type { World } from '../world/world.ts'
import { changeCart } from './at-till.ts'
import { lacksShift } from './lacks-shift.ts'
import { openShift } from './open-shift.ts'

export async function addLine(world: World, till: Till, random: Random): Promise<string> {
  const { productIds } = world.shop
  const n = random.below(productIds.length)
  const line = random.chance(0.6)
    ? { productId: productIds[n], quantity: random.between(1, 4) }
    : { code: `SIM-${n + 1}` }
  const withPrice =
    'productId' in line && random.chance(0.1) ? { ...line, price: random.between(1, 500) } : line
  const action = world.actions.begin(`add line: by ${'productId' in line ? 'product' : 'code'}`)
  // Usually allows negative stock, because most goods here were never purchased.
  const body = { ...withPrice, beyondStock: random.chance(0.9) }
  const outcome = await changeCart(world, till, action, { method: 'POST', path: '/cart/lines', body })
  return `adds article ${n + 1}: ${outcome}`
}

/** Returns the amount to be paid in points: sometimes none, sometimes the maximum. */
function pointsPart({ points }: Cart, random: Random): number {
  const most = Math.round((points?.maxPaid ?? 0) * 100)
  if (most === 0 || random.chance(0.4)) return 0
  return (random.chance(0.5) ? most : random.between(1, most)) / 100
}

/** Returns the prepaid part, and payments for the remainder. */
function paymentsFor(cart: Cart, random: Random, { points, voucher }: Prepaid): Payment['payments'] {
  const due = cents(cart.sum + cart.voucherSum)
  if (due === 0) return []
  if (cart.refunds) return refundsFor(cart, due)
  const prepaid = [
    ...(points > 0 ? [{ type: 'Bonus', amount: points }] : []),
    ...(voucher ? [{ type: 'GiftCard', ...voucher }] : []),
  ]
  const rest = cents(due - points - (voucher?.amount ?? 0))
  return [...prepaid, ...(rest > 0 ? anyPayments(cart, random, rest) : [])]
}

/** Payments in points and by voucher, which precede other tenders. */
interface Prepaid {
  points: number
  voucher: { amount: number; reference: string } | null
}

/** Returns the refunds in the tenders of the sale. */
function refundsFor({ refunds }: Cart, due: number): Payment['payments'] {
  const left = (refunds ?? []).map((refund) => ({ ...refund, amount: amount(refund.amount) }))
  return refundsOf(amount(due), left).map((part) => ({ ...part, amount: amountToNumber(part.amount) }))
}

/** Tenders chosen elsewhere: cash and prepaid ones. */
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

interface Wish {
  /** True to spend as many points as allowed. */
  spendsPoints?: boolean
  /** Voucher for paying all or part of the amount due. */
  voucher?: TillVoucher & { isWhole: boolean }
}

/** Pays the cart. If a required shift is missing, opens one or tries to pay without it. */
export async function pay(world: World, till: Till, random: Random, wish: Wish = {}): Promise<string> {
  const cart = await till.cart()
  if (!cart) return 'gets no cart'
  if (cart.lines.length + cart.vouchers.length === 0) return 'has nothing to pay'
  if (lacksShift(world, till)) {
    const opens = random.chance(0.6)
    const summary = opens ? await openShift(world, till, random) : await payWithoutShift(world, till, cart)
    if (!till.shift.open) return summary
  }
  const points = wish.spendsPoints ? (cart.points?.maxPaid ?? 0) : pointsPart(cart, random)
  const prepaid = { points, voucher: voucherPart(cart, random, points, wish.voucher) }
  const payments = withNumbers(world, cart, paymentsFor(cart, random, prepaid))
  const payment = { cartId: cart.id, cartVersion: cart.version, payments }
  const actions = whatPays(world, cart, { payment, voucher: wish.voucher }).map((what) =>
    world.actions.begin(`pay: with ${what}`),
  )
  const before = world.ledger.lastOf(till)
  const presses = random.chance(0.15) ? 2 : 1
  const summary = await Promise.all(Array.from({ length: presses }, () => till.pay(payment)))
  const isPaid = world.ledger.lastOf(till) !== before
  if (isPaid || till.unanswered) noteVouchers(world, cart, payment)
  if (isPaid) {
    for (const action of actions) action.act(() => action.tookEffect())
    if (points > 0) checkSpending(world, till, cart)
    if (wish.voucher?.isOnline === false) checkVoucherSpending(world, till, wish.voucher.number)
  }
  return `${presses > 1 ? 'presses Pay twice: ' : ''}${summary.join(' and ')}`
}

/** Tries to pay in cash without the required open shift. */
async function payWithoutShift(world: World, till: Till, cart: Cart): Promise<string> {
  const action = world.actions.begin('pay: without a shift')
  const payments = [{ type: 'Cash', amount: cents(cart.sum + cart.voucherSum) }]
  const payment = { cartId: cart.id, cartVersion: cart.version, payments }
  const before = world.ledger.lastOf(till)
  const summary = (await action.act(() => till.pay(payment))) ?? 'does nothing'
  if (world.ledger.lastOf(till) !== before) action.refused(`${till.name} sells without a shift: ${summary}`)
  else if (summary.includes('no_shift')) action.tookEffect()
  else action.prevented('it is refused for something else')
  return `without a shift ${summary}`
}

/** Returns the part to be paid by voucher. Vouchers can pay only for goods. */
function voucherPart(
  { sum }: Cart,
  random: Random,
  points: number,
  voucher: Wish['voucher'],
): Prepaid['voucher'] {
  const most = Math.round(Math.min(voucher?.maxPaid ?? 0, sum - points) * 100)
  if (!voucher || most <= 0) return null
  return {
    amount: (voucher.isWhole ? most : random.between(1, most)) / 100,
    reference: voucher.number,
  }
}

/**
 * Completes the numbers of vouchers that are refunded at another till than the one where they were used. The
 * customer presents the voucher, and the cashier types its number.
 */
function withNumbers(
  { vouchers }: World,
  { originalReceiptNumber }: Cart,
  payments: Payment['payments'],
): Payment['payments'] {
  const [known = cardOfPile(0)] = vouchers.paying(originalReceiptNumber)
  return payments.map((payment) =>
    payment.type === 'GiftCard' ? { ...payment, reference: payment.reference ?? known } : payment,
  )
}

/** Marks vouchers as used, so that later refusals are expected. */
function noteVouchers({ vouchers }: World, cart: Cart, { payments }: Payment): void {
  const back = cart.isReturn ? cart.vouchers.map(({ number }) => number) : []
  const paid = payments.flatMap(({ type, reference }) => (type === 'GiftCard' ? (reference ?? []) : []))
  for (const number of [...back, ...paid]) vouchers.used.add(keyOf(number))
}

/**
 * Returns the features of a payment without repetition: applied promotions by kind, the card, points and
 * vouchers.
 */
function whatPays(
  { shop }: World,
  { trace, points, buyer, isReturn, vouchers }: Cart,
  { payment: { payments }, voucher }: { payment: Payment; voucher: Wish['voucher'] },
): string[] {
  const applied = trace.filter(({ reason }) => reason === 'applied').map(({ id }) => id)
  const kinds = shop.promotions.filter(({ id }) => applied.includes(id)).map(({ kind }) => kind)
  const paid = (type: string): number | undefined => payments.find((each) => each.type === type)?.amount
  const byVoucher = isReturn ? undefined : paid('GiftCard')
  return [
    ...new Set(kinds),
    ...(buyer.card && applied.includes(buyer.card.id) ? ['the percentage of a card'] : []),
    ...(points && points.earned > 0 ? ['points to earn'] : []),
    ...(points && paid('Bonus')
      ? [points.isOnline ? 'points that head office tells' : 'points offline']
      : []),
    ...(vouchers.length > 0 && !isReturn ? ['a voucher to sell'] : []),
    ...(vouchers.length > 0 && isReturn ? ['a voucher that comes back'] : []),
    ...(voucher && byVoucher
      ? [voucher.isOnline ? 'a voucher that head office tells' : 'a voucher offline']
      : []),
    ...(byVoucher && byVoucher === voucher?.maxPaid ? ['all of a voucher'] : []),
    ...(byVoucher && voucher && byVoucher < voucher.maxPaid ? ['a part of a voucher'] : []),
    ...(byVoucher && paid('Cash') ? ['a voucher and cash'] : []),
  ]
}
