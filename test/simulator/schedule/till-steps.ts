import type { Cart } from '#shared/contracts/till.ts'
import type { Random } from '#test/support/random.ts'
import type { Till } from '../world/till.ts'
import type { World } from '../world/world.ts'
import type { Step } from './steps.ts'

/** A till whose agent is there. */
const ready = (world: World): Till[] => world.tills.filter(({ machine }) => machine.isUp)

function atTill(
  name: string,
  weight: number,
  work: (world: World, till: Till, random: Random) => Promise<string>,
): Step {
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
async function inOrder(
  world: World,
  till: Till,
  random: Random,
  work: (world: World, till: Till, random: Random) => Promise<string>,
): Promise<string> {
  if (!till.isSignedIn) return till.signIn()
  if (till.unanswered) return `asks again and ${await till.pay(till.unanswered)}`
  return work(world, till, random)
}

async function addLine(world: World, till: Till, random: Random): Promise<string> {
  const { productIds } = world.shop
  const n = random.below(productIds.length)
  const line = random.chance(0.6)
    ? { productId: productIds[n], quantity: random.between(1, 4) }
    : { code: `SIM-${n + 1}` }
  const withPrice =
    'productId' in line && random.chance(0.1) ? { ...line, price: random.between(1, 500) } : line
  // Whether there is any: most of what is sold here was never bought.
  const answer = await till.send('POST', '/cart/lines', { ...withPrice, beyondStock: random.chance(0.9) })
  return `adds article ${n + 1}: ${answer?.status ?? 'no answer'}${answer && answer.status >= 300 ? ` ${answer.body.code}` : ''}`
}

async function changeLine(_world: World, till: Till, random: Random): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.lines.length === 0) return 'looks at an empty cart'
  const line = random.pick(cart.lines)
  if (random.chance(0.2)) {
    const answer = await till.send('DELETE', `/cart/lines/${line.id}`)
    return `removes a line: ${answer?.status ?? 'no answer'}`
  }
  const change =
    random.chance(0.2) && !cart.originalReceiptNumber
      ? { price: random.between(1, 300) }
      : { quantity: random.between(1, 3) }
  const answer = await till.send('PATCH', `/cart/lines/${line.id}`, change)
  return `changes a line: ${answer?.status ?? 'no answer'}`
}

async function discount(_world: World, till: Till, random: Random): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.lines.length === 0) return 'has nothing to give a discount on'
  const off = random.chance(0.5)
    ? { percent: random.between(1, 50) }
    : { amount: random.between(1, 500) / 100 }
  const path = random.chance(0.5) ? '/cart' : `/cart/lines/${random.pick(cart.lines).id}`
  const answer = await till.send('PATCH', path, { discount: random.chance(0.9) ? off : null })
  return `gives a discount: ${answer?.status ?? 'no answer'}`
}

function paymentsFor(cart: Cart, random: Random): object[] {
  if (cart.sum === 0) return []
  const cash = random.chance(0.6)
  if (!cash) return [{ type: 'Card', amount: cart.sum, reference: `auth ${random.below(1_000_000)}` }]
  const over = cart.isReturn || random.chance(0.5) ? 0 : random.between(1, 100)
  return [{ type: 'Cash', amount: Math.round((cart.sum + over) * 100) / 100 }]
}

async function pay(_world: World, till: Till, random: Random): Promise<string> {
  const cart = await till.cart()
  if (!cart) return 'gets no cart'
  if (cart.lines.length === 0) return 'has nothing to pay'
  const payment = { cartId: cart.id, cartVersion: cart.version, payments: paymentsFor(cart, random) }
  if (!random.chance(0.15)) return till.pay(payment)
  const both = await Promise.all([till.pay(payment), till.pay(payment)])
  return `presses Pay twice: ${both.join(' and ')}`
}

async function sell(world: World, till: Till, random: Random): Promise<string> {
  const said: string[] = []
  for (let lines = random.between(1, 3); lines > 0; lines--) said.push(await addLine(world, till, random))
  return `${said.join(', ')}, ${await pay(world, till, random)}`
}

async function returnReceipt(world: World, till: Till, random: Random): Promise<string> {
  const receipts = (await till.receipts()).filter(({ isReturn }) => !isReturn)
  const withoutBasis = receipts.length === 0 || random.chance(0.15)
  const receiptNumber = withoutBasis ? undefined : random.pick(receipts).receiptNumber
  const begun = await till.send('POST', '/cart/return', { ...(receiptNumber && { receiptNumber }) })
  if (begun?.status !== 200)
    return `cannot return ${receiptNumber ?? 'without a receipt'}: ${begun?.body?.code ?? 'no answer'}`
  if (withoutBasis) await addLine(world, till, random)
  if (random.chance(0.3)) await changeLine(world, till, random)
  return `returns ${receiptNumber ?? 'without a receipt'}: ${await pay(world, till, random)}`
}

async function park(_world: World, till: Till, random: Random): Promise<string> {
  if (random.chance(0.5)) {
    const answer = await till.send('POST', '/cart/park', {})
    return `parks: ${answer?.status ?? 'no answer'}`
  }
  const parked = await till.send('GET', '/carts/parked')
  const items = (parked?.body?.items ?? []) as { id: string }[]
  if (items.length === 0) return 'finds no parked cart'
  const answer = await till.send('POST', `/carts/${random.pick(items).id}/resume`, {})
  return `resumes: ${answer?.status ?? 'no answer'}`
}

async function print(_world: World, till: Till, random: Random): Promise<string> {
  const receipts = await till.receipts()
  if (receipts.length === 0) return 'has no receipt to print'
  const { receiptNumber } = random.pick(receipts)
  const answer = await till.send('POST', `/receipts/${receiptNumber}/printed`, {})
  return `prints ${receiptNumber}: ${answer?.status ?? 'no answer'}`
}

export const TILL_STEPS: readonly Step[] = [
  atTill('sell', 26, sell),
  atTill('add line', 30, addLine),
  atTill('change line', 12, changeLine),
  atTill('discount', 6, discount),
  atTill('pay', 15, pay),
  atTill('return', 8, returnReceipt),
  atTill('park', 6, park),
  atTill('print', 3, print),
]
