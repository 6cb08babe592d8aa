import type { Receipt } from '#shared/contracts/till/till.ts'
import type { Random } from '#test/support/random.ts'
import { checkTakenOver } from '../oracle/tills.ts'
import { COUPON } from '../world/offers.ts'
import type { ShownShift } from '../world/shifts-shown.ts'
import type { Till } from '../world/till.ts'
import type { World } from '../world/world.ts'
import { atTill, changeCart } from './at-till.ts'
import { openShift, someMoney } from './open-shift.ts'
import { outcomeOf } from './outcome-of.ts'
import { addLine, pay } from './selling.ts'
import type { Step } from './steps.ts'
import { settleAtTill } from './till-refusals.ts'

async function changeLine(world: World, till: Till, random: Random): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.lines.length === 0) return 'looks at an empty cart'
  const line = random.pick(cart.lines)
  const path = `/cart/lines/${line.id}`
  if (random.chance(0.2)) {
    const action = world.actions.begin('change line: remove')
    return `removes a line: ${await changeCart(world, till, action, { method: 'DELETE', path })}`
  }
  const isPrice = random.chance(0.2) && !cart.originalReceiptNumber
  const action = world.actions.begin(`change line: ${isPrice ? 'price' : 'quantity'}`)
  const most = Math.max(1, Math.min(3, line.returnable ?? 3))
  const body = isPrice ? { price: random.between(1, 300) } : { quantity: random.between(1, most) }
  return `changes a line: ${await changeCart(world, till, action, { method: 'PATCH', path, body })}`
}

async function discount(world: World, till: Till, random: Random): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.lines.length === 0) return 'has nothing to give a discount on'
  const off = random.chance(0.5)
    ? { percent: random.between(1, 50) }
    : { amount: random.between(1, 500) / 100 }
  const isWhole = random.chance(0.5)
  const path = isWhole ? '/cart' : `/cart/lines/${random.pick(cart.lines).id}`
  const action = world.actions.begin(`discount: ${isWhole ? 'cart' : 'line'}`)
  const body = { discount: random.chance(0.9) ? off : null }
  return `gives a discount: ${await changeCart(world, till, action, { method: 'PATCH', path, body })}`
}

/** Adds or removes the coupon. */
async function coupon(world: World, till: Till): Promise<string> {
  const cart = await till.cart()
  if (!cart || cart.isReturn) return 'has no use for a coupon'
  const action = world.actions.begin('coupon')
  const body = { coupons: cart.coupons.length > 0 ? [] : [COUPON] }
  return `shows a coupon: ${await changeCart(world, till, action, { method: 'PATCH', path: '/cart', body })}`
}

async function sell(world: World, till: Till, random: Random): Promise<string> {
  const summary: string[] = []
  for (let lines = random.between(1, 3); lines > 0; lines--) summary.push(await addLine(world, till, random))
  return `${summary.join(', ')}, ${await pay(world, till, random)}`
}

/**
 * Returns receipts of other machines in any store. Excludes the latest ones, which tills may not have
 * received yet.
 */
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
  return giveBack(world, till, random, { receiptNumber, of: withoutBasis ? 'without a receipt' : of })
}

/** Returns some or all goods, with or without a receipt, and pays the refund. */
export async function giveBack(
  world: World,
  till: Till,
  random: Random,
  { receiptNumber, of }: { receiptNumber: string | undefined; of: string },
): Promise<string> {
  const action = world.actions.begin(`return: ${of}`)
  const body = { ...(receiptNumber && { receiptNumber }) }
  const begun = await changeCart(world, till, action, { method: 'POST', path: '/cart/return', body })
  if (begun !== '200') return `cannot return ${receiptNumber ?? of}: ${begun}`
  if (!receiptNumber) await addLine(world, till, random)
  if (random.chance(0.3)) await changeLine(world, till, random)
  const reversal = hasPoints(world, receiptNumber) ? world.actions.begin('return: reverses points') : null
  const cart = await till.cart()
  const refund = cart?.refunds?.some(({ type }) => type === 'GiftCard')
    ? world.actions.begin('return: gives back to a voucher')
    : null
  const before = world.ledger.lastOf(till)
  const paid = await pay(world, till, random)
  const shown = world.ledger.lastOf(till)
  const last = shown === before ? undefined : shown?.receipt
  if (last?.points && last.originalReceiptNumber === receiptNumber) reversal?.act(() => reversal.tookEffect())
  if (last?.payments.some(({ type }) => type === 'GiftCard')) refund?.act(() => refund.tookEffect())
  return `returns ${receiptNumber ?? of}: ${paid}`
}

/** True when the receipt has points to check, which only the issuing till knows. */
const hasPoints = ({ ledger }: World, receiptNumber: string | undefined): boolean =>
  [...ledger.shown.values()].some(
    ({ receipt: { receiptNumber: number, points } }) =>
      number === receiptNumber && points !== null && points.earned + points.spent > 0,
  )

async function park(world: World, till: Till, random: Random): Promise<string> {
  if (random.chance(0.5)) {
    const cart = await till.cart()
    if (!cart || cart.lines.length + cart.vouchers.length === 0) return 'has nothing to park'
    const action = world.actions.begin('park')
    return `parks: ${await changeCart(world, till, action, { method: 'POST', path: '/cart/park', body: {} })}`
  }
  const parked = await till.send('GET', '/carts/parked')
  const items = (parked?.body?.items ?? []) as { id: string }[]
  if (items.length === 0) return 'finds no parked cart'
  const action = world.actions.begin('resume')
  const path = `/carts/${random.pick(items).id}/resume`
  return `resumes: ${await changeCart(world, till, action, { method: 'POST', path })}`
}

async function print(world: World, till: Till, random: Random): Promise<string> {
  const receipts = await till.receipts()
  if (receipts.length === 0) return 'has no receipt to print'
  const { receiptNumber } = random.pick(receipts)
  const action = world.actions.begin('print')
  const answer = await action.send(till, 'POST', `/receipts/${receiptNumber}/printed`)
  if (answer?.status === 200 && answer.body.receiptNumber === receiptNumber) action.tookEffect()
  else settleAtTill(world, till, action, answer)
  return `prints ${receiptNumber}: ${outcomeOf(answer)}`
}

/** Signs the cashier out. The next step at this till signs a cashier in first. */
async function signOut(world: World, till: Till): Promise<string> {
  const action = world.actions.begin('sign out')
  const answer = await action.send(till, 'DELETE', '/session')
  const session = await till.send('GET', '/session')
  if (session?.body?.cashier === null) action.tookEffect()
  else settleAtTill(world, till, action, answer?.status === 200 ? session : answer)
  till.isSignedIn = false
  return `signs out: ${outcomeOf(answer)}`
}

/** Takes over the till in another window, which must show its cart and shift. The previous window must be refused. */
async function takeOver(world: World, till: Till): Promise<string> {
  const before = await till.cart()
  const action = world.actions.begin('take over')
  const left = till.leaveWindow()
  const summary = await action.act(() => till.signIn())
  const after = till.isSignedIn ? await till.cart() : null
  if (!before || !after) {
    action.prevented('the agent died, or there is no cart')
    return `is taken over: ${summary}`
  }
  action.tookEffect()
  await checkTakenOver(world, till, { before, after, left })
  await till.shift.look()
  return `is taken over: ${summary}`
}

/** Opens a shift if there is none. Otherwise moves cash, shows the totals or closes the shift. */
async function shift(world: World, till: Till, random: Random): Promise<string> {
  const { open } = till.shift
  const money = (): number => someMoney(random)
  if (!open) return openShift(world, till, random)
  const kind = random.weighted([
    ['cash in', 3],
    ['cash out', 2],
    ['look', 2],
    ['report', 3],
    ['close', 4],
  ] as const)
  const action = world.actions.begin(`shift: ${kind}`)
  const answer = await {
    'cash in': () => till.shift.move(action, { kind: 'In', amount: money() }),
    'cash out': () => till.shift.move(action, { kind: 'Out', amount: money() }),
    look: async () => (await action.act(() => till.shift.look())) ?? null,
    report: () => till.shift.report(action, open),
    close: () => till.shift.close(action, random.chance(0.7) ? money() : null),
  }[kind]()
  const isDone = answer !== null && answer.status < 300 && (kind !== 'close' || till.shift.open === null)
  if (isDone) action.tookEffect()
  else if (answer !== null || !till.machine.isUp) settleAtTill(world, till, action, answer)
  const summary = `${kind} in shift ${open.opened.number}: ${outcomeOf(answer)}`
  return isDone && kind === 'close' ? `${summary}, ${await lookAtZ(world, till, open)}` : summary
}

async function lookAtZ(world: World, till: Till, closed: ShownShift): Promise<string> {
  const action = world.actions.begin('shift: Z')
  const answer = await till.shift.report(action, closed)
  if (answer?.status === 200) action.tookEffect()
  else settleAtTill(world, till, action, answer)
  return `looks at Z: ${outcomeOf(answer)}`
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
  atTill('take over', 2, takeOver),
]
