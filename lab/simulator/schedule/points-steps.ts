import type { FoundBuyers } from '#shared/contracts/till/loyalty.ts'
import type { Cart } from '#shared/contracts/till/till.ts'
import type { Random } from '#test/support/random.ts'
import { checkOnTheirWay } from '../oracle/offers.ts'
import { readEntries } from '../world/journal-file.ts'
import type { ShopCard } from '../world/offers.ts'
import type { Till } from '../world/till.ts'
import type { World } from '../world/world.ts'
import { atTill, changeCart, hasTwo, inOrder, twoMachines } from './at-till.ts'
import { outcomeOf } from './outcome-of.ts'
import { addLine, pay } from './selling.ts'
import type { Step } from './steps.ts'
import { settleAtTill } from './till-refusals.ts'

/** Enters a customer's card by scan, card number or phone number. */
async function takeCard(world: World, till: Till, random: Random, card: ShopCard): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.isReturn) return 'has no use for a card'
  const isSeen = (after: Cart): boolean => after.buyer.card?.id === card.id
  const how = random.pick(['scan', 'number', 'phone'] as const)
  const action = world.actions.begin(`card: by ${how}`)
  const summary = `takes the card ${card.cardNumber} by its ${how}`
  if (how === 'scan') {
    const body = { code: card.cardNumber }
    return `${summary}: ${await changeCart(world, till, action, { method: 'POST', path: '/cart/lines', body, isSeen })}`
  }
  const search = encodeURIComponent(how === 'number' ? card.cardNumber : card.phone)
  const found = await till.send('GET', `/buyers?search=${search}`)
  const items = (found?.body?.items ?? []) as FoundBuyers['items']
  if (!items.some((item) => item.card?.id === card.id)) {
    if (found?.status !== 200) settleAtTill(world, till, action, found)
    else if (world.touched.has(card.id)) action.prevented('head office has just issued it')
    else if (till.machine.isDamaged) action.prevented('the catalog is damaged')
    else action.refused(`${till.name} does not find ${card.cardNumber}`)
    return `${summary}, and does not find it`
  }
  const body = { cardId: card.id }
  return `${summary}: ${await changeCart(world, till, action, { method: 'PATCH', path: '/cart/buyer', body, isSeen })}`
}

async function card(world: World, till: Till, random: Random): Promise<string> {
  if (random.chance(0.9)) return takeCard(world, till, random, random.pick(world.shop.cards))
  const cart = await till.cart()
  if (!cart?.buyer.card) return 'has no card to take off'
  const action = world.actions.begin('card: taken off')
  const change = { method: 'PATCH', path: '/cart/buyer', body: { cardId: null } }
  const isSeen = (after: Cart): boolean => after.buyer.card === null
  return `takes the card off: ${await changeCart(world, till, action, { ...change, isSeen })}`
}

/** Requests the balance from head office. */
async function askPoints(world: World, till: Till): Promise<string> {
  const cart = await till.cart()
  if (!cart?.points) return 'has no points to ask for'
  const action = world.actions.begin('points: ask')
  const answer = await action.send(till, 'POST', '/cart/points')
  if (answer?.body?.points?.isOnline) action.tookEffect()
  else if (answer?.status !== 200) settleAtTill(world, till, action, answer)
  else if (till.machine.link.weather !== 'fine') action.prevented('the line is not fine')
  return `asks for points: ${outcomeOf(answer)} ${JSON.stringify(answer?.body?.points ?? null)}`
}

/** Checks the balance that the till shows for the card. */
async function lookAtPoints(world: World, till: Till): Promise<string> {
  const before = readEntries(till.machine.folder)
  const cart = await till.cart()
  if (!cart?.points) return 'has no points to look at'
  checkOnTheirWay(world, till, { cart, before, after: readEntries(till.machine.folder) })
  return `looks at points: ${JSON.stringify(cart.points)}`
}

/** Tries to pay a hundredth more with points than allowed. */
async function payTooMany(world: World, till: Till): Promise<string> {
  const cart = await till.cart()
  if (!cart?.points || cart.lines.length === 0) return 'has no points to pay with'
  const most = Math.round(cart.points.maxPaid * 100)
  const sum = Math.round(cart.sum * 100)
  if (most + 1 > sum) return 'has nothing that points may not pay'
  const rest = (sum - most - 1) / 100
  const payments = [
    { type: 'Bonus', amount: (most + 1) / 100 },
    ...(rest > 0 ? [{ type: 'Cash', amount: rest }] : []),
  ]
  const action = world.actions.begin('points: too many')
  const payment = { cartId: cart.id, cartVersion: cart.version, payments }
  const answer = await action.send(till, 'POST', '/cart/pay', payment)
  if (answer?.body?.code === 'points_not_enough') {
    if (answer.body.available === cart.points.maxPaid) action.tookEffect()
    else action.refused(`points may pay ${answer.body.available}, and ${cart.points.maxPaid} before`)
  } else if (answer === null || answer.status >= 300) settleAtTill(world, till, action, answer, { cart })
  else action.refused(`more points are taken than may be: ${JSON.stringify(answer.body)}`)
  return `tries to pay with too many points: ${outcomeOf(answer)}`
}

/** Spends points of one card at two tills at the same time, neither of which knows about the other. */
async function spendTwice(world: World): Promise<void> {
  const { random, shop } = world
  const [one, other] = twoMachines(world, random)
  if (!one || !other) return
  const card = random.pick(shop.cards.filter(({ programId }) => programId === shop.programs[0]?.id))
  const action = world.actions.begin('points: spent at two tills')
  const asks = random.chance(0.7)
  const spend = (till: Till): Promise<string> =>
    inOrder(world, till, random.fork(), async (_, at, own) => {
      const cart = await at.cart()
      if (cart?.isReturn) return 'has a return to finish'
      const summary = [await addLine(world, at, own), await takeCard(world, at, own, card)]
      if (asks) summary.push(await askPoints(world, at))
      return [...summary, await pay(world, at, own, { spendsPoints: true })].join(', ')
    })
  const before = world.ledger.shown.size
  const done = await world.await(Promise.all([one, other].map(spend)))
  for (const [n, till] of [one, other].entries())
    world.trace.say(`${till.name} ${done?.[n] ?? 'waits for ever'}`)
  if (done === null) world.unexpected('the local API does not answer')
  const paid = [...world.ledger.shown.values()].slice(before).map(({ receipt }) => receipt)
  const isSpent = paid.length === 2 && paid.every(({ points }) => points !== null && points.spent > 0)
  if (isSpent) action.act(() => action.tookEffect())
}

export const POINTS_STEPS: readonly Step[] = [
  atTill('card', 12, card),
  atTill('points: ask', 4, askPoints),
  atTill('points: look', 4, lookAtPoints),
  atTill('points: too many', 3, payTooMany),
  { name: 'points: spent at two tills', weight: (world) => (hasTwo(world) ? 3 : 0), do: spendTwice },
]
