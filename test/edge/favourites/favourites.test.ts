import { expect, it } from 'vitest'
import type { TillFavourites } from '#shared/contracts/till/tiles.ts'
import { newId } from '#shared/std/ids.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { product, settings } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const wine = product({ name: 'Wine' })
const milk = product({ name: 'Milk' })
const lines = [wine, milk]

const favourites = (till: Till) => till.expect<TillFavourites>('GET', '/favourites')
const names = ({ items }: TillFavourites): string[] => items.map(({ name }) => name)
const arrange = (till: Till, ...products: { id: string }[]) =>
  till.expect<TillFavourites>('PUT', '/favourites', { productIds: products.map(({ id }) => id) })

const POINT = newId()
/** Changes the favorites at the hub to these products, arranged at the given time. */
const arrangeAtHeadOffice = ({ hub }: Shop, favouritesArrangedAt: string, ...products: { id: string }[]) =>
  hub.change(
    settings({
      retailPointId: POINT,
      retailPointName: `Told ${favouritesArrangedAt}`,
      favouritesArrangedAt,
      favouriteProductIds: products.map(({ id }) => id),
    }),
  )
const heard = ({ till }: Shop, arrangedAt: string) =>
  until('it is heard', async () => (await till.status()).settings?.retailPointName === `Told ${arrangedAt}`)
const open = (more: Parameters<typeof settings>[0] = {}) =>
  openShop({ lines, settings: { retailPointId: POINT, ...more } })

it('lists the favorites of the retail point in the arranged order', async () => {
  await using shop = await open({
    favouriteProductIds: [milk.id, wine.id],
    favouritesArrangedAt: '2026-03-02T09:00:00.000Z',
  })
  const found = await favourites(shop.till)
  expect([names(found), found.isArranged]).toEqual([['Milk', 'Wine'], true])
})

it('shows the best-selling products when no favorites are arranged', async () => {
  await using shop = await open()
  expect(await favourites(shop.till)).toEqual({ items: [], isArranged: false })
  await shop.point.stop()
  await shop.point.start()
  for (const { id } of [wine, milk, milk]) await shop.till.sell(id)
  const found = await favourites(shop.till)
  expect([names(found), found.isArranged]).toEqual([['Milk', 'Wine'], false])
})

it('applies an arrangement of favorites immediately, and uploads it', async () => {
  await using shop = await open()
  expect(names(await arrange(shop.till, wine, shop.tea))).toEqual(['Wine', 'Tea'])
  const sent = await until('head office has them', () => shop.hub.favourites[0])
  expect(sent.productIds).toEqual([wine.id, shop.tea.id])
  expect(names(await favourites(shop.till))).toEqual(['Wine', 'Tea'])
  expect((await arrange(shop.till)).isArranged).toBe(false)
})

it('keeps an offline arrangement after a restart, and uploads only the latest one', async () => {
  await using shop = await open()
  await shop.hub.goDown()
  await arrange(shop.till, wine)
  await arrange(shop.till, milk)
  await shop.point.stop()
  await shop.point.start()
  expect(names(await favourites(shop.till))).toEqual(['Milk'])
  await shop.hub.comeBack()
  const sent = await until('head office has them', () => shop.hub.favourites[0])
  expect(sent.productIds).toEqual([milk.id])
  await shop.till.sell(wine.id)
  await until('nothing waits', () => shop.hub.sales.length === 1)
  expect(shop.hub.favourites).toHaveLength(1)
})

/** Makes the hub refuse favorites until the returned function is called. */
function keepBusy({ hub }: Shop): () => void {
  hub.interfere = (request, response) => {
    if (!request.url?.endsWith('/favourites')) return false
    response.writeHead(503).end()
    return true
  }
  return () => {
    hub.interfere = null
  }
}

it('applies the later of the arrangements of till and hub', async () => {
  await using shop = await open()
  const release = keepBusy(shop)
  await arrange(shop.till, wine)
  arrangeAtHeadOffice(shop, '2026-01-01T00:00:00.000Z', milk)
  await heard(shop, '2026-01-01T00:00:00.000Z')
  expect(names(await favourites(shop.till))).toEqual(['Wine'])
  release()
  await until('head office has them', () => shop.hub.favourites[0])
  expect(names(await favourites(shop.till))).toEqual(['Wine'])
  arrangeAtHeadOffice(shop, '2099-01-01T00:00:00.000Z', milk, shop.tea)
  await heard(shop, '2099-01-01T00:00:00.000Z')
  expect(names(await favourites(shop.till))).toEqual(['Milk', 'Tea'])
  expect(names(await arrange(shop.till, shop.tea))).toEqual(['Tea'])
  const again = await until('head office has these too', () => shop.hub.favourites[1])
  expect(again.arrangedAt > '2099').toBe(true)
})

it('discards an arrangement older than that of the hub, whether uploaded or not', async () => {
  await using shop = await open()
  const release = keepBusy(shop)
  await arrange(shop.till, wine)
  arrangeAtHeadOffice(shop, '2099-01-01T00:00:00.000Z', milk)
  await heard(shop, '2099-01-01T00:00:00.000Z')
  expect(names(await favourites(shop.till))).toEqual(['Milk'])
  release()
  await until('head office was told', () => shop.hub.favourites[0])
  await shop.till.sell(wine.id)
  await until('the sale is there', () => shop.hub.sales.length === 1)
  expect(names(await favourites(shop.till))).toEqual(['Milk'])
})

it('accepts an earlier arrangement of the hub after an upload with a clock that was ahead', async () => {
  const clock = { now: () => new Date('2090-01-01T00:00:00Z'), monotonicMs: () => 1 }
  await using shop = await openShop({ lines, settings: { retailPointId: POINT }, overrides: { clock } })
  await shop.hub.goDown()
  await shop.point.stop()
  await shop.point.start()
  await shop.till.signIn(shop.cashier.id)
  await arrange(shop.till, wine)
  await shop.hub.comeBack()
  await until('head office has them', () => shop.hub.favourites[0])
  expect(shop.hub.favourites[0]?.arrangedAt).toContain('2090')
  arrangeAtHeadOffice(shop, '2026-05-01T00:00:00.000Z', milk)
  await until('those of another till are here', async () => names(await favourites(shop.till))[0] === 'Milk')
})

it('discards favorites of the previous retail point after a move', async () => {
  await using shop = await open()
  const release = keepBusy(shop)
  await arrange(shop.till, wine)
  shop.hub.change(settings({ retailPointId: newId(), retailPointName: 'Moved' }))
  await until('it has moved', async () => (await shop.till.status()).settings?.retailPointName === 'Moved')
  expect(await favourites(shop.till)).toEqual({ items: [], isArranged: false })
  await shop.point.stop()
  release()
  await shop.point.start()
  await shop.till.sell(wine.id)
  await until('the sale is there', () => shop.hub.sales.length === 1)
  expect(shop.hub.favourites).toEqual([])
})

it('leaves out favorites that are no longer offered', async () => {
  await using shop = await open()
  await arrange(shop.till, wine, milk)
  shop.hub.change({ t: 'product', op: 'del', id: wine.id })
  await until('it is gone', async () => names(await favourites(shop.till)).length === 1)
  expect(names(await favourites(shop.till))).toEqual(['Milk'])
})

it('keeps favorites arranged in training mode', async () => {
  await using shop = await open()
  await shop.till.expect('POST', '/training')
  await arrange(shop.till, wine)
  await shop.till.expect('DELETE', '/training')
  expect(names(await favourites(shop.till))).toEqual(['Wine'])
})

it('refuses duplicate, unknown or too many favorites', async () => {
  await using shop = await open()
  const refused = async (productIds: unknown) => {
    const { status, body } = await shop.till.send('PUT', '/favourites', { productIds })
    return [status, body.errors?.map(({ pointer }) => pointer)]
  }
  expect(await refused([wine.id, wine.id])).toEqual([400, ['#/productIds']])
  expect(await refused([wine.id, newId()])).toEqual([400, ['#/productIds/1']])
  expect(await refused(Array.from({ length: 101 }, newId))).toEqual([400, ['#/productIds']])
  expect(await refused('tea')).toEqual([400, ['#/productIds']])
  expect(shop.hub.favourites).toEqual([])
})

it('stops uploading favorites that the hub refused', async () => {
  await using shop = await open()
  let requested = 0
  shop.hub.interfere = (request, response) => {
    if (!request.url?.endsWith('/favourites')) return false
    requested++
    response.writeHead(400, { 'Content-Type': 'application/problem+json' }).end('{}')
    return true
  }
  await arrange(shop.till, wine)
  await until('it was refused', () => requested > 0)
  await shop.till.sell(wine.id)
  await until('the sale is there', () => shop.hub.sales.length === 1)
  expect(requested).toBe(1)
})
