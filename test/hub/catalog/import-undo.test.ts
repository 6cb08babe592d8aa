import { describe, expect, it } from 'vitest'
import { type Answer, type ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'
import { BASE, EXT, OWN, productsOf, sendCsv } from './imports.ts'

type Json = Answer['body']

const FILE = [
  'Name;Code;Group;Cost;Stock;Supplier;Country;Price: VIP;Unit',
  'Tea;t1;Food/Hot;10.5;7;Leaf;Ruritania;9;бут',
  'Coffee;t2;Food/Hot;4;2;;;;',
  'Cup;t3;Dishes;;5;;;;',
].join('\n')

describe('undo of an import', () => {
  const door = useHub()

  const countOf = async (api: ApiClient, path: string): Promise<number> => (await api.get(path)).body.total
  const RECORDS = [
    ...['product-groups', 'price-types', 'countries', 'counterparties', 'units-of-measure'].map(
      (name) => `/api/catalog/${name}`,
    ),
    '/api/inventory/enters',
    BASE,
  ]
  const counts = (api: ApiClient) => Promise.all(RECORDS.map((path) => countOf(api, path)))

  const undo = async (api: ApiClient, id: string): Promise<Json> => {
    expect((await api.post(`/api/change-sets/${id}/undo`)).status).toBe(200)
    return until('it is undone', async () => {
      const { body } = await api.get(`/api/change-sets/${id}`)
      return body.state === 'Undone' && body
    })
  }
  const madeOf = async (api: ApiClient, id: string): Promise<Json[]> =>
    (await api.get(`${BASE}/imports/${id}`)).body.outcome.made
  const shortly = (made: Json[]) => made.map(({ kind, name, undone, reason }) => [kind, name, undone, reason])

  it('removes the draft of opening stock, the groups and all other records that an import created', async () => {
    const { api } = await signUp(door)
    const before = await counts(api)
    const { body } = await sendCsv(api, OWN, FILE)
    expect(await counts(api)).not.toEqual(before)
    const [draft] = body.openingStock
    expect(body.made).toContainEqual({
      kind: 'Enter',
      id: draft.enterId,
      name: draft.number,
      undone: null,
      reason: null,
    })
    expect(await undo(api, body.changeSetId)).toMatchObject({ counts: { Undone: 3 } })
    expect(await counts(api)).toEqual(before)
    expect(shortly(await madeOf(api, body.changeSetId))).toEqual([
      ['Enter', draft.number, 'Undone', null],
      ['ProductGroup', 'Food', 'Undone', null],
      ['ProductGroup', 'Food/Hot', 'Undone', null],
      ['ProductGroup', 'Dishes', 'Undone', null],
      ['PriceType', 'VIP', 'Undone', null],
      ['Counterparty', 'Leaf', 'Undone', null],
      ['Country', 'Ruritania', 'Undone', null],
      ['UnitOfMeasure', 'бут', 'Undone', null],
    ])
    expect((await sendCsv(api, OWN, FILE)).body).toMatchObject({ created: 3, openingStock: [{ lines: 3 }] })
  })

  it('undoes an applied preview and an import in another format without affecting an earlier import', async () => {
    const { api } = await signUp(door)
    const { body: kept } = await sendCsv(api, OWN, 'Name;Code;Group;Stock\nSalt;s1;Salt;3')
    const before = await counts(api)
    const { body: set } = await sendCsv(api, `${BASE}/imports`, FILE)
    expect((await api.get(`${BASE}/imports/${set.id}`)).body.outcome).toMatchObject({
      made: [],
      openingStock: [{ lines: 3, quantity: 14, sum: 81.5, withoutCost: 1, enterId: null }],
    })
    await api.post(`/api/change-sets/${set.id}/apply`)
    await until('it is applied', async () => {
      const { body } = await api.get(`/api/change-sets/${set.id}`)
      return body.state === 'Applied'
    })
    const { outcome } = (await api.get(`${BASE}/imports/${set.id}`)).body
    expect(outcome.openingStock).toMatchObject([{ sum: 81.5, enterId: expect.any(String) }])
    await undo(api, set.id)
    expect(await counts(api)).toEqual(before)
    const { body: other } = await sendCsv(api, EXT, 'Наименование;Код;Остаток\nРис;r1;3')
    await undo(api, other.changeSetId)
    expect(await counts(api)).toEqual(before)
    expect(shortly(await madeOf(api, kept.changeSetId))).toEqual([
      ['Enter', expect.any(String), null, null],
      ['ProductGroup', 'Salt', null, null],
    ])
  })

  it('undoes an import that created only opening stock', async () => {
    const { api } = await signUp(door)
    await sendCsv(api, OWN, 'Name;Code\nTea;t1')
    const { body } = await sendCsv(api, OWN, 'Name;Code;Stock\nTea;t1;3')
    expect(body).toMatchObject({ unchanged: 1, changeSetId: expect.any(String) })
    await undo(api, body.changeSetId)
    expect(await countOf(api, '/api/inventory/enters')).toBe(0)
    expect((await productsOf(api)).map(({ code }) => code)).toEqual(['t1'])
  })

  it('keeps records that were posted, edited or used since, with their products, and reports them', async () => {
    const { api } = await signUp(door)
    const { body } = await sendCsv(api, OWN, FILE)
    const [{ enterId }] = body.openingStock
    expect((await api.post(`/api/inventory/enters/${enterId}/post`)).status).toBe(200)
    const groups = (await api.get('/api/catalog/product-groups')).body.items
    const dishes = groups.find(({ name }: Json) => name === 'Dishes')
    const { createdAt: _, updatedAt: __, ...group } = dishes
    await api.put(`/api/catalog/product-groups/${dishes.id}`, { ...group, code: 'D' })
    expect(await undo(api, body.changeSetId)).toMatchObject({ counts: { LeftAlone: 3 } })
    expect(shortly(await madeOf(api, body.changeSetId)).slice(0, 5)).toEqual([
      ['Enter', expect.any(String), 'LeftAlone', 'posted'],
      ['ProductGroup', 'Food', 'LeftAlone', 'in_use'],
      ['ProductGroup', 'Food/Hot', 'LeftAlone', 'in_use'],
      ['ProductGroup', 'Dishes', 'LeftAlone', 'edited_since'],
      ['PriceType', 'VIP', 'LeftAlone', 'in_use'],
    ])
    expect(await productsOf(api)).toHaveLength(3)
  })

  it('keeps a draft stock receipt whose lines a user changed', async () => {
    const { api } = await signUp(door)
    const { body } = await sendCsv(api, OWN, 'Name;Code;Stock\nTea;t1;3')
    const path = `/api/inventory/enters/${body.openingStock[0].enterId}`
    const { storeId, date, version, lines } = (await api.get(path)).body
    const [{ productId }] = lines
    const sent = { storeId, date, version, lines: [{ productId, quantity: 4, price: 2 }] }
    expect((await api.put(path, sent)).status).toBe(200)
    await undo(api, body.changeSetId)
    expect(shortly(await madeOf(api, body.changeSetId))).toEqual([
      ['Enter', expect.any(String), 'LeftAlone', 'edited_since'],
    ])
    expect((await api.get(path)).body.lines).toMatchObject([{ quantity: 4 }])
  })

  it('keeps drafts when the user has no permission for them, and hides costs without permission', async () => {
    const organization = await signUp(door)
    const { api } = organization
    const { body } = await sendCsv(api, OWN, 'Name;Code;Cost;Stock\nTea;t1;2;3')
    const clerk = await hireWithout(door, organization, 'inventory.create')
    await undo(clerk, body.changeSetId)
    expect(shortly(await madeOf(api, body.changeSetId))).toEqual([
      ['Enter', expect.any(String), 'LeftAlone', 'forbidden'],
    ])
    const outsider = await hireWithout(door, organization, 'costs.view')
    const sumFor = async (reader: ApiClient) =>
      (await reader.get(`${BASE}/imports/${body.changeSetId}`)).body.outcome.openingStock[0].sum
    expect([await sumFor(api), await sumFor(outsider)]).toEqual([6, null])
  })
})
