import { expect, it } from 'vitest'
import type { Cart } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import { until } from '#test/support/until.ts'
import { product } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

/** Opens a shop that sells wine to customers from 18 and spirits from 21 years. */
async function openWineShop() {
  const wine = product({ name: 'Wine', minimumAge: 18, barcodes: ['5901234123457'] })
  const spirits = product({ name: 'Spirits', minimumAge: 21 })
  return Object.assign(await openShop({ lines: [wine, spirits] }), { wine, spirits })
}

it('requires an age check before the first restricted product, and again only for a higher age', async () => {
  await using shop = await openWineShop()
  const { till, wine, spirits, tea } = shop
  await till.add({ productId: tea.id })
  const requested = await till.send('POST', '/cart/lines', { code: '5901234123457' })
  expect(requested).toMatchObject({
    status: 409,
    body: { code: 'age_check_missing', productName: 'Wine', minimumAge: 18 },
  })
  expect((await till.cart()).lines).toHaveLength(1)
  const cart = await till.add({ code: '5901234123457', ageCheck: 'Confirmed' })
  expect(cart.lines).toHaveLength(2)
  await till.add({ productId: wine.id })
  expect(await till.send('POST', '/cart/lines', { productId: spirits.id })).toMatchObject({ status: 409 })
  await till.add({ productId: spirits.id, ageCheck: 'Confirmed' })
  await till.add({ productId: wine.id })
  // The age of the next customer is checked again.
  await till.expect<Cart>('DELETE', '/cart')
  expect(await till.send('POST', '/cart/lines', { productId: wine.id })).toMatchObject({ status: 409 })
})

it('adds no product after a failed age check, and logs failed and passed checks', async () => {
  await using shop = await openWineShop()
  const { till, wine } = shop
  const cart = await till.add({ productId: wine.id, ageCheck: 'Refused' })
  expect(cart.lines).toEqual([])
  await till.add({ productId: wine.id, ageCheck: 'Confirmed' })
  await until('both have arrived', () => shop.hub.bodies('till_event').length === 2)
  const details = { productId: wine.id, name: 'Wine', minimumAge: 18 }
  expect(shop.hub.bodies<TillEventBody>('till_event')).toMatchObject([
    { kind: 'age_refused', details },
    { kind: 'age_confirmed', details },
  ])
})

it('requires no age check in a return or for a line added before its product was restricted', async () => {
  await using shop = await openWineShop()
  const { till, tea, wine } = shop
  const line = must((await till.add({ productId: tea.id })).lines[0])
  shop.hub.catalog.change({ ...tea, v: { ...tea.v, minimumAge: 18 } })
  await until(
    'the tea has an age',
    async () => (await till.send('POST', '/cart/lines', { productId: tea.id })).status === 409,
  )
  const changed = await till.expect<Cart>('PATCH', `/cart/lines/${line.id}`, { quantity: 50 })
  expect(changed.lines).toMatchObject([{ quantity: 50 }])
  await till.expect('DELETE', '/cart')
  await till.expect('POST', '/cart/return', {})
  expect((await till.add({ productId: wine.id })).lines).toHaveLength(1)
})
