import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { amount, amountToNumber } from '#shared/money/decimal.ts'
import { refundsOf } from '#shared/pricing/refunds.ts'
import type { Random } from '#test/support/random.ts'
import { COUPON } from '../world/shop.ts'
import type { Till, TillAnswer } from '../world/till.ts'
import type { World } from '../world/world.ts'
import type { Deed } from './deeds.ts'
import type { Step } from './steps.ts'
import { settleAtTill } from './till-refusals.ts'

/** A till whose agent is there. */
const ready = (world: World): Till[] => world.tills.filter(({ machine }) => machine.isUp)

type Work = (world: World, till: Till, random: Random) => Promise<string>

function atTill(name: string, weight: number, work: Work): Step {
  return {
    name,
    weight: (world) => (ready(world).length > 0 ? weight : 0),
    do: async (world) => {
      const { random } = world
      const till = random.pick(ready(world))
      const done = await world.await(inOrder(world, till, random, work))
      world.trace.say(`${till.name} ${done ?? 'waits for ever'}`)
      if (done === null) world.unexpected(`${till.name}: the local API does not answer`)
    },
  }
}

/** A cashier who has lost an answer, or the session, sees to that first. */
async function inOrder(world: World, till: Till, random: Random, work: Work): Promise<string> {
  if (!till.isSignedIn) return till.signIn()
  if (till.shift.isToBeAsked) await till.shift.look()
  if (till.shift.isToBeAsked) return 'does not hear whether a shift is open'
  if (till.unanswered) return `asks again and ${await till.pay(till.unanswered)}`
  return work(world, till, random)
}

interface Change {
  method: string
  path: string
  body?: object
}

/** Changes the cart that is open, and sees whether it has changed. */
async function changeCart(world: World, till: Till, deed: Deed, change: Change): Promise<string> {
  const before = await till.cart()
  const answer = await deed.send(till, change.method, change.path, change.body)
  const after = await till.cart()
  const isDone = answer !== null && answer.status < 300
  if (isDone && after && (after.id !== before?.id || after.version !== before?.version)) deed.tookEffect()
  else
    settleAtTill(world, till, deed, isDone && after === null ? null : answer, {
      body: change.body,
      cart: before,
    })
  return outcomeOf(answer)
}

const outcomeOf = (answer: TillAnswer | null): string =>
  `${answer?.status ?? 'no answer'}${answer && answer.status >= 300 ? ` ${answer.body.code}` : ''}`

async function addLine(world: World, till: Till, random: Random): Promise<string> {
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

async function changeLine(world: World, till: Till, random: Random): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.lines.length === 0) return 'looks at an empty cart'
  const line = random.pick(cart.lines)
  const path = `/cart/lines/${line.id}`
  if (random.chance(0.2)) {
    const deed = world.deeds.begin('change line: remove')
    return `removes a line: ${await changeCart(world, till, deed, { method: 'DELETE', path })}`
  }
  const isPrice = random.chance(0.2) && !cart.originalReceiptNumber
  const deed = world.deeds.begin(`change line: ${isPrice ? 'price' : 'quantity'}`)
  const most = Math.max(1, Math.min(3, line.returnable ?? 3))
  const body = isPrice ? { price: random.between(1, 300) } : { quantity: random.between(1, most) }
  return `changes a line: ${await changeCart(world, till, deed, { method: 'PATCH', path, body })}`
}

async function discount(world: World, till: Till, random: Random): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.lines.length === 0) return 'has nothing to give a discount on'
  const off = random.chance(0.5)
    ? { percent: random.between(1, 50) }
    : { amount: random.between(1, 500) / 100 }
  const isWhole = random.chance(0.5)
  const path = isWhole ? '/cart' : `/cart/lines/${random.pick(cart.lines).id}`
  const deed = world.deeds.begin(`discount: ${isWhole ? 'cart' : 'line'}`)
  const body = { discount: random.chance(0.9) ? off : null }
  return `gives a discount: ${await changeCart(world, till, deed, { method: 'PATCH', path, body })}`
}

/** Shows the coupon, or takes it back. */
async function coupon(world: World, till: Till): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.isReturn) return 'has no use for a coupon'
  const deed = world.deeds.begin('coupon')
  const body = { coupons: cart.coupons.length > 0 ? [] : [COUPON] }
  return `shows a coupon: ${await changeCart(world, till, deed, { method: 'PATCH', path: '/cart', body })}`
}

function paymentsFor(cart: Cart, random: Random): object[] {
  if (cart.sum === 0) return []
  const payments = anyPayments(cart, random)
  if (!cart.refunds) return payments
  const left = cart.refunds.map((refund) => ({ ...refund, amount: amount(refund.amount) }))
  return refundsOf(amount(cart.sum), left).map((part) => ({ ...part, amount: amountToNumber(part.amount) }))
}

function anyPayments(cart: Cart, random: Random): object[] {
  const cash = random.chance(0.6)
  if (!cash) {
    const type = random.pick(cart.paymentTypes.filter((each) => each !== 'Cash'))
    return [{ type, amount: cart.sum, reference: `auth ${random.below(1_000_000)}` }]
  }
  const over = cart.isReturn || random.chance(0.5) ? 0 : random.between(1, 100)
  return [{ type: 'Cash', amount: Math.round((cart.sum + over) * 100) / 100 }]
}

async function pay(world: World, till: Till, random: Random): Promise<string> {
  const cart = await till.cart()
  if (!cart) return 'gets no cart'
  if (cart.lines.length === 0) return 'has nothing to pay'
  const payment = { cartId: cart.id, cartVersion: cart.version, payments: paymentsFor(cart, random) }
  const isPromoted = cart.trace.some(({ reason }) => reason === 'applied')
  const deed = isPromoted ? world.deeds.begin('pay: with a promotion') : null
  const before = world.ledger.shown.size
  const presses = random.chance(0.15) ? 2 : 1
  const said = await Promise.all(Array.from({ length: presses }, () => till.pay(payment)))
  if (world.ledger.shown.size > before) deed?.tookEffect()
  return `${presses > 1 ? 'presses Pay twice: ' : ''}${said.join(' and ')}`
}

async function sell(world: World, till: Till, random: Random): Promise<string> {
  const said: string[] = []
  for (let lines = random.between(1, 3); lines > 0; lines--) said.push(await addLine(world, till, random))
  return `${said.join(', ')}, ${await pay(world, till, random)}`
}

/** What customers got at other machines, of the same store or not; not the latest, which are hardly told of yet. */
function soldElsewhere({ ledger }: World, { machine }: Till): Receipt[] {
  const sold = [...ledger.shown.values()].filter(
    (shown) => shown.machine !== machine && !shown.receipt.isReturn,
  )
  return sold.slice(0, sold.length / 2).map(({ receipt }) => receipt)
}

async function returnReceipt(world: World, till: Till, random: Random): Promise<string> {
  const elsewhere = random.chance(0.3) ? soldElsewhere(world, till) : []
  const isElsewhere = elsewhere.length > 0
  const sold = isElsewhere ? elsewhere : await till.receipts()
  const receipts = sold.filter(({ isReturn }) => !isReturn)
  const withoutBasis = receipts.length === 0 || random.chance(0.15)
  const receiptNumber = withoutBasis ? undefined : random.pick(receipts).receiptNumber
  const of = isElsewhere ? 'of another till' : 'of a receipt'
  const deed = world.deeds.begin(`return: ${withoutBasis ? 'without a receipt' : of}`)
  const body = { ...(receiptNumber && { receiptNumber }) }
  const begun = await changeCart(world, till, deed, { method: 'POST', path: '/cart/return', body })
  if (begun !== '200') return `cannot return ${receiptNumber ?? 'without a receipt'}: ${begun}`
  if (withoutBasis) await addLine(world, till, random)
  if (random.chance(0.3)) await changeLine(world, till, random)
  return `returns ${receiptNumber ?? 'without a receipt'}: ${await pay(world, till, random)}`
}

async function park(world: World, till: Till, random: Random): Promise<string> {
  if (random.chance(0.5)) {
    const cart = await till.cart()
    if (!cart || cart.lines.length === 0) return 'has nothing to park'
    const deed = world.deeds.begin('park')
    return `parks: ${await changeCart(world, till, deed, { method: 'POST', path: '/cart/park', body: {} })}`
  }
  const parked = await till.send('GET', '/carts/parked')
  const items = (parked?.body?.items ?? []) as { id: string }[]
  if (items.length === 0) return 'finds no parked cart'
  const deed = world.deeds.begin('resume')
  const path = `/carts/${random.pick(items).id}/resume`
  return `resumes: ${await changeCart(world, till, deed, { method: 'POST', path })}`
}

async function print(world: World, till: Till, random: Random): Promise<string> {
  const receipts = await till.receipts()
  if (receipts.length === 0) return 'has no receipt to print'
  const { receiptNumber } = random.pick(receipts)
  const deed = world.deeds.begin('print')
  const answer = await deed.send(till, 'POST', `/receipts/${receiptNumber}/printed`)
  if (answer?.status === 200 && answer.body.receiptNumber === receiptNumber) deed.tookEffect()
  else settleAtTill(world, till, deed, answer)
  return `prints ${receiptNumber}: ${outcomeOf(answer)}`
}

/** The next cashier signs in before anything else is done at the till. */
async function signOut(world: World, till: Till): Promise<string> {
  const deed = world.deeds.begin('sign out')
  const answer = await deed.send(till, 'DELETE', '/session')
  const session = await till.send('GET', '/session')
  if (session?.body?.cashier === null) deed.tookEffect()
  else settleAtTill(world, till, deed, answer?.status === 200 ? session : answer)
  till.isSignedIn = false
  return `signs out: ${outcomeOf(answer)}`
}

/** Opens a shift where there is none; otherwise moves cash, looks at its sums, or closes it. */
async function shift(world: World, till: Till, random: Random): Promise<string> {
  const { open } = till.shift
  const money = (): number => random.between(1, 50_000) / 100
  if (!open) {
    const deed = world.deeds.begin('shift: open')
    const answer = await till.shift.begin(deed, money())
    if (till.shift.open) deed.tookEffect()
    else settleAtTill(world, till, deed, answer)
    return `opens shift ${till.shift.open?.opened.number ?? ''}: ${outcomeOf(answer)}`
  }
  const kind = random.weighted([
    ['cash in', 3],
    ['cash out', 2],
    ['look', 2],
    ['close', 4],
  ] as const)
  const deed = world.deeds.begin(`shift: ${kind}`)
  const answer = await {
    'cash in': () => till.shift.move(deed, { kind: 'In', amount: money() }),
    'cash out': () => till.shift.move(deed, { kind: 'Out', amount: money() }),
    look: async () => (await deed.act(() => till.shift.look())) ?? null,
    close: () => till.shift.close(deed, random.chance(0.7) ? money() : null),
  }[kind]()
  const isDone = answer !== null && answer.status < 300 && (kind !== 'close' || till.shift.open === null)
  if (isDone) deed.tookEffect()
  else if (answer !== null || !till.machine.isUp) settleAtTill(world, till, deed, answer)
  return `${kind} in shift ${open.opened.number}: ${outcomeOf(answer)}`
}

export const TILL_STEPS: readonly Step[] = [
  atTill('sell', 26, sell),
  atTill('add line', 30, addLine),
  atTill('change line', 12, changeLine),
  atTill('discount', 6, discount),
  atTill('coupon', 6, coupon),
  atTill('pay', 15, pay),
  atTill('return', 8, returnReceipt),
  atTill('park', 6, park),
  atTill('print', 3, print),
  atTill('shift', 12, shift),
  atTill('sign out', 2, signOut),
]
