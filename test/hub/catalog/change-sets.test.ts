import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { enrolDevice } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, hireWithout } from '#test/support/people.ts'
import { TillReplica } from '../pos/till-replica.ts'
import { sendCsv } from './imports.ts'

const BASE = '/api/change-sets'
const PRODUCTS = '/api/catalog/products'
const COUNTERPARTIES = '/api/catalog/counterparties'

describe('a change set', () => {
  const door = useHub()
  let shop: Organization
  let other: Organization
  let wholesale: string
  beforeAll(async () => {
    shop = await signUp(door)
    other = await signUp(door)
    wholesale = (await shop.api.post('/api/catalog/price-types', { name: 'Wholesale' })).body.id
  })

  const create = async (body: Record<string, unknown> = {}) => {
    const made = await shop.api.post(PRODUCTS, { name: 'Tea', ...body })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  const read = async (id: string) => (await shop.api.get(`${PRODUCTS}/${id}`)).body
  const edit = async (id: string, retailPrice: number) =>
    expect((await shop.api.patch(`${PRODUCTS}/${id}/price`, { retailPrice })).status).toBe(200)
  const preview = (body: Record<string, unknown>, api = shop.api) =>
    api.post(BASE, { kind: 'products', ...body })
  const previewed = async (body: Record<string, unknown>) => {
    const made = await preview(body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  const byTenPercent = { prices: [{ rule: { kind: 'Percent', percent: 10 } }] }
  const rows = async (id: string, query = '') => (await shop.api.get(`${BASE}/${id}/rows${query}`)).body
  const settled = async (id: string, wanted: string) => {
    await expect
      .poll(async () => (await shop.api.get(`${BASE}/${id}`)).body.state, { timeout: 20_000 })
      .toBe(wanted)
    return (await shop.api.get(`${BASE}/${id}`)).body
  }
  const apply = async (id: string) => {
    expect((await shop.api.post(`${BASE}/${id}/apply`)).body).toMatchObject({ appliedByName: 'Owner' })
    return settled(id, 'Applied')
  }
  const undo = async (id: string) => {
    expect((await shop.api.post(`${BASE}/${id}/undo`)).status).toBe(200)
    return settled(id, 'Undone')
  }

  it('previews the change of each record, applies it, sends it to tills, and undoes it', async () => {
    const till = new TillReplica(await enrolDevice(door, shop))
    const [dear, free, small] = [
      await create({ name: 'A dear one', retailPrice: 100 }),
      await create({ name: 'B free' }),
      await create({ name: 'C small', retailPrice: 10, minPrice: 10 }),
    ]
    const ids = [small.id, free.id, dear.id]
    const set = await previewed({ ids, changes: { prices: [{ rule: { kind: 'Percent', percent: -10 } }] } })
    expect(set).toMatchObject({
      state: 'Previewed',
      createdByName: 'Owner',
      counts: { Change: 1, Refused: 2 },
      total: 3,
    })
    // The rows are sorted by name.
    expect((await rows(set.id)).items).toMatchObject([
      { name: 'A dear one', outcome: 'Change', changes: [{ field: 'price', before: 100, after: 90 }] },
      { name: 'B free', outcome: 'Refused', refusal: { code: 'no_price', field: 'price' } },
      { name: 'C small', outcome: 'Refused', refusal: { code: 'price_too_small', field: 'price' } },
    ])
    expect(await rows(set.id, '?outcome=Refused&pageSize=1&page=2')).toMatchObject({
      items: [{ name: 'C small' }],
      total: 2,
    })
    expect(await read(dear.id)).toEqual(dear)
    await till.sync()

    const applied = await apply(set.id)
    expect(applied).toMatchObject({ counts: { Changed: 1, Refused: 2 }, job: { message: null } })
    expect(await read(dear.id)).toMatchObject({ retailPrice: 90, version: dear.version + 1 })
    expect((await till.sync()).lines).toMatchObject([{ t: 'product', id: dear.id, v: { price: 90 } }])
    const log = (await shop.api.get('/api/admin/audit-log')).body.items
    expect(log.find(({ action }: { action: string }) => action === 'job change-set')).toMatchObject({
      actorName: 'Owner',
    })

    expect(await undo(set.id)).toMatchObject({ counts: { Undone: 1, Refused: 2 }, undoneByName: 'Owner' })
    expect((await read(dear.id)).retailPrice).toBe(100)
    const listed = (await shop.api.get(`${BASE}?kind=products&pageSize=1`)).body
    expect(listed).toMatchObject({ items: [{ id: set.id, state: 'Undone' }] })
  })

  it('skips records that a user edited since the preview or since they were applied', async () => {
    const [first, second, third] = [await create(), await create(), await create()]
    const ids = [first.id, second.id, third.id]
    for (const id of ids) await edit(id, 100)
    const set = await previewed({ ids, changes: byTenPercent })
    await edit(first.id, 200)
    expect(await apply(set.id)).toMatchObject({ counts: { Changed: 2, Refused: 1 } })
    expect((await rows(set.id, '?outcome=Refused')).items).toMatchObject([
      { recordId: first.id, refusal: { code: 'changed_meanwhile' } },
    ])
    await edit(second.id, 300)
    // A change of another field does not prevent an undo.
    const { name: _, ...rest } = await read(third.id)
    expect((await shop.api.put(`${PRODUCTS}/${third.id}`, { ...rest, name: 'Renamed' })).status).toBe(200)
    expect(await undo(set.id)).toMatchObject({ counts: { Undone: 1, LeftAlone: 1, Refused: 1 } })
    expect((await rows(set.id, '?outcome=LeftAlone')).items).toMatchObject([
      { recordId: second.id, name: 'Tea', refusal: { code: 'edited_since', field: 'price' } },
    ])
    const prices = await Promise.all(ids.map(async (id) => (await read(id)).retailPrice))
    expect(prices).toEqual([200, 300, 100])
    expect((await read(third.id)).name).toBe('Renamed')
  })

  it('sets fields and several prices of all matching products, and restores the values of each', async () => {
    const group = (await shop.api.post('/api/catalog/product-groups', { name: newId() })).body.id
    const supplier = (await shop.api.post('/api/catalog/counterparties', { name: 'Farm' })).body.id
    const inside = { productGroupId: group }
    const [first, second] = [
      await create({ ...inside, name: 'One', retailPrice: 10, vatRate: 5 }),
      await create({ ...inside, name: 'Two', retailPrice: 20, supplierId: supplier, minStock: 1.5 }),
    ]
    const changes = {
      supplierId: supplier,
      vatRate: 12,
      isDiscountProhibited: true,
      minStock: 2.5,
      prices: [
        { rule: { kind: 'Add', amount: 1 } },
        { priceTypeId: wholesale, rule: { kind: 'Set', value: 7.5 } },
      ],
    }
    const set = await previewed({ filter: { productGroupId: group }, changes })
    const [row] = (await rows(set.id)).items
    expect(row.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'supplierId', before: null, afterName: 'Farm' }),
        expect.objectContaining({ field: 'vatRate', before: 5, after: 12 }),
        expect.objectContaining({ field: 'minStock', before: null, after: 2.5 }),
        expect.objectContaining({ field: 'price', priceTypeId: wholesale, before: null, after: 7.5 }),
      ]),
    )
    // The request is returned as it was sent, in major units.
    expect(set.asked).toMatchObject({ changes })
    await apply(set.id)
    const { prices: _, ...fields } = changes
    expect(await read(second.id)).toMatchObject({
      ...fields,
      useGroupVat: false,
      retailPrice: 21,
      prices: expect.arrayContaining([{ priceTypeId: wholesale, value: 7.5 }]),
    })
    const again = await previewed({ filter: { productGroupId: group }, changes: fields })
    expect(again.counts).toEqual({ Unchanged: 2 })
    await undo(set.id)
    const technical = { version: expect.any(Number), updatedAt: expect.any(String) }
    expect(await read(first.id)).toEqual({ ...first, ...technical })
    expect(await read(second.id)).toEqual({ ...second, ...technical })
  })

  it.each([
    [{ rule: { kind: 'CostPlusPercent', percent: 25 } }, 100],
    [{ rule: { kind: 'FromPriceType', percent: -10 } }, 63],
    [{ rule: { kind: 'FromPriceType' }, roundTo: 1, ending: 0.9 }, 69.9],
    [{ rule: { kind: 'Add', amount: 0 }, roundTo: 1, ending: 0.9, rounding: 'Up' }, 50.9],
    [{ rule: { kind: 'Add', amount: 0 }, roundTo: 10, ending: 9.99, rounding: 'Down' }, 49.99],
  ])('calculates a new price by %o', async (change, expected) => {
    const rule: Record<string, unknown> = { ...change.rule }
    if (rule.kind === 'FromPriceType') rule.priceTypeId = wholesale
    const product = { cost: 80, retailPrice: 50, prices: [{ priceTypeId: wholesale, value: 70 }] }
    const { id } = await create(product)
    const set = await previewed({ ids: [id], changes: { prices: [{ ...change, rule }] } })
    expect((await rows(set.id)).items[0].changes[0].after).toBe(expected)
  })

  it('schedules future prices and cancels them by an undo', async () => {
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await create({ retailPrice: 100 })
    const changes = { prices: [{ rule: { kind: 'Percent', percent: 10 }, startsAt }] }
    const set = await previewed({ ids: [id], changes })
    expect((await rows(set.id)).items[0].changes).toMatchObject([{ startsAt, before: null, after: 110 }])
    await apply(set.id)
    expect(await read(id)).toMatchObject({ retailPrice: 100, futurePrices: [{ startsAt, value: 110 }] })
    await undo(set.id)
    expect(await read(id)).toMatchObject({ retailPrice: 100, futurePrices: [] })
    const late = { prices: [{ ...changes.prices[0], startsAt: '2020-01-01T00:00:00.000Z' }] }
    expect((await preview({ ids: [id], changes: late })).body).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '#/changes/prices/0/startsAt' }],
    })
  })

  it('refuses invalid input and saves nothing', async () => {
    const { id } = await create({ retailPrice: 1 })
    const price = (change: object) => ({ prices: [{ rule: { kind: 'Add', amount: 1 }, ...change }] })
    const wrong: [Record<string, unknown>, string][] = [
      [{ ids: [id, newId()], changes: byTenPercent }, '#/ids/1'],
      [{ ids: [id], changes: price({ priceTypeId: newId() }) }, '#/changes/prices/0/priceTypeId'],
      [{ ids: [id], changes: price({ roundTo: 1, ending: 1 }) }, '#/changes/prices/0/ending'],
      [
        { ids: [id], changes: price({ rule: { kind: 'FromPriceType', priceTypeId: newId() } }) },
        '#/changes/prices/0/rule/priceTypeId',
      ],
      [{ ids: [id], changes: { productGroupId: newId() } }, '#/productGroupId'],
      [{ ids: [id], changes: {} }, '#/changes'],
      [{ ids: [id], filter: {}, changes: byTenPercent }, '#'],
    ]
    const before = (await shop.api.get(BASE)).body.total
    for (const [body, pointer] of wrong) {
      const answer = await preview(body)
      expect([answer.status, answer.body.errors?.[0].pointer], JSON.stringify(body)).toEqual([400, pointer])
    }
    expect((await shop.api.get(BASE)).body.total).toBe(before)
  })

  it('hides change sets from other organizations, and requires permissions', async () => {
    const { id } = await create({ retailPrice: 1 })
    const set = await previewed({ ids: [id], changes: byTenPercent })
    for (const path of ['', '/rows'])
      expect((await other.api.get(`${BASE}/${set.id}${path}`)).status).toBe(404)
    for (const verb of ['apply', 'undo'])
      expect((await other.api.post(`${BASE}/${set.id}/${verb}`)).status).toBe(404)
    expect((await other.api.delete(`${BASE}/${set.id}`)).status).toBe(404)
    // A storekeeper can view the catalog but not change it.
    const reader = await hire(door, shop, 'Storekeeper')
    expect((await reader.get(`${BASE}/${set.id}/rows`)).status).toBe(200)
    for (const verb of ['apply', 'undo'])
      expect((await reader.post(`${BASE}/${set.id}/${verb}`)).status).toBe(403)
    expect((await reader.delete(`${BASE}/${set.id}`)).status).toBe(403)
    expect((await preview({ ids: [id], changes: byTenPercent }, reader)).status).toBe(403)
  })

  it('applies once, undoes once, and can be deleted only as a preview', async () => {
    const { id } = await create({ retailPrice: 100 })
    const set = await previewed({ ids: [id], changes: byTenPercent })
    const two = (verb: string) =>
      Promise.all([shop.api.post(`${BASE}/${set.id}/${verb}`), shop.api.post(`${BASE}/${set.id}/${verb}`)])
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
    expect((await shop.api.post(`${BASE}/${set.id}/undo`)).body).toMatchObject({
      code: 'change_set_state',
      state: 'Previewed',
    })
    expect(statuses(await two('apply'))).toEqual([200, 409])
    await settled(set.id, 'Applied')
    expect((await shop.api.delete(`${BASE}/${set.id}`)).body.code).toBe('change_set_state')
    expect(statuses(await two('undo'))).toEqual([200, 409])
    await settled(set.id, 'Undone')
    expect((await read(id)).retailPrice).toBe(100)
    const thrown = await previewed({ ids: [id], changes: byTenPercent })
    expect((await shop.api.delete(`${BASE}/${thrown.id}`)).status).toBe(204)
    expect((await shop.api.get(`${BASE}/${thrown.id}`)).status).toBe(404)
  })

  it('changes counterparties except for the system record, and undoes the change', async () => {
    const mine = await signUp(door)
    const make = async (body: object) => (await mine.api.post(COUNTERPARTIES, body)).body
    const [farm, shopkeeper] = [
      await make({ name: 'Farm', tags: ['old', 'kept'] }),
      await make({ name: 'Shop', isSupplier: false }),
    ]
    const readOne = async (id: string) => (await mine.api.get(`${COUNTERPARTIES}/${id}`)).body
    const settle = (id: string, state: string) =>
      expect
        .poll(async () => (await mine.api.get(`${BASE}/${id}`)).body.state, { timeout: 20_000 })
        .toBe(state)
    const { priceTypeId } = mine
    const changes = { priceTypeId, addTags: ['new'], removeTags: ['old'], isArchived: true }
    const made = await mine.api.post(BASE, { kind: 'counterparties', filter: {}, changes })
    expect(made.body, JSON.stringify(made.body)).toMatchObject({ counts: { Change: 2, Refused: 1 } })
    const { items } = (await mine.api.get(`${BASE}/${made.body.id}/rows?outcome=Refused`)).body
    expect(items).toMatchObject([{ refusal: { code: 'system_record', field: 'isArchived' } }])
    await mine.api.post(`${BASE}/${made.body.id}/apply`)
    await settle(made.body.id, 'Applied')
    expect(await readOne(farm.id)).toMatchObject({ priceTypeId, tags: ['kept', 'new'], isArchived: true })
    await mine.api.post(`${BASE}/${made.body.id}/undo`)
    await settle(made.body.id, 'Undone')
    for (const before of [farm, shopkeeper])
      expect(await readOne(before.id)).toEqual({
        ...before,
        version: 3,
        updatedAt: expect.any(String),
      })
    const named = { kind: 'counterparties', ids: [farm.id, newId()], changes: { isCustomer: false } }
    expect((await mine.api.post(BASE, named)).body.errors).toMatchObject([{ pointer: '#/ids/1' }])
    const typed = { ...named, ids: [farm.id], changes: { priceTypeId: newId() } }
    expect((await mine.api.post(BASE, typed)).body.errors).toMatchObject([
      { pointer: '#/changes/priceTypeId' },
    ])
  })

  it('undoes an import by removing created products, except for used and edited ones', async () => {
    const names = ['Old', 'New', 'Sold', 'Edited']
    const old = await create({ name: 'Old', code: 'I-Old', retailPrice: 10, barcodes: [{ value: 'OLD-1' }] })
    const send = (query: string) =>
      sendCsv(
        shop.api,
        `${PRODUCTS}/import-csv${query}`,
        [
          'name;code;retailPrice;barcodes',
          ...names.map((name) => `${name};I-${name};25;${name}-2`),
          'Bad;I-B;x;',
        ].join('\n'),
      )
    expect((await send('?dryRun=true')).body).not.toHaveProperty('changeSetId')
    const done = await send('?onFaults=skip')
    const { changeSetId } = done.body
    const set = (await shop.api.get(`${BASE}/${changeSetId}`)).body
    expect(set).toMatchObject({
      kind: 'product-import',
      state: 'Applied',
      appliedByName: 'Owner',
      counts: { Created: 3, Changed: 1, Refused: 1 },
    })
    const { items } = await rows(changeSetId)
    expect(items.map(({ fileRow }: { fileRow: number }) => fileRow)).toEqual([2, 3, 4, 5, 6])
    expect(items[0].changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'price', before: 10, after: 25 }),
        expect.objectContaining({ field: 'barcodes', before: 'OLD-1', after: 'Old-2' }),
      ]),
    )
    expect(items[4]).toMatchObject({
      outcome: 'Refused',
      recordId: null,
      refusal: { code: 'not_a_number' },
    })
    const idOf = (name: string) => items.find((row: { name: string }) => row.name === name).recordId
    const enter = await shop.api.post('/api/inventory/enters', {
      storeId: shop.storeId,
      date: new Date().toISOString(),
      lines: [{ productId: idOf('Sold'), quantity: 1, price: 1 }],
    })
    expect(enter.status, JSON.stringify(enter.body)).toBe(201)
    await edit(idOf('Edited'), 30)
    await undo(changeSetId)
    const left = (await rows(changeSetId, '?outcome=LeftAlone')).items
    expect(left).toMatchObject([
      { name: 'Sold', refusal: { code: 'in_use' } },
      { name: 'Edited', refusal: { code: 'edited_since', field: 'price' } },
    ])
    expect((await shop.api.get(`${PRODUCTS}/${idOf('New')}`)).status).toBe(404)
    expect(await read(old.id)).toMatchObject({ retailPrice: 10, barcodes: [{ value: 'OLD-1' }] })
    // The same file creates the removed products again.
    expect((await send('?onFaults=skip')).body).toMatchObject({ created: 1, updated: 2, unchanged: 1 })
  })

  it('requires the permissions of its kind, and for the undo of an import those of the import', async () => {
    const tea = await create({ name: 'Guarded', retailPrice: 5 })
    const body = { ids: [tea.id], changes: byTenPercent }
    const imported = await sendCsv(shop.api, `${PRODUCTS}/import-csv`, 'name;retailPrice\nBrought in;7')
    expect(imported.body).toMatchObject({ created: 1 })
    const { items } = (await shop.api.get(`${BASE}?kind=product-import`)).body
    const updates = await hireWithout(door, shop, 'catalog.create')
    const refused = await updates.post(`${BASE}/${items[0].id}/undo`)
    expect([refused.status, refused.body.permission]).toEqual([403, 'catalog.create'])
    const mine = await preview(body, updates)
    expect(mine.status).toBe(201)

    const sees = await hireWithout(door, shop, 'catalog.update')
    const path = `${BASE}/${mine.body.id}`
    const answers = await Promise.all([
      preview(body, sees),
      preview({ kind: 'counterparties', filter: {}, changes: { isArchived: false } }, sees),
      sees.post(`${path}/apply`),
      sees.post(`${path}/undo`),
      sees.delete(path),
    ])
    expect(answers.map(({ status, body: { permission } }) => [status, permission])).toEqual(
      Array(5).fill([403, 'catalog.update']),
    )
    await undo(items[0].id)
  })
})
