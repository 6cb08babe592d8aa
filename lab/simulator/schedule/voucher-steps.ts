import type { Cart } from '#shared/contracts/till/till.ts'
import type { TillVoucher } from '#shared/contracts/till/vouchers.ts'
import type { Random } from '#test/support/random.ts'
import type { Till } from '../world/till.ts'
import { cardOfPile, keyOf, VOUCHER_TERMS } from '../world/vouchers.ts'
import type { World } from '../world/world.ts'
import { atTill, changeCart, hasTwo, inOrder, twoMachines } from './at-till.ts'
import { addLine, pay } from './selling.ts'
import type { Step } from './steps.ts'
import { settleAtTill } from './till-refusals.ts'
import { giveBack } from './till-steps.ts'

const KINDS = { 'sell new': 3, 'sell card': 4, reload: 4 } as const
type Kind = keyof typeof KINDS

/** Sells a voucher with a new number or from the pile of cards, or reloads an existing one. */
async function sellVoucher(world: World, till: Till, random: Random): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.isReturn) return 'has no use for a voucher'
  const kind = random.weighted(Object.entries(KINDS) as [Kind, number][])
  const number = {
    'sell new': () => undefined,
    'sell card': () => world.vouchers.type(cardOfPile(random.below(100))),
    reload: () => world.vouchers.pick(),
  }[kind]()
  const action = world.actions.begin(`voucher: ${kind}`)
  const body = {
    ...(number && { number }),
    amount: random.between(500, VOUCHER_TERMS.maxVoucherSale * 100) / 100,
    isReload: kind === 'reload',
  }
  const isSeen = ({ vouchers }: Cart): boolean =>
    vouchers.length === cart.vouchers.length + 1 && vouchers.at(-1)?.amount === body.amount
  const put = await changeCart(world, till, action, {
    method: 'POST',
    path: '/cart/sold-vouchers',
    body,
    isSeen,
  })
  const after = await till.cart()
  for (const voucher of after?.vouchers ?? []) world.vouchers.offered.add(keyOf(voucher.number))
  const paid = random.chance(0.7) ? `, ${await pay(world, till, random)}` : ''
  return `voucher: ${kind} ${number ? world.vouchers.nameOf(number) : ''}: ${put}${paid}`
}

/** Requests the amount that a voucher can pay. Returns null when the till refuses it. */
async function askVoucher(world: World, till: Till, number: string): Promise<TillVoucher | null> {
  const action = world.actions.begin('voucher: ask')
  const answer = await action.send(till, 'POST', '/cart/vouchers', { number })
  if (answer?.status !== 200) {
    settleAtTill(world, till, action, answer, { body: { number } })
    return null
  }
  action.tookEffect()
  return answer.body as TillVoucher
}

/** Pays the cart with the maximum amount of the voucher, or with part of it. */
async function payWith(
  world: World,
  till: Till,
  random: Random,
  { number, isWhole }: { number: string; isWhole: boolean },
): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.isReturn) return 'has a return to finish'
  const summary = cart.lines.length === 0 ? [await addLine(world, till, random)] : []
  const known = await askVoucher(world, till, number)
  if (!known) return [...summary, `cannot pay with the voucher ${world.vouchers.nameOf(number)}`].join(', ')
  const voucher = { ...known, isWhole }
  const paid = await pay(world, till, random, { voucher })
  return [...summary, `with the voucher ${world.vouchers.nameOf(number)} of ${known.maxPaid} ${paid}`].join(
    ', ',
  )
}

const spendVoucher = (world: World, till: Till, random: Random): Promise<string> =>
  payWith(world, till, random, { number: world.vouchers.pick(), isWhole: random.chance(0.5) })

/** Spends one voucher at two tills at the same time, sometimes with both offline. */
async function spendTwice(world: World): Promise<void> {
  const { random, ledger } = world
  const [one, other] = twoMachines(world, random)
  if (!one || !other) return
  const number = world.vouchers.pick()
  const action = world.actions.begin('voucher: spent at two tills')
  const links = [one, other].map(({ machine }) => machine.link)
  const weathers = links.map(({ weather }) => weather)
  if (random.chance(0.5)) for (const link of links) link.turn('cut')
  const before = ledger.shown.size
  const done = await world.await(
    Promise.all(
      [one, other].map((till) =>
        inOrder(world, till, random.fork(), (_, at, own) =>
          payWith(world, at, own, { number, isWhole: true }),
        ),
      ),
    ),
  )
  for (const [n, link] of links.entries()) if (link.weather !== weathers[n]) link.turn(weathers[n] ?? 'fine')
  for (const [n, till] of [one, other].entries())
    world.trace.say(`${till.name} ${done?.[n] ?? 'waits for ever'}`)
  if (done === null) world.unexpected('the local API does not answer')
  const paid = [...ledger.shown.values()].slice(before).flatMap(({ voucherNumbers }) => voucherNumbers)
  if (paid.filter((each) => keyOf(each) === keyOf(number)).length === 2) action.act(() => action.tookEffect())
}

/** Returns goods paid by voucher, at the same till or at another one. */
async function returnGoods(world: World, till: Till, random: Random): Promise<string> {
  const elsewhere = random.chance(0.3)
  const paid = [...world.ledger.shown.values()].filter(
    ({ receipt, voucherNumbers, machine }) =>
      !receipt.isReturn && voucherNumbers.length > 0 && (machine !== till.machine) === elsewhere,
  )
  if (paid.length === 0) return 'has no receipt that a voucher has paid'
  const { receiptNumber } = random.pick(paid).receipt
  if (!elsewhere && !(await isHeld(till, receiptNumber))) return 'does not find the receipt'
  return giveBack(world, till, random, { receiptNumber, of: elsewhere ? 'of another till' : 'of a receipt' })
}

/** True when the till still has the receipt. Its disk may have been reset. */
const isHeld = async (till: Till, receiptNumber: string): Promise<boolean> =>
  (await till.receipts()).some((receipt) => receipt.receiptNumber === receiptNumber)

/** Cancels a voucher with the receipt of its sale. */
async function takeBack(world: World, till: Till, random: Random): Promise<string> {
  const sold = [...world.ledger.shown.values()].filter(
    ({ receipt, machine }) => !receipt.isReturn && receipt.vouchers.length > 0 && machine === till.machine,
  )
  if (sold.length === 0) return 'has sold no voucher'
  const { receipt } = random.pick(sold)
  const { receiptNumber } = receipt
  if (!(await isHeld(till, receiptNumber))) return 'does not find the receipt'
  const place = random.between(1, receipt.vouchers.length)
  const action = world.actions.begin('voucher: take back')
  const body = { receiptNumber, vouchers: [place] }
  const isSeen = ({ isReturn, vouchers }: Cart): boolean => isReturn && vouchers.length === 1
  const begun = await changeCart(world, till, action, { method: 'POST', path: '/cart/return', body, isSeen })
  if (begun !== '200') return `cannot take the voucher of ${receiptNumber} back: ${begun}`
  return `takes the voucher of ${receiptNumber} back: ${await pay(world, till, random)}`
}

export const VOUCHER_STEPS: readonly Step[] = [
  atTill('voucher: sell', 9, sellVoucher),
  atTill('voucher: spend', 12, spendVoucher),
  atTill('voucher: return goods', 3, returnGoods),
  atTill('voucher: take back', 4, takeBack),
  { name: 'voucher: spent at two tills', weight: (world) => (hasTwo(world) ? 3 : 0), do: spendTwice },
]
