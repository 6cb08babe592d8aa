import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { Cart, ProductSearchResult } from '#shared/contracts/till/till.ts'
import { newId } from '#shared/std/ids.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { cashier, group, product, settings } from '../support/catalog.ts'
import { FakeHub } from '../support/fake-hub.ts'
import { openShop, Point } from '../support/point.ts'

const FOOD = newId()
const DAIRY = newId()
const TOOLS = newId()
const groups = [
  group({ name: 'Food' }, FOOD),
  group({ name: 'Dairy', parentId: FOOD }, DAIRY),
  group({ name: 'Tools' }, TOOLS),
]
const bread = product({ name: 'Bread', code: 'B1', groupId: FOOD, barcodes: ['111'] })
const milk = product({ name: 'Milk', code: 'M1', groupId: DAIRY, article: 'ART', barcodes: ['222'] })
const hammer = product({
  name: 'Hammer',
  code: 'H1',
  groupId: TOOLS,
  article: 'ART',
  barcodes: ['222', '333'],
})
const loose = product({ name: 'Loose', code: 'L1', groupId: null })
const lines = [...groups, bread, milk, hammer, loose]

const foodOnly = { productGroupIds: [FOOD] }
/** Opens a food shop. The tea of the fixture belongs to another group. */
const openFoodShop = () => openShop({ lines, settings: foodOnly })

const listed = async (till: Till) => {
  const { items, total } = await till.search('')
  expect(total).toBe(items.length)
  return items.map(({ name }) => name)
}
const found = async (till: Till, typed: string) => {
  const { items, total } = await till.search(typed)
  expect(total).toBe(items.length)
  return items.map(({ name }) => name)
}
const byCode = async (till: Till, code: string) => {
  const answer = await till.send<ProductSearchResult & { code?: string }>('GET', `/products/by-code/${code}`)
  return answer.status === 200 ? answer.body.items.map(({ name }) => name) : answer.body.code
}

it('lists and finds the products of the selected groups and their subgroups', async () => {
  await using shop = await openFoodShop()
  const { till } = shop
  expect(await listed(till)).toEqual(['Bread', 'Milk'])
  expect((await till.status()).download.products).toBe(2)
  expect(await found(till, 'm')).toEqual(['Milk'])
  expect(await found(till, 'hammer')).toEqual([])
  expect(await byCode(till, '222')).toEqual(['Milk'])
  expect(await byCode(till, 'ART')).toEqual(['Milk'])
  for (const code of ['333', 'H1', 'L1', 'TEA']) expect(await byCode(till, code)).toBe('barcode_not_found')
})

it('refuses to sell a product outside the assortment', async () => {
  await using shop = await openFoodShop()
  const { till } = shop
  expect(await till.send('POST', '/cart/lines', { code: '333' })).toMatchObject({
    status: 404,
    body: { code: 'barcode_not_found' },
  })
  expect(await till.send('POST', '/cart/lines', { productId: hammer.id })).toMatchObject({ status: 404 })
  expect((await till.add({ code: '222' })).lines).toMatchObject([{ name: 'Milk' }])
})

it('lists all products when no groups are selected', async () => {
  await using shop = await openShop({ lines })
  expect(await listed(shop.till)).toEqual(['Bread', 'Hammer', 'Loose', 'Milk', 'Tea'])
})

it('updates the assortment after changes of settings, groups and products', async () => {
  await using shop = await openShop({ lines })
  const { till, hub } = shop
  const becomes = (what: string, names: string[]) =>
    until(what, async () => String((await till.search('')).items.map(({ name }) => name)) === String(names))
  hub.change(settings(foodOnly))
  await becomes('the assortment is smaller', ['Bread', 'Milk'])
  expect(await found(till, 'hammer')).toEqual([])
  hub.change(group({ name: 'Tools', parentId: DAIRY }, TOOLS))
  await becomes('a group is moved into it', ['Bread', 'Hammer', 'Milk'])
  expect(await found(till, 'ham')).toEqual(['Hammer'])
  hub.change(group({ name: 'Dairy' }, DAIRY))
  await becomes('two are moved out of it', ['Bread'])
  hub.change(product({ ...milk.v, groupId: FOOD }, milk.id), product({ ...bread.v, groupId: null }, bread.id))
  await becomes('the products have changed places', ['Milk'])
  expect(await found(till, 'bread')).toEqual([])
  hub.change(settings({ productGroupIds: [newId()] }))
  await becomes('it is of a group that is not there', [])
  hub.change(settings())
  await becomes('it is everything again', ['Bread', 'Hammer', 'Loose', 'Milk', 'Tea'])
  expect(await found(till, 'loose')).toEqual(['Loose'])
})

it('keeps a product that left the assortment in an open cart, and allows its return', async () => {
  await using shop = await openShop({ lines })
  const { till, hub } = shop
  const sold = await till.sell(hammer.id, 2)
  const [line] = (await till.add({ productId: hammer.id })).lines
  hub.change(settings(foodOnly))
  await until('the assortment is smaller', async () => (await till.search('')).total === 2)
  expect(await till.send('POST', '/cart/lines', { productId: hammer.id })).toMatchObject({ status: 404 })
  await till.expect('PATCH', `/cart/lines/${line?.id}`, { quantity: 3 })
  expect((await till.pay()).lines).toMatchObject([{ name: 'Hammer', quantity: 3 }])
  await till.expect<Cart>('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
  expect((await till.pay()).lines).toMatchObject([{ name: 'Hammer', quantity: 2 }])
})

it('applies the assortment to a downloaded replica file', async () => {
  const ann = await cashier()
  await using hub = await FakeHub.start(settings(foodOnly), ann, ...lines)
  hub.catalog.hasFile = true
  hub.catalog.file()
  await using point = await new Point(hub).start()
  await point.enrol()
  await point.ready()
  const till = point.till()
  await till.signIn(ann.id)
  expect(await listed(till)).toEqual(['Bread', 'Milk'])
  expect(await found(till, 'hammer')).toEqual([])
  expect((await till.status()).trouble).toEqual([])
})

it('repairs a damaged assortment after a digest comparison with the hub', async () => {
  await using shop = await openShop({
    lines,
    settings: foodOnly,
    overrides: { timing: { digestEveryMs: 50 } },
  })
  const { till, hub, point } = shop
  const db = new Database(point.file('replica.db'))
  db.exec(`DELETE FROM assortment; UPDATE products SET is_offered = 1 - is_offered`)
  db.close()
  await until('it is as it was', async () => {
    hub.catalog.wake()
    const { items, total } = await till.search('')
    return total === 2 && items.map(({ name }) => name).join() === 'Bread,Milk'
  })
  expect(await listed(till)).toEqual(['Bread', 'Milk'])
})
