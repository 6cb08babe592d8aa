import { expect, it } from 'vitest'
import { systemClock } from '#edge/clock.ts'
import { NO_LIMITS, type TillLimits } from '#shared/domain/till-limits.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { cashier, product } from '../support/catalog.ts'
import { COMMANDS, type Command, coffee, lineOf, openLimited, withTea } from '../support/limited.ts'

const REASON = 'the customer waits'

interface ApprovalRequest {
  supervisorId: string
  limit: keyof TillLimits
  pin?: string
}

const ask = (till: Till, [method, path, body]: Command, { pin = '4321', ...request }: ApprovalRequest) =>
  till.send<{ approval: string; code?: string }>('POST', '/approvals', {
    ...request,
    pin,
    reason: REASON,
    deed: { method, path, body },
  })

async function approved(till: Till, deed: Command, request: ApprovalRequest): Promise<string> {
  const { status, body } = await ask(till, deed, request)
  expect(status).toBe(201)
  return body.approval
}

const act = (till: Till, [method, path, body]: Command, approval: string) =>
  till.send(method, path, body, { 'X-Approval': approval })

it.each(COMMANDS)('lifts %s once with the PIN of a supervisor and a reason (%#)', async (limit, deed) => {
  const { senior, shop } = await openLimited({ [limit]: false })
  await using _ = shop
  const { till, hub } = shop
  await till.expect('POST', '/shift/open', { openingCash: 10 })
  const request = await deed(shop)
  expect(await till.send(...request)).toMatchObject({ status: 403, body: { limit } })
  expect(await till.expect('GET', `/approvals/supervisors?limit=${limit}`)).toEqual({
    items: [{ id: senior.id, name: 'Senior' }],
  })
  const approval = await approved(till, request, { supervisorId: senior.id, limit })
  expect((await act(till, request, approval)).status).toBeLessThan(300)
  await until('head office has heard', () =>
    hub.bodies<TillEventBody>('till_event').some(({ kind }) => kind === 'limit_lifted'),
  )
  const event = hub.bodies<TillEventBody>('till_event').find(({ kind }) => kind === 'limit_lifted')
  expect(event).toMatchObject({
    cashierName: 'Ann',
    details: { limit, supervisorId: senior.id, supervisorName: 'Senior', reason: REASON },
  })
})

const take: Command = ['POST', '/shift/cash', { kind: 'Out', amount: 5, reason: 'bank' }]
const limit = 'allowCashOut'

async function openWithoutCashOut(overrides = {}) {
  const opened = await openLimited({ allowCashOut: false, allowCashIn: false }, overrides)
  await opened.shop.till.expect('POST', '/shift/open', { openingCash: 100 })
  return { ...opened, request: { supervisorId: opened.senior.id, limit } as ApprovalRequest }
}
const refused = { status: 403, body: { limit } }

it('accepts an approval only once, even with concurrent requests', async () => {
  const { shop, request } = await openWithoutCashOut()
  await using _ = shop
  const approval = await approved(shop.till, take, request)
  const answers = await Promise.all([1, 2, 3].map(() => act(shop.till, take, approval)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  expect(await act(shop.till, take, approval)).toMatchObject(refused)
})

it.each<[string, Command]>([
  ['another sum', ['POST', '/shift/cash', { kind: 'Out', amount: 50, reason: 'bank' }]],
  ['another reason', ['POST', '/shift/cash', { kind: 'Out', amount: 5, reason: 'wine' }]],
  ['another limit', ['POST', '/shift/cash', { kind: 'In', amount: 5, reason: 'bank' }]],
])('refuses to use an approval for %s, and keeps it for the approved command', async (_what, other) => {
  const { shop, request } = await openWithoutCashOut()
  await using _ = shop
  const approval = await approved(shop.till, take, request)
  expect((await act(shop.till, other, approval)).status).toBe(403)
  expect((await act(shop.till, take, approval)).status).toBe(201)
})

it('refuses an approval for one line when another line or the whole cart is removed', async () => {
  const { senior, shop } = await openLimited({ allowDeleteLines: false })
  await using _ = shop
  const path = await withTea(shop)
  await shop.till.add({ productId: shop.tea.id, price: 9 })
  const request: ApprovalRequest = { supervisorId: senior.id, limit: 'allowDeleteLines' }
  const approval = await approved(shop.till, ['DELETE', path], request)
  expect((await act(shop.till, ['DELETE', await lineOf(shop, 1)], approval)).status).toBe(403)
  expect((await act(shop.till, ['DELETE', '/cart'], approval)).status).toBe(403)
  expect((await act(shop.till, ['DELETE', path], approval)).status).toBe(200)
})

it('refuses an approval for one printer when another printer or address is set up', async () => {
  const { senior, shop } = await openLimited({ allowDeviceSetup: false })
  await using _ = shop
  const setUp = (name: string, port = 9): Command => [
    ...(['PUT', `/printers/${name}`] as const),
    { address: `tcp://127.0.0.1:${port}` },
  ]
  const request: ApprovalRequest = { supervisorId: senior.id, limit: 'allowDeviceSetup' }
  const approval = await approved(shop.till, setUp('front'), request)
  expect((await act(shop.till, setUp('kitchen'), approval)).status).toBe(403)
  expect((await act(shop.till, setUp('front', 10), approval)).status).toBe(403)
  expect((await act(shop.till, setUp('front'), approval)).status).toBe(200)
})

it('refuses an approval at another till or of another cashier', async () => {
  const { shop, request } = await openWithoutCashOut()
  await using _ = shop
  const { till, point, cashier: junior } = shop
  const other = point.till('till-0002')
  await other.signIn(junior.id)
  await other.expect('POST', '/shift/open', { openingCash: 100 })
  const approval = await approved(till, take, request)
  expect(await act(other, take, approval)).toMatchObject(refused)
  const bob = await cashier('5678', { name: 'Bob', limits: { ...NO_LIMITS, allowCashOut: false } })
  shop.hub.change(bob)
  await until(
    'Bob is known',
    async () => (await till.send('POST', '/session', { pin: '5678' })).status === 200,
  )
  expect(await act(till, take, approval)).toMatchObject(refused)
})

it('expires an approval after two minutes, regardless of the wall clock, and on a restart of the agent', async () => {
  let [slept, jumped] = [0, 0]
  const clock = {
    now: () => new Date(systemClock.now().getTime() + jumped),
    monotonicMs: () => systemClock.monotonicMs() + slept,
  }
  const { shop, request } = await openWithoutCashOut({ clock })
  await using _ = shop
  const { till, point } = shop
  const first = await approved(till, take, request)
  jumped = 365 * 86_400_000
  expect((await act(till, take, first)).status).toBe(201)
  jumped = -jumped
  const second = await approved(till, take, request)
  slept = 121_000
  expect(await act(till, take, second)).toMatchObject(refused)
  const third = await approved(till, take, request)
  await point.stop()
  await point.start()
  expect(await act(till, take, third)).toMatchObject(refused)
})

it("slows down guesses of a supervisor's PIN as at sign-in, and grants no approval", async () => {
  const { senior, shop, request } = await openWithoutCashOut()
  await using _ = shop
  const guess = (pin: string) => ask(shop.till, take, { ...request, pin })
  for (const pin of ['1111', '2222', '3333'])
    expect(await guess(pin)).toMatchObject({ status: 401, body: { code: 'wrong_pin' } })
  expect(await guess('4321')).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  const signIn = { cashierId: senior.id, pin: '4321' }
  expect((await shop.till.send('POST', '/session', signIn)).status).toBe(429)
  expect(await act(shop.till, take, 'no-approval')).toMatchObject(refused)
})

it('refuses an approval by the cashier, by an unknown supervisor, or without a sign-in', async () => {
  const { shop, request } = await openWithoutCashOut()
  await using _ = shop
  const own = { ...request, supervisorId: shop.cashier.id, pin: '1234' }
  expect(await ask(shop.till, take, own)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const stranger = { ...request, supervisorId: '01a20000-0000-7000-8000-000000000000' }
  expect((await ask(shop.till, take, stranger)).status).toBe(404)
  expect((await shop.point.till('till-0003').send('POST', '/approvals', {})).status).toBe(401)
})

it('allows a supervisor to approve a larger discount, up to their own limit', async () => {
  const { shop } = await openLimited({ maxDiscountPercent: 5 })
  await using _ = shop
  const { till, hub } = shop
  const half = await cashier('7777', { name: 'Half', limits: { ...NO_LIMITS, maxDiscountPercent: 50 } })
  hub.change(half)
  const path = await withTea(shop)
  const limit = 'maxDiscountPercent'
  const give = (percent: number): Command => ['PATCH', path, { discount: { percent } }]
  expect(await till.send(...give(20))).toMatchObject({
    status: 400,
    body: { code: 'discount_too_large', limit },
  })
  await until(
    'Half is known',
    async () => (await ask(till, give(50), { supervisorId: half.id, limit, pin: '7777' })).status === 201,
  )
  const supervisor = { supervisorId: half.id, limit, pin: '7777' } as const
  const tooMuch = await approved(till, give(51), supervisor)
  expect((await act(till, give(51), tooMuch)).status).toBe(400)
  const enough = await approved(till, give(50), supervisor)
  expect((await act(till, give(50), enough)).status).toBe(200)
  expect((await till.cart()).sum).toBe(10)
})

const discounted: Command = ['PATCH', '/cart', { discount: { percent: 30 } }]
const tooLarge = { status: 400, body: { code: 'discount_too_large', limit: 'maxDiscountPercent' } }

async function openWithTea(limits: Partial<TillLimits>) {
  const { senior, shop } = await openLimited(limits)
  const path = await withTea(shop)
  const by = (limit: keyof TillLimits): ApprovalRequest => ({ supervisorId: senior.id, limit })
  return {
    shop,
    till: shop.till,
    path,
    by,
    teas: (quantity: number) => ({ productId: shop.tea.id, quantity }),
  }
}

it('refuses an approval for a cart with more products or for another cart', async () => {
  const { shop, till, by, teas } = await openWithTea({ maxDiscountPercent: 5 })
  await using _ = shop
  const first = await approved(till, discounted, by('maxDiscountPercent'))
  await till.add(teas(500))
  expect(await act(till, discounted, first)).toMatchObject(tooLarge)
  const { id } = await till.cart()
  const second = await approved(till, discounted, by('maxDiscountPercent'))
  await till.expect('POST', '/cart/park', {})
  await till.add(teas(2))
  expect(await act(till, discounted, second)).toMatchObject(tooLarge)
  const third = await approved(till, discounted, by('maxDiscountPercent'))
  expect((await act(till, discounted, third)).status).toBe(200)
  await till.expect('POST', `/carts/${id}/resume`)
  expect(await act(till, discounted, second)).toMatchObject(tooLarge)
})

it('limits approvals of two tills to the cart of each till', async () => {
  const { shop, till, by, teas } = await openWithTea({ maxDiscountPercent: 5 })
  await using _ = shop
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await other.add(teas(200))
  const [here, there] = [
    await approved(till, discounted, by('maxDiscountPercent')),
    await approved(other, discounted, by('maxDiscountPercent')),
  ]
  expect(await act(till, discounted, there)).toMatchObject(tooLarge)
  expect(await act(other, discounted, here)).toMatchObject(tooLarge)
  expect((await act(till, discounted, here)).status).toBe(200)
  expect((await act(other, discounted, there)).status).toBe(200)
})

it('prevents an approved discount from growing with the cart', async () => {
  const { shop, till, path, by, teas } = await openWithTea({ maxDiscountPercent: 5 })
  await using _ = shop
  const approval = await approved(till, discounted, by('maxDiscountPercent'))
  expect((await act(till, discounted, approval)).status).toBe(200)
  expect((await till.cart()).sum).toBe(14)
  const more: Command = ['PATCH', path, { quantity: 500 }]
  const grown: Command[] = [
    ['POST', '/cart/lines', teas(500)],
    more,
    ['POST', '/cart/lines', { productId: coffee.id }],
  ]
  for (const deed of grown) expect(await till.send(...deed)).toMatchObject(tooLarge)
  expect((await till.cart()).sum).toBe(14)
  const again = await approved(till, more, by('maxDiscountPercent'))
  expect((await act(till, more, again)).status).toBe(200)
  // A smaller quantity, or the removal of the discount, needs no approval.
  await till.expect('PATCH', path, { quantity: 1 })
  await till.expect('PATCH', '/cart', { discount: null })
  expect((await till.add(teas(500))).sum).toBe(5010)
})

it('allows a receipt discount within the limit of the cashier when the cart grows', async () => {
  const [sweet, sour] = [product({ name: 'Sweet', price: 0.48 }), product({ name: 'Sour', price: 0.48 })]
  const { shop } = await openLimited({ maxDiscountPercent: 5 }, {}, [sweet, sour])
  await using _ = shop
  const { till } = shop
  await till.add({ productId: shop.tea.id })
  await till.expect('PATCH', '/cart', { discount: { percent: 5 } })
  for (const { id } of [sweet, sour, coffee]) await till.add({ productId: id })
  expect((await till.cart()).sum).toBe(19.91)
})

it('records the approval in the sale, unless another user replaces the discount within their own limit', async () => {
  const { senior, shop } = await openLimited({ maxDiscountPercent: 5 })
  await using _ = shop
  const { till, hub } = shop
  const request: ApprovalRequest = { supervisorId: senior.id, limit: 'maxDiscountPercent' }
  const payAndRead = async () => {
    const { receiptNumber } = await till.pay()
    const sent = () => hub.bodies<SaleBody>('sale').find((sale) => sale.receiptNumber === receiptNumber)
    await until('head office has it', () => sent() !== undefined)
    return sent()?.discountApproval
  }
  await withTea(shop)
  expect((await act(till, discounted, await approved(till, discounted, request))).status).toBe(200)
  const approval = { supervisorId: senior.id, supervisorName: 'Senior', discountSum: 6 }
  expect(await payAndRead()).toEqual(approval)
  await withTea(shop)
  expect((await act(till, discounted, await approved(till, discounted, request))).status).toBe(200)
  await till.signIn(senior.id, '4321')
  await till.expect('PATCH', '/cart', { discount: { percent: 50 } })
  expect(await payAndRead()).toBeUndefined()
})

it('refuses to keep an approved discount amount on a smaller cart', async () => {
  const { shop, till, by } = await openWithTea({ maxDiscountPercent: 5 })
  await using _ = shop
  await till.add({ productId: coffee.id, quantity: 8 })
  const tenOff: Command = ['PATCH', '/cart', { discount: { amount: 10 } }]
  const approval = await approved(till, tenOff, by('maxDiscountPercent'))
  expect((await act(till, tenOff, approval)).status).toBe(200)
  expect(await till.send('DELETE', await lineOf(shop, 1))).toMatchObject(tooLarge)
  expect((await till.cart()).sum).toBe(90)
})

it('applies an approved price only up to the approved quantity', async () => {
  const { shop, till, path, by } = await openWithTea({ allowCustomPrice: false })
  await using _ = shop
  const cheap: Command = ['PATCH', path, { price: 1 }]
  const approval = await approved(till, cheap, by('allowCustomPrice'))
  expect((await act(till, cheap, approval)).status).toBe(200)
  const more: Command = ['PATCH', path, { quantity: 500 }]
  const refused = { status: 403, body: { limit: 'allowCustomPrice' } }
  expect(await till.send(...more)).toMatchObject(refused)
  await till.expect('PATCH', path, { quantity: 1 })
  const again = await approved(till, more, by('allowCustomPrice'))
  expect((await act(till, more, again)).status).toBe(200)
})

it('limits an approval of a return without a receipt to the returned products', async () => {
  const { senior, shop } = await openLimited({ allowReturnWithoutBasis: false })
  await using _ = shop
  const { till, tea } = shop
  const request: ApprovalRequest = { supervisorId: senior.id, limit: 'allowReturnWithoutBasis' }
  const begin: Command = ['POST', '/cart/return', {}]
  expect((await act(till, begin, await approved(till, begin, request))).status).toBeLessThan(300)
  const payOut = async (): Promise<Command> => {
    const { id, version, sum } = await till.cart()
    const payments = [{ type: 'Cash', amount: sum }]
    return ['POST', '/cart/pay', { cartId: id, cartVersion: version, payments }]
  }
  await till.add({ productId: tea.id, quantity: 1 })
  const small = await payOut()
  expect(await till.send(...small)).toMatchObject({ status: 403, body: { limit: request.limit } })
  const approval = await approved(till, small, request)
  await till.add({ productId: tea.id, quantity: 500 })
  expect((await act(till, await payOut(), approval)).status).toBe(403)
  const large = await payOut()
  expect((await act(till, large, await approved(till, large, request))).status).toBe(201)
})

it('limits an approval in training to the approved training cart', async () => {
  const { shop, till, by, teas } = await openWithTea({ maxDiscountPercent: 5 })
  await using _ = shop
  await till.expect('POST', '/training')
  await till.add(teas(2))
  const first = await approved(till, discounted, by('maxDiscountPercent'))
  await till.add(teas(1))
  expect(await act(till, discounted, first)).toMatchObject(tooLarge)
  const second = await approved(till, discounted, by('maxDiscountPercent'))
  expect((await act(till, discounted, second)).status).toBe(200)
})
