import { expect, it } from 'vitest'
import type { Tiles } from '#shared/contracts/till/tiles.ts'
import { newId } from '#shared/std/ids.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { DRINKS, group, KILOGRAM, product, stock } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const HOT = newId()
const FOOD = newId()
const EMPTY = newId()

const lines = [
  group({ name: 'Hot drinks', parentId: DRINKS }, HOT),
  group({ name: 'Food', sortOrder: -1 }, FOOD),
  group({ name: 'Nothing in it', parentId: FOOD }, EMPTY),
  product({ name: 'Cocoa', groupId: HOT }),
  product({ name: 'Apples', groupId: FOOD, unitId: KILOGRAM, isWeighed: true, price: 3.2 }),
  product({ name: 'Bag', groupId: null }),
]

const tiles = (till: Till, query = '') => till.expect<Tiles>('GET', `/tiles${query}`)
const names = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name)

it('lists at the top level the groups with products, in their configured order, and the products without a group', async () => {
  await using shop = await openShop({ lines })
  const top = await tiles(shop.till)
  expect(names(top.groups)).toEqual(['Food', 'Drinks'])
  expect(names(top.items)).toEqual(['Bag'])
  expect([top.path, top.hasMore]).toEqual([[], false])
})

it('shows the products and subgroups of a group, and the path to it', async () => {
  await using shop = await openShop({ lines })
  const drinks = await tiles(shop.till, `?groupId=${DRINKS}`)
  expect([names(drinks.groups), names(drinks.items)]).toEqual([['Hot drinks'], ['Tea']])
  const hot = await tiles(shop.till, `?groupId=${HOT.toUpperCase()}`)
  expect([names(hot.path), names(hot.items)]).toEqual([['Drinks', 'Hot drinks'], ['Cocoa']])
  const food = await tiles(shop.till, `?groupId=${FOOD}`)
  expect([names(food.groups), names(food.items)]).toEqual([[], ['Apples']])
  expect(food.items[0]).toMatchObject({ isWeighed: true, price: 3.2, unitName: 'kg', picture: null })
})

it('lists tiles in pages with each product once, even with equal names', async () => {
  const same = Array.from({ length: 7 }, () => product({ name: 'Same', groupId: FOOD }))
  await using shop = await openShop({ lines: [...lines, ...same] })
  const seen: string[] = []
  let pages = 0
  for (let after = ''; pages < 10; pages++) {
    const page = await tiles(shop.till, `?groupId=${FOOD}&limit=3${after}`)
    seen.push(...page.items.map(({ id }) => id))
    expect(page.groups).toEqual([])
    if (!page.hasMore) break
    after = `&after=${page.items.at(-1)?.id}`
  }
  expect([pages, seen.length, new Set(seen).size]).toEqual([2, 8, 8])
})

it('shows only products offered by the retail point, with their stock', async () => {
  const [gone, there] = [product({ name: 'Gone', groupId: FOOD }), product({ name: 'There', groupId: FOOD })]
  await using shop = await openShop({
    lines: [...lines, gone, there, stock(there.id, 4)],
    settings: { productGroupIds: [FOOD], onlyInStock: true, isStockKnown: true },
  })
  const top = await tiles(shop.till)
  expect([names(top.groups), top.items]).toEqual([['Food'], []])
  const food = await tiles(shop.till, `?groupId=${FOOD}`)
  expect(food.items.map(({ name, inStock }) => [name, inStock])).toEqual([['There', 4]])
})

it('updates the tiles after catalog changes', async () => {
  await using shop = await openShop({ lines })
  shop.hub.change(
    group({ name: 'Nothing in it', parentId: FOOD }, EMPTY),
    product({ name: 'Pie', groupId: EMPTY }),
  )
  const food = await until('the group has something in it', async () => {
    const found = await tiles(shop.till, `?groupId=${FOOD}`)
    return found.groups.length > 0 && found
  })
  expect(names(food.groups)).toEqual(['Nothing in it'])
})

it('refuses an unknown group, an unknown cursor, an oversized page, and requests without a session', async () => {
  await using shop = await openShop({ lines })
  const unknown = await shop.till.send('GET', `/tiles?groupId=${newId()}`)
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  const after = await shop.till.send('GET', `/tiles?after=${newId()}`)
  expect([after.status, after.body.errors?.[0]?.pointer]).toEqual([400, '#/query/after'])
  const large = await shop.till.send('GET', '/tiles?limit=101')
  expect([large.status, large.body.errors?.[0]?.pointer]).toEqual([400, '#/query/limit'])
  expect((await shop.point.till('till-0002').send('GET', '/tiles')).status).toBe(401)
})
