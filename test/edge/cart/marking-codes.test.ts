import { describe, expect, it } from 'vitest'
import type { Cart } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const GS = '\u001d'
/** Returns the marking code of a water bottle. */
const bottle = (serial: string) => `010460000000001521${serial}${GS}93dGVz`
const bare = (code: string) => code.replaceAll(GS, '')

const water = product({
  name: 'Water',
  barcodes: ['4600000000015'],
  trackingType: 'Water',
  ntin: '0201000000012',
})
const juice = product({ name: 'Juice', barcodes: ['4600000000022'] })
const lines = [water, juice]

describe.concurrent('marking codes at the till', () => {
  it('adds each piece on its own line by its marking code, and uploads the codes with the sale', async () => {
    await using shop = await openShop({ lines })
    const { till, hub } = shop
    await till.add({ code: `]d2${bottle('S1')}` })
    const cart = await till.add({ code: bare(bottle('S2')) })
    expect(cart.lines).toMatchObject([
      { name: 'Water', quantity: 1, markingCode: bottle('S1') },
      { name: 'Water', quantity: 1, markingCode: bottle('S2') },
    ])
    const receipt = await till.pay()
    expect(receipt.lines).toMatchObject([
      { ntin: '0201000000012', markingCodes: [bottle('S1')] },
      { markingCodes: [bottle('S2')] },
    ])
    const sale = await until('it has arrived', () => hub.sales[0])
    expect(sale).toMatchObject({
      schema: 1,
      lines: [
        {
          trackingType: 'Water',
          paymentSubject: 'Good',
          ntin: '0201000000012',
          markingCodes: [bottle('S1')],
        },
        { markingCodes: [bottle('S2')] },
      ],
    })
  })

  it('requires a marking code for a product added by barcode or by id, and for one more piece', async () => {
    await using shop = await openShop({ lines })
    const { till } = shop
    const missing = {
      status: 409,
      body: { code: 'marking_code_missing', productId: water.id, productName: 'Water' },
    }
    expect(await till.send('POST', '/cart/lines', { code: '4600000000015' })).toMatchObject(missing)
    expect(await till.send('POST', '/cart/lines', { productId: water.id })).toMatchObject(missing)
    const cart = await till.add({ productId: water.id, markingCode: bottle('S1') })
    const path = `/cart/lines/${must(cart.lines[0]).id}`
    expect(await till.send('PATCH', path, { quantity: 2 })).toMatchObject(missing)
    const two = { productId: water.id, markingCode: bottle('S2'), quantity: 2 }
    expect(await till.send('POST', '/cart/lines', two)).toMatchObject(missing)
    expect((await till.cart()).lines).toHaveLength(1)
  })

  it('refuses to restore a line whose marking code was scanned again', async () => {
    await using shop = await openShop({ lines })
    const { till } = shop
    const { id } = must((await till.add({ code: bottle('S1') })).lines[0])
    await till.expect('DELETE', `/cart/lines/${id}`)
    await till.add({ code: bottle('S1') })
    expect(await till.send('POST', `/cart/lines/${id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'marking_code_used' },
    })
    expect((await till.cart()).lines).toHaveLength(1)
  })

  it('refuses invalid marking codes and codes of another product', async () => {
    await using shop = await openShop({ lines })
    const add = (markingCode: string, productId = water.id) =>
      shop.till.send('POST', '/cart/lines', { productId, markingCode })
    const invalid = { status: 400, body: { code: 'marking_code_invalid' } }
    expect(await add('4600000000015')).toMatchObject(invalid)
    expect(await add(bottle('S1'), juice.id)).toMatchObject(invalid)
    // No product has this GTIN, so the code is accepted.
    expect(await add(`010460000000003921S1${GS}93dGVz`)).toMatchObject({ status: 200 })
  })

  it('refuses a marking code that is already in the cart or sold, until the piece is returned', async () => {
    await using shop = await openShop({ lines })
    const { till, point } = shop
    const other = point.till('till-0002')
    await other.signIn(shop.cashier.id)
    const used = { status: 409, body: { code: 'marking_code_used' } }
    await till.add({ code: bottle('S1') })
    expect(await till.send('POST', '/cart/lines', { code: bare(bottle('S1')) })).toMatchObject(used)
    // Two carts contain the code. The cart that is paid first sells the piece.
    await other.add({ code: bottle('S1') })
    const { receiptNumber } = await till.pay()
    const { id, version, sum } = await other.cart()
    const payment = { cartId: id, cartVersion: version, payments: [{ type: 'Cash', amount: sum }] }
    expect(await other.send('POST', '/cart/pay', payment)).toMatchObject(used)
    expect(await till.send('POST', '/cart/lines', { code: bottle('S1') })).toMatchObject(used)

    const back = await till.expect<Cart>('POST', '/cart/return', { receiptNumber })
    expect(back.lines).toMatchObject([{ markingCode: bottle('S1'), quantity: 1 }])
    await till.pay()
    await till.expect('POST', '/cart/return', {})
    expect(await till.send('POST', '/cart/lines', { code: bottle('S1') })).toMatchObject(used)
    await till.expect('DELETE', '/cart')
    await till.add({ code: bottle('S1') })
    expect((await till.pay()).lines).toMatchObject([{ markingCodes: [bottle('S1')] }])
  })

  it('requires no marking code for products that are not tracked', async () => {
    await using shop = await openShop({ lines })
    await shop.till.add({ productId: juice.id })
    expect((await shop.till.add({ productId: juice.id })).lines).toMatchObject([
      { quantity: 2, markingCode: null },
    ])
  })
})

it('numbers receipts within each shift', async () => {
  await using shop = await openShop({ lines })
  const { till, hub, tea } = shop
  await till.sell(tea.id)
  for (const _ of [1, 2]) {
    await till.expect('POST', '/shift/open', { openingCash: 0 })
    await till.sell(tea.id)
    await till.sell(tea.id)
    await till.expect('POST', '/shift/close', {})
  }
  await until('all have arrived', () => hub.sales.length === 5)
  expect(hub.sales.map(({ shiftReceiptNumber }) => shiftReceiptNumber)).toEqual([null, 1, 2, 1, 2])
})
