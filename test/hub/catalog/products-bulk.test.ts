import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { enrolDevice } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

const BASE = '/api/catalog/products'

describe('bulk updates of products', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  const create = async (body: Record<string, unknown> = {}, of = shop) => {
    const made = await of.api.post(BASE, { name: 'Tea', ...body })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  const createGroup = async (body: Record<string, unknown>) =>
    (await shop.api.post('/api/catalog/product-groups', { name: `Group ${newId()}`, ...body })).body.id
  const update = (body: Record<string, unknown>, of = shop) => of.api.post(`${BASE}/bulk-update`, body)
  const read = async (id: string) => (await shop.api.get(`${BASE}/${id}`)).body

  it('sets every field of the listed products', async () => {
    const [first, second, other] = [await create(), await create({ vatRate: 5 }), await create()]
    const units = (await shop.api.get('/api/catalog/units-of-measure')).body.items
    const kilogram = units.find((unit: { code: string }) => unit.code === '166').id
    const country = (await shop.api.get('/api/catalog/countries')).body.items[0].id
    const supplier = (await shop.api.post('/api/catalog/counterparties', { name: newId() })).body.id
    const changes = {
      productGroupId: await createGroup({}),
      vatRate: 12,
      unitOfMeasureId: kilogram,
      supplierId: supplier,
      countryId: country,
      isArchived: true,
      isDiscountProhibited: true,
      minStock: 2.5,
    }
    const answer = await update({ ids: [first.id, second.id], changes })
    expect([answer.status, answer.body]).toEqual([
      200,
      { matched: 2, updated: 2, pricesChanged: 0, withoutCost: 0, prices: [], dryRun: false },
    ])
    for (const { id } of [first, second])
      expect(await read(id)).toMatchObject({ ...changes, useGroupVat: false, version: 2 })
    expect(await read(other.id)).toEqual(other)
    const again = await update({ ids: [first.id, second.id], changes })
    expect(again.body).toMatchObject({ matched: 2, updated: 0 })
    expect((await read(first.id)).version).toBe(2)
  })

  it('updates the products that match the list filter', async () => {
    const group = await createGroup({})
    const inside = await create({ productGroupId: group })
    await create({ productGroupId: await createGroup({ parentId: group }), name: 'Coffee' })
    const answer = await update({
      filter: { productGroupId: group, search: 'tea' },
      changes: { isArchived: true },
    })
    expect(answer.body).toMatchObject({ matched: 1, updated: 1 })
    expect((await read(inside.id)).isArchived).toBe(true)
  })

  describe('bulk updates of prices', () => {
    const price = async (product: Record<string, unknown>, change: Record<string, unknown>) => {
      const { id } = await create(product)
      const answer = await update({ ids: [id], changes: { prices: [change] } })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return (await read(id)).retailPrice
    }

    it.each([
      [10, { rule: { kind: 'Set', value: 7.77 } }, 7.77],
      [0, { rule: { kind: 'Set', value: 7.77 } }, 7.77],
      [10, { rule: { kind: 'Set', value: 0 } }, 0],
      [9.99, { rule: { kind: 'Percent', percent: 10 } }, 10.99],
      [0.05, { rule: { kind: 'Percent', percent: 10 } }, 0.06],
      [99.99, { rule: { kind: 'Percent', percent: -33.33 }, roundTo: 0.5 }, 66.5],
      [99.99, { rule: { kind: 'Percent', percent: -33.33 }, roundTo: 5, rounding: 'Up' }, 70],
      [99.99, { rule: { kind: 'Percent', percent: -33.33 }, roundTo: 5, rounding: 'Down' }, 65],
      [1.5, { rule: { kind: 'Add', amount: 0.5 } }, 2],
      [1.5, { rule: { kind: 'Add', amount: -0.5 } }, 1],
      [0, { rule: { kind: 'Percent', percent: 10 } }, 0],
      [9_999_999_999.99, { rule: { kind: 'Percent', percent: 0.01 } }, 10_000_999_999.99],
    ])('changes the price %d by %o to %d', async (retailPrice, change, expected) => {
      expect(await price({ retailPrice: retailPrice || undefined }, change)).toBe(expected)
    })

    it('calculates prices from the cost and the markup of the nearest group', async () => {
      const top = await createGroup({ markup: 0.25 })
      const below = await createGroup({ parentId: top })
      const rule = { rule: { kind: 'CostPlusMarkup' }, roundTo: 1, rounding: 'Up' }
      expect(await price({ cost: 80.01, productGroupId: below }, rule)).toBe(101)
      expect(await price({ cost: 80.01 }, rule)).toBe(81)
      const free = await create({ productGroupId: below, retailPrice: 5 })
      const answer = await update({ ids: [free.id], changes: { prices: [rule] } })
      expect(answer.body).toMatchObject({ pricesChanged: 0, withoutCost: 1 })
      expect(await read(free.id)).toEqual(free)
    })

    it('changes the prices of each price type by a separate rule', async () => {
      const wholesale = (await shop.api.post('/api/catalog/price-types', { name: newId() })).body.id
      const { id } = await create({ retailPrice: 10, prices: [{ priceTypeId: wholesale, value: 8 }] })
      const prices = [
        { rule: { kind: 'Add', amount: 1 } },
        { priceTypeId: wholesale, rule: { kind: 'Percent', percent: 50 } },
      ]
      const answer = await update({ ids: [id], changes: { prices, minStock: 1 } })
      expect(answer.body).toMatchObject({ updated: 1, pricesChanged: 2 })
      expect(await read(id)).toMatchObject({
        retailPrice: 11,
        prices: expect.arrayContaining([{ priceTypeId: wholesale, value: 12 }]),
        version: 2,
      })
    })

    it.each([{ minPrice: 9 }, {}])(
      'changes no prices when one of them would be below the minimum',
      async (limits) => {
        const [dear, cheap] = [
          await create({ retailPrice: 100 }),
          await create({ retailPrice: 10, ...limits }),
        ]
        const prices = [{ rule: { kind: 'Add', amount: -10 } }]
        const answer = await update({ ids: [dear.id, cheap.id], changes: { prices, minStock: 1 } })
        expect([answer.status, answer.body.code]).toEqual([400, 'price_too_small'])
        expect(answer.body.errors).toEqual([
          expect.objectContaining({ pointer: '#/changes/prices/0', productId: cheap.id }),
        ])
        expect(await read(dear.id)).toEqual(dear)
      },
    )
  })

  it('returns the result of a dry run and changes nothing', async () => {
    const made = await create({ retailPrice: 10 })
    const changes = { minStock: 3, prices: [{ rule: { kind: 'Add', amount: 1 } }] }
    const answer = await update({ ids: [made.id], changes, dryRun: true })
    expect(answer.body).toEqual({
      matched: 1,
      updated: 1,
      pricesChanged: 1,
      withoutCost: 0,
      dryRun: true,
      prices: [
        { id: made.id, name: made.name, priceTypeId: made.prices[0].priceTypeId, before: 10, after: 11 },
      ],
    })
    expect(await read(made.id)).toEqual(made)
  })

  it('lists and exports only the requested products, without those of other organizations', async () => {
    const [one, other] = [await create(), await create()]
    const foreign = await create({}, await signUp(door))
    const found = await shop.api.get(`/api/catalog/products?ids=${one.id},${foreign.id}`)
    expect(found.body).toMatchObject({ total: 1, items: [{ id: one.id }] })
    const exported = await (await shop.api.raw(`/api/catalog/products/export?ids=${other.id}`)).text()
    expect([exported.includes(other.code), exported.includes(one.code)]).toEqual([true, false])
    const refused = await shop.api.get('/api/catalog/products?ids=1')
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/query/ids/0'])
  })

  it('reports unknown product ids and changes nothing', async () => {
    const made = await create()
    const foreign = await create({}, await signUp(door))
    const answer = await update({ ids: [foreign.id, made.id, newId()], changes: { isArchived: true } })
    expect(answer.status).toBe(400)
    const pointers = answer.body.errors.map((error: { pointer: string }) => error.pointer)
    expect(pointers).toEqual(['#/ids/0', '#/ids/2'])
    expect(await read(made.id)).toEqual(made)
  })

  it.each([
    [{ changes: { isArchived: true } }, '#'],
    [{ ids: [], changes: { isArchived: true } }, '#/ids'],
    [{ filter: {}, changes: {} }, '#/changes'],
    [{ filter: {}, changes: { productGroupId: newId() } }, '#/productGroupId'],
    [
      { filter: {}, changes: { prices: [{ priceTypeId: newId(), rule: { kind: 'Set', value: 1 } }] } },
      '#/changes/prices/0/priceTypeId',
    ],
    [{ filter: { sort: 'name' }, changes: { isArchived: true } }, '#/filter/sort'],
  ])('refuses the bulk update %o', async (body, pointer) => {
    const answer = await update(body)
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer])
  })

  it('sends updated products to the tills', async () => {
    const products = [await create({ retailPrice: 5 }), await create({ retailPrice: 6 })]
    const device = await enrolDevice(door, shop)
    const { cursor } = (await device.download()).footer
    await update({
      ids: products.map(({ id }) => id),
      changes: { prices: [{ rule: { kind: 'Percent', percent: 100 } }] },
    })
    const { lines } = await device.download(`?cursor=${cursor}`)
    expect(lines).toHaveLength(2)
    for (const { id } of products) expect(lines).toContainEqual(expect.objectContaining({ id }))
  })

  it('updates each listed product once, and refuses more than 10,000 ids', async () => {
    const { api } = shop
    const of = await signUp(door)
    await Promise.all(Array.from({ length: 40 }, () => create({ retailPrice: 1 }, of)))
    const started = await of.api.get(`${BASE}?pageSize=500`)
    const ids = started.body.items.map((item: { id: string }) => item.id)
    expect((await update({ ids: [...ids, ...ids], changes: { isArchived: true } }, of)).body).toMatchObject({
      matched: 40,
      updated: 40,
    })
    const tooMany = Array.from({ length: 10_001 }, () => ids[0])
    expect(
      (await api.post(`${BASE}/bulk-update`, { ids: tooMany, changes: { isArchived: true } })).status,
    ).toBe(400)
  })

  it('applies a bulk update only once for a repeated idempotency key', async () => {
    const { id } = await create({ retailPrice: 10 })
    const api = shop.api.with({ 'Idempotency-Key': newId() })
    const body = { ids: [id], changes: { prices: [{ rule: { kind: 'Add', amount: 1 } }] } }
    const answers = [await api.post(`${BASE}/bulk-update`, body), await api.post(`${BASE}/bulk-update`, body)]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect((await read(id)).retailPrice).toBe(11)
  })

  it('requires the permission for bulk updates', async () => {
    const body = { filter: {}, changes: { isArchived: true } }
    const storekeeper = await hire(door, shop, 'Storekeeper')
    expect((await storekeeper.post(`${BASE}/bulk-update`, body)).status).toBe(403)
    expect((await shop.api.with({ Authorization: '' }).post(`${BASE}/bulk-update`, body)).status).toBe(401)
  })
})
