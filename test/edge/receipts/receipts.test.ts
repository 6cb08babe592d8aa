import { expect, it } from 'vitest'
import type { Receipt, ReceiptList } from '#shared/contracts/till/till.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

it('lists receipts newest first in pages, and finds one by its number', async () => {
  await using shop = await openShop()
  for (let i = 0; i < 5; i++) await shop.till.sell(shop.tea.id, i + 1)
  const numbers = ({ items }: ReceiptList) => items.map(({ receiptNumber }) => receiptNumber)
  const first = await shop.till.expect<ReceiptList>('GET', '/receipts?limit=2')
  expect(numbers(first)).toEqual(['K7-000005', 'K7-000004'])
  const next = await shop.till.expect<ReceiptList>('GET', `/receipts?limit=2&before=${first.items[1]?.id}`)
  expect(numbers(next)).toEqual(['K7-000003', 'K7-000002'])
  const found = await shop.till.expect<ReceiptList>('GET', '/receipts?search=k7-000003')
  expect(found.items).toMatchObject([
    { receiptNumber: 'K7-000003', sum: 30, cashierName: 'Ann', isReturn: false },
  ])
})

it('counts the prints of a receipt', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await shop.till.expect('POST', '/receipts/K7-000001/printed')
  const again = await shop.till.expect<Receipt>('POST', '/receipts/K7-000001/printed')
  expect(again.printedCount).toBe(2)
})

it('answers an unknown receipt number with a problem document', async () => {
  await using shop = await openShop()
  for (const [method, path] of [
    ['GET', '/receipts/K7-9'],
    ['POST', '/receipts/K7-9/printed'],
  ] as const) {
    expect(await shop.till.send(method, path)).toMatchObject({
      status: 404,
      body: { code: 'receipt_not_found' },
    })
  }
})

it.each(['limit=0', 'before=yesterday', `search=${'x'.repeat(65)}`])(
  'refuses a receipt list with %s',
  async (query) => {
    await using shop = await openShop()
    expect(await shop.till.send('GET', `/receipts?${query}`)).toMatchObject({ status: 400 })
  },
)

it('finds receipts by number in any spelling, and by total, product, kind and time', async () => {
  await using shop = await openShop()
  const { till, tea, hub } = shop
  const milk = product({ name: 'Milk' })
  hub.change(milk)
  await until('milk is here', async () => (await till.search('milk')).total === 1)
  await till.sell(tea.id, 2)
  await till.sell(milk.id, 3)
  const find = async (query: Record<string, string>) =>
    (await till.expect<ReceiptList>('GET', `/receipts?${new URLSearchParams(query)}`)).items.map(
      ({ receiptNumber }) => receiptNumber,
    )
  for (const typed of ['K7-000002', 'k7 2', 'К7000002', 'milk']) {
    expect(await find({ search: typed }), typed).toEqual(['K7-000002'])
  }
  expect(await find({ search: '20,00' })).toEqual(['K7-000001'])
  expect(await find({ search: 'no such thing' })).toEqual([])
  expect(await find({ kind: 'returns' })).toEqual([])
  const { soldAt } = await till.receipt('K7-000002')
  expect(await find({ from: soldAt })).toContain('K7-000002')
  expect(await find({ until: soldAt })).not.toContain('K7-000002')
  expect((await till.receipt('k7-2')).receiptNumber).toBe('K7-000002')
})

it('uploads the request to email a receipt once, after its sale', async () => {
  await using shop = await openShop()
  await shop.hub.goDown()
  const { id, receiptNumber } = await shop.till.sell(shop.tea.id, 1)
  const email = (body: object, number = receiptNumber) =>
    shop.till.send('POST', `/receipts/${number}/email`, body)
  for (const wrong of ['dana', 'a@b.example, c@d.example', '', null]) {
    const { status, body } = await email({ email: wrong })
    expect([wrong, status, body.errors?.[0]?.pointer]).toEqual([wrong, 400, '#/email'])
  }
  expect((await email({ email: 'dana@home.example' }, 'K7-000099')).status).toBe(404)
  expect((await email({ email: ' Dana@Home.example ' })).status).toBe(204)
  await shop.hub.comeBack()
  const events = await until('head office hears of it', () => {
    const received = shop.hub.bodies<TillEventBody>('till_event')
    return received.length > 0 && received
  })
  expect(events.map(({ kind, details }) => [kind, details])).toEqual([
    ['receipt_emailed', { saleId: id, receiptNumber, email: 'dana@home.example' }],
  ])
})
