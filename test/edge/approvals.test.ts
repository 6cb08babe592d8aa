import { expect, it } from 'vitest'
import { systemClock } from '#edge/clock.ts'
import { NO_LIMITS, type TillLimits } from '#shared/contracts/till-limits.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import type { Till } from '../support/till.ts'
import { until } from '../support/until.ts'
import { cashier } from './support/catalog.ts'
import { DEEDS, type Deed, lineOf, openLimited, withTea } from './support/limited.ts'

const REASON = 'the customer waits'

interface Asked {
  supervisorId: string
  limit: keyof TillLimits
  pin?: string
}

const ask = (till: Till, [method, path, body]: Deed, { pin = '4321', ...asked }: Asked) =>
  till.send<{ approval: string; code?: string }>('POST', '/approvals', {
    ...{ ...asked, pin, reason: REASON, deed: { method, path, body } },
  })

async function approved(till: Till, deed: Deed, asked: Asked): Promise<string> {
  const { status, body } = await ask(till, deed, asked)
  expect(status).toBe(201)
  return body.approval
}

const act = (till: Till, [method, path, body]: Deed, approval: string) =>
  till.send(method, path, body, { 'X-Approval': approval })

it.each(DEEDS)('a supervisor lifts %s once, by their PIN and with a reason (%#)', async (limit, deed) => {
  const { senior, shop } = await openLimited({ [limit]: false })
  await using _ = shop
  const { till, hub } = shop
  await till.expect('POST', '/shift/open', { openingCash: 10 })
  const asked = await deed(shop)
  expect(await till.send(...asked)).toMatchObject({ status: 403, body: { limit } })
  expect(await till.expect('GET', `/approvals/supervisors?limit=${limit}`)).toEqual({
    items: [{ id: senior.id, name: 'Senior' }],
  })
  const approval = await approved(till, asked, { supervisorId: senior.id, limit })
  expect((await act(till, asked, approval)).status).toBeLessThan(300)
  await until('head office has heard', () =>
    hub.bodies<TillEventBody>('till_event').some(({ kind }) => kind === 'limit_lifted'),
  )
  const event = hub.bodies<TillEventBody>('till_event').find(({ kind }) => kind === 'limit_lifted')
  expect(event).toMatchObject({
    cashierName: 'Ann',
    details: { limit, supervisorId: senior.id, supervisorName: 'Senior', reason: REASON },
  })
})

const take: Deed = ['POST', '/shift/cash', { kind: 'Out', amount: 5, reason: 'bank' }]
const limit = 'allowCashOut'

async function openWithoutCashOut(overrides = {}) {
  const opened = await openLimited({ allowCashOut: false, allowCashIn: false }, overrides)
  await opened.shop.till.expect('POST', '/shift/open', { openingCash: 100 })
  return { ...opened, asked: { supervisorId: opened.senior.id, limit } as Asked }
}
const refused = { status: 403, body: { limit } }

it('an approval is used once', async () => {
  const { shop, asked } = await openWithoutCashOut()
  await using _ = shop
  const approval = await approved(shop.till, take, asked)
  const answers = await Promise.all([1, 2, 3].map(() => act(shop.till, take, approval)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  expect(await act(shop.till, take, approval)).toMatchObject(refused)
})

it.each<[string, Deed]>([
  ['another sum', ['POST', '/shift/cash', { kind: 'Out', amount: 50, reason: 'bank' }]],
  ['another reason', ['POST', '/shift/cash', { kind: 'Out', amount: 5, reason: 'wine' }]],
  ['another limit', ['POST', '/shift/cash', { kind: 'In', amount: 5, reason: 'bank' }]],
])('an approval is of no use for %s, and is there still', async (_what, other) => {
  const { shop, asked } = await openWithoutCashOut()
  await using _ = shop
  const approval = await approved(shop.till, take, asked)
  expect((await act(shop.till, other, approval)).status).toBe(403)
  expect((await act(shop.till, take, approval)).status).toBe(201)
})

it('an approval for one line is none for another', async () => {
  const { senior, shop } = await openLimited({ allowDeleteLines: false })
  await using _ = shop
  const path = await withTea(shop)
  await shop.till.add({ productId: shop.tea.id, price: 9 })
  const asked: Asked = { supervisorId: senior.id, limit: 'allowDeleteLines' }
  const approval = await approved(shop.till, ['DELETE', path], asked)
  expect((await act(shop.till, ['DELETE', await lineOf(shop, 1)], approval)).status).toBe(403)
  expect((await act(shop.till, ['DELETE', '/cart'], approval)).status).toBe(403)
  expect((await act(shop.till, ['DELETE', path], approval)).status).toBe(200)
})

it('an approval for one printer is none for another, nor for another address of it', async () => {
  const { senior, shop } = await openLimited({ allowDeviceSetup: false })
  await using _ = shop
  const setUp = (name: string, port = 9): Deed => [
    ...(['PUT', `/printers/${name}`] as const),
    { address: `tcp://127.0.0.1:${port}` },
  ]
  const asked: Asked = { supervisorId: senior.id, limit: 'allowDeviceSetup' }
  const approval = await approved(shop.till, setUp('front'), asked)
  expect((await act(shop.till, setUp('kitchen'), approval)).status).toBe(403)
  expect((await act(shop.till, setUp('front', 10), approval)).status).toBe(403)
  expect((await act(shop.till, setUp('front'), approval)).status).toBe(200)
})

it('an approval is of no use at another till, nor to another cashier', async () => {
  const { shop, asked } = await openWithoutCashOut()
  await using _ = shop
  const { till, point, cashier: junior } = shop
  const other = point.till('till-0002')
  await other.signIn(junior.id)
  await other.expect('POST', '/shift/open', { openingCash: 100 })
  const approval = await approved(till, take, asked)
  expect(await act(other, take, approval)).toMatchObject(refused)
  const bob = await cashier('5678', { name: 'Bob', limits: { ...NO_LIMITS, allowCashOut: false } })
  shop.hub.change(bob)
  await until(
    'Bob is known',
    async () => (await till.send('POST', '/session', { pin: '5678' })).status === 200,
  )
  expect(await act(till, take, approval)).toMatchObject(refused)
})

it('an approval ends after two minutes, whatever the clock on the wall says, and with the agent', async () => {
  let [slept, jumped] = [0, 0]
  const clock = {
    now: () => new Date(systemClock.now().getTime() + jumped),
    monotonicMs: () => systemClock.monotonicMs() + slept,
  }
  const { shop, asked } = await openWithoutCashOut({ clock })
  await using _ = shop
  const { till, point } = shop
  const first = await approved(till, take, asked)
  jumped = 365 * 86_400_000
  expect((await act(till, take, first)).status).toBe(201)
  jumped = -jumped
  const second = await approved(till, take, asked)
  slept = 121_000
  expect(await act(till, take, second)).toMatchObject(refused)
  const third = await approved(till, take, asked)
  await point.stop()
  await point.start()
  expect(await act(till, take, third)).toMatchObject(refused)
})

it('guessing the PIN of a supervisor is slowed down as at the sign-in, and leaves no approval', async () => {
  const { senior, shop, asked } = await openWithoutCashOut()
  await using _ = shop
  const guess = (pin: string) => ask(shop.till, take, { ...asked, pin })
  for (const pin of ['1111', '2222', '3333'])
    expect(await guess(pin)).toMatchObject({ status: 401, body: { code: 'wrong_pin' } })
  expect(await guess('4321')).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  const signIn = { cashierId: senior.id, pin: '4321' }
  expect((await shop.till.send('POST', '/session', signIn)).status).toBe(429)
  expect(await act(shop.till, take, 'no-approval')).toMatchObject(refused)
})

it('nobody lifts what they are kept from themselves', async () => {
  const { shop, asked } = await openWithoutCashOut()
  await using _ = shop
  const own = { ...asked, supervisorId: shop.cashier.id, pin: '1234' }
  expect(await ask(shop.till, take, own)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const stranger = { ...asked, supervisorId: '01a20000-0000-7000-8000-000000000000' }
  expect((await ask(shop.till, take, stranger)).status).toBe(404)
  expect((await shop.point.till('till-0003').send('POST', '/approvals', {})).status).toBe(401)
})

it('a supervisor lets a cashier give a larger discount, up to what they may give themselves', async () => {
  const { shop } = await openLimited({ maxDiscountPercent: 5 })
  await using _ = shop
  const { till, hub } = shop
  const half = await cashier('7777', {
    ...{
      name: 'Half',
      limits: { ...NO_LIMITS, maxDiscountPercent: 50 },
    },
  })
  hub.change(half)
  const path = await withTea(shop)
  const limit = 'maxDiscountPercent'
  const give = (percent: number): Deed => ['PATCH', path, { discount: { percent } }]
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
