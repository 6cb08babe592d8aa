import { expect, it } from 'vitest'
import type { Cart } from '#shared/contracts/till/till.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import { PURPOSE_OF_LIMIT, REASON_PURPOSES, TillReasons } from '#shared/domain/till-reasons.ts'
import { must } from '#shared/std/must.ts'
import { cashier } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const LISTED = TillReasons.parse(
  Object.fromEntries(REASON_PURPOSES.map((purpose) => [purpose, [`Listed for ${purpose}`]])),
)
type Command = [field: string, method: string, path: string, body: object]

/** Commands that require a reason, built with the reason `why`. */
const COMMANDS: Record<string, (shop: Shop, why: string) => Promise<Command>> = {
  cashIn: async (_, reason) => ['reason', 'POST', '/shift/cash', { kind: 'In', amount: 5, reason }],
  cashOut: async (_, reason) => ['reason', 'POST', '/shift/cash', { kind: 'Out', amount: 1, reason }],
  openDrawer: async (_, reason) => ['reason', 'POST', '/drawer/open', { reason }],
  cashDifference: async (_, differenceReason) => [
    ...(['differenceReason', 'POST', '/shift/close'] as const),
    { countedCash: 777, differenceReason },
  ],
  removal: async ({ till, tea }, reason) => {
    const { id } = await till.add({ productId: tea.id })
    await till.expect('POST', '/cart/park', {})
    return ['reason', 'POST', `/carts/${id}/remove`, { reason }]
  },
  return: async ({ till, tea }, refundReason) => {
    const { id, version } = await till.add({ productId: tea.id })
    const payments = [{ type: 'Card', amount: 10 }]
    const { receiptNumber } = await till.expect<{ receiptNumber: string }>('POST', '/cart/pay', {
      cartId: id,
      cartVersion: version,
      payments,
    })
    const cart = await till.expect<Cart>('POST', '/cart/return', { receiptNumber })
    const inCash = [{ type: 'Cash', amount: 10 }]
    const body = { cartId: cart.id, cartVersion: cart.version, payments: inCash, refundReason }
    return ['refundReason', 'POST', '/cart/pay', body]
  },
}

const openListed = (onlyListedReasons: boolean, tillReasons = LISTED) =>
  openShop({ settings: { onlyListedReasons, tillReasons, allowRefundOtherTender: true } })

it.each(Object.entries(COMMANDS))(
  'refuses an unlisted reason for %s where only listed reasons are allowed',
  async (purpose, commandOf) => {
    await using shop = await openListed(true)
    const { till } = shop
    await till.expect('POST', '/shift/open', { openingCash: 100 })
    const [field, method, path, body] = await commandOf(shop, 'Something else')
    expect(await till.send(method, path, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ pointer: `#/${field}` }] },
    })
    const listed = { ...body, [field]: `Listed for ${purpose}` }
    expect((await till.send(method, path, listed)).status).toBeLessThan(300)
  },
)

it('accepts an unlisted reason where it is allowed or where no list exists', async () => {
  for (const [onlyListed, reasons] of [
    [false, LISTED],
    [true, TillReasons.parse({ cashIn: ['Change'] })],
  ] as const) {
    await using shop = await openListed(onlyListed, reasons)
    expect((await shop.till.status()).settings).toMatchObject({
      tillReasons: reasons,
      onlyListedReasons: onlyListed,
    })
    expect((await shop.till.send('POST', '/drawer/open', { reason: 'Something else' })).status).toBe(200)
  }
})

it('refuses an unlisted reason from a supervisor', async () => {
  const [junior, senior] = await Promise.all([
    cashier('1234', { limits: { ...NO_LIMITS, maxDiscountPercent: 5, allowXReport: false } }),
    cashier('4321', { name: 'Senior' }),
  ])
  const settings = { onlyListedReasons: true, tillReasons: LISTED }
  await using shop = await openShop({ cashier: junior, lines: [senior], settings })
  const { till } = shop
  const approve = (limit: keyof typeof NO_LIMITS, reason: string) =>
    till.send('POST', '/approvals', {
      supervisorId: senior.id,
      pin: '4321',
      limit,
      reason,
      deed: { method: 'PATCH', path: '/cart', body: { discount: { percent: 30 } } },
    })
  expect(await approve('maxDiscountPercent', 'Something else')).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '#/reason' }] },
  })
  const purpose = must(PURPOSE_OF_LIMIT.maxDiscountPercent)
  expect((await approve('maxDiscountPercent', must(LISTED[purpose][0]))).status).toBe(201)
  expect((await approve('allowXReport', 'Something else')).status).toBe(201)
})
