import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_API, TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { ProblemBody } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { RawConnection } from '../../support/raw-http.ts'
import { until } from '../../support/until.ts'
import { settings } from '../support/catalog.ts'
import { FakeHub, PAIRING_CODE } from '../support/fake-hub.ts'
import { openShop, Point, type ShopOptions } from '../support/point.ts'

/** Host name sent by raw connections. */
const NAMED = { allowedHosts: ['hub.test'] }
const JSON_BODY = { 'Content-Type': 'application/json', 'X-Till-Id': 'till-0001' }

async function openNamedShop(options: ShopOptions = {}) {
  const shop = await openShop(options)
  await shop.point.stop()
  await shop.point.start(NAMED)
  return shop
}

async function openLonelyPoint() {
  const resources = new AsyncDisposableStack()
  const hub = resources.use(await FakeHub.start(settings()))
  const point = resources.use(await new Point(hub).start(NAMED))
  return { hub, point, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const wide = (keys: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`key${i}`, i])))

describe('the enrolment endpoint', () => {
  it('lists some of many unknown members and counts all of them', async () => {
    await using lonely = await openLonelyPoint()
    const answer = await lonely.point.till().send('POST', '/enrol', wide(900))
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toHaveLength(20)
    expect(answer.body).toMatchObject({ errorsTotal: 901 })
    expect(JSON.stringify(answer.body).length).toBeLessThan(10_000)
  })

  it('refuses a body of fifty thousand unknown members without reading it', async () => {
    await using lonely = await openLonelyPoint()
    await using line = await RawConnection.open(lonely.point.url)
    line.head(`POST ${TILL_API}/enrol`, { ...JSON_BODY, 'Content-Length': wide(50_000).length })
    expect(await line.answer()).toMatchObject({ status: 413 })
  })

  it('refuses every enrolment body without reading it once enrolled', async () => {
    await using shop = await openNamedShop()
    await using line = await RawConnection.open(shop.point.url)
    line.head(`POST ${TILL_API}/enrol`, { ...JSON_BODY, 'Content-Length': 1_000 })
    const answer = await line.answer()
    expect(answer?.status).toBe(409)
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'already_enrolled' })
    expect(await shop.till.send('POST', '/enrol', wide(50_000))).toMatchObject({
      status: 409,
      body: { code: 'already_enrolled' },
    })
  })

  it('limits enrolment to ten attempts a minute', async () => {
    await using lonely = await openLonelyPoint()
    const { hub, point } = lonely
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => point.till().send('POST', '/enrol', { pairingCode: 'WRONG' })),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    const late = answers.find(({ status }) => status === 429)
    expect(Number(late?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(hub.requests.filter((request) => request.endsWith('/enrol'))).toHaveLength(10)
    // The agent refuses further attempts without reading the body.
    expect(await point.till().send('POST', '/enrol', { pairingCode: PAIRING_CODE })).toMatchObject({
      status: 429,
    })
  })
})

/** Till routes that accept a body, except for enrolment and sign-in. */
const TAKING = Object.entries(TILL_INPUTS).flatMap(([name, inputs]) => {
  const route = TILL_ROUTES[name as keyof typeof TILL_ROUTES].replace(/:\w+/, newId())
  return 'body' in inputs && name !== 'enrol' && name !== 'signIn' ? [route] : []
})

it('finds till routes that accept a body', () => {
  expect(TAKING.length).toBeGreaterThan(7)
})

it.each(TAKING)('refuses %s without a session before it reads the body', async (route) => {
  await using lonely = await openLonelyPoint()
  const [method, path] = route.split(' ')
  await using line = await RawConnection.open(lonely.point.url)
  // The body is announced but never sent.
  line.head(`${method} ${TILL_API}${path}`, { ...JSON_BODY, 'Content-Length': 5_000 })
  const answer = await line.answer()
  expect(answer?.status).toBe(401)
})

describe('an oversized body', () => {
  const headers = { ...JSON_BODY, 'Content-Length': 100_000_000 }
  const body = JSON.stringify({ cashierId: newId(), pin: '1234' })

  it('refuses an oversized body before it is sent, with a complete response, and closes the connection', async () => {
    await using shop = await openNamedShop()
    await using line = await RawConnection.open(shop.point.url)
    line.head(`POST ${TILL_API}/session`, headers)
    const answer = await line.answer()
    expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' } })
    expect((JSON.parse(answer?.body ?? '') as ProblemBody).code).toBe('payload_too_large')
    await line.closed()
  })

  it('refuses an oversized body of unknown length while it is being sent', async () => {
    await using shop = await openNamedShop()
    await using line = await RawConnection.open(shop.point.url)
    line.head(`POST ${TILL_API}/session`, { ...JSON_BODY, 'Transfer-Encoding': 'chunked' })
    const piece = 'x'.repeat(0x1000)
    for (let i = 0; i < 5; i++) line.write(`1000\r\n${piece}\r\n`)
    const answer = await line.answer()
    expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' } })
    await line.closed()
  })

  it('delivers the refusal of an oversized body to a client that reads only after sending everything', async () => {
    await using shop = await openNamedShop()
    await using line = await RawConnection.open(shop.point.url)
    const MB = 1024 * 1024
    line.head(`POST ${TILL_API}/session`, { ...JSON_BODY, 'Content-Length': MB })
    await line.pour(MB)
    expect(await line.answer()).toMatchObject({ status: 413 })
  })

  it('accepts the largest possible payment and cash movement', async () => {
    await using shop = await openShop()
    const { till, tea, cashier } = shop
    expect(body.length).toBeLessThan(1_000)
    await till.signIn(cashier.id)
    await till.add({ productId: tea.id, quantity: 20 })
    const { id, version } = await till.cart()
    // Escaped letters take six bytes each, so this is the largest possible payment.
    const reference = '\\u0434'.repeat(255)
    const payments = Array.from(
      { length: 20 },
      () => `{"type":"Cash","amount":10,"reference":"${reference}"}`,
    )
    const paid = await till.send(
      'POST',
      '/cart/pay',
      `{"cartId":"${id}","cartVersion":${version},"payments":[${payments}]}`,
    )
    expect(paid.status).toBe(201)
    const reason = '\\u0434'.repeat(1000)
    await till.expect('POST', '/shift/open', { openingCash: 0 })
    expect(
      (await till.send('POST', '/shift/cash', `{"kind":"In","amount":5,"reason":"${reason}"}`)).status,
    ).toBe(201)
  })
})

it.each([
  ['with a Content-Length', { 'Content-Length': 1_000 }, '{"cashierId'],
  ['sent in chunks', { 'Transfer-Encoding': 'chunked' }, '6\r\n{"cash\r\n'],
])('logs no agent error when the remainder of a body %s never arrives', async (_, length, beginning) => {
  const logged: { level: number; msg: string; status?: number }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  await using shop = await openNamedShop({ overrides: { log } })
  const line = await RawConnection.open(shop.point.url)
  line.head(`POST ${TILL_API}/session`, { ...JSON_BODY, Expect: '100-continue', ...length })
  // At this point, the agent has started to read the body.
  await line.received('100 Continue')
  line.write(beginning)
  line.reset()
  await until('it is logged', () => logged.some(({ msg, status }) => msg === 'request' && status === 499))
  expect(logged.filter(({ level, status }) => level >= 50 || status === 500)).toEqual([])
  await line[Symbol.asyncDispose]()
})
