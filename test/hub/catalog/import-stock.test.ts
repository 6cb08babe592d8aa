import { describe, expect, it } from 'vitest'
import { type Answer, type ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'
import { BASE, OWN, sendCsv } from './imports.ts'

describe('imports of products', () => {
  const door = useHub()

  describe('opening stock', () => {
    const draftsOf = async (api: ApiClient) => (await api.get('/api/inventory/enters')).body.items
    const linesOf = async (api: ApiClient, id: string) =>
      (await api.get(`/api/inventory/enters/${id}`)).body.lines.map((line: Answer['body']) => [
        line.productName,
        line.quantity,
        line.price,
      ])

    it('previews and creates a draft stock receipt for each store', async () => {
      const { api, storeId } = await signUp(door)
      const other = (await api.post('/api/catalog/stores', { name: 'Cellar' })).body.id
      const file = [
        'Name;Code;Cost;Stock;Остаток: Cellar;Unit',
        'Tea;t1;10.5;7;2;',
        'Coffee;t2;;1;;',
        'Cheese;t3;4;0;1,250;кг',
      ].join('\n')
      const names = (await api.get('/api/catalog/stores')).body.items
      const nameOf = (id: string) => names.find((store: Answer['body']) => store.id === id).name
      const due = [
        { storeId, storeName: nameOf(storeId), lines: 2, quantity: 8, sum: 73.5, withoutCost: 1 },
        { storeId: other, storeName: 'Cellar', lines: 2, quantity: 3.25, sum: 26, withoutCost: 0 },
      ]
      const plan = await sendCsv(api, `${OWN}?dryRun=true`, file)
      expect(plan.body.openingStock).toEqual(due.map((each) => ({ ...each, enterId: null, number: null })))
      expect(await draftsOf(api)).toEqual([])
      const done = await sendCsv(api, OWN, file)
      expect(done.body.openingStock).toMatchObject(due)
      const drafts = await draftsOf(api)
      expect(drafts.map((draft: Answer['body']) => [draft.id, draft.number, draft.status]).sort()).toEqual(
        done.body.openingStock.map((draft: Answer['body']) => [draft.enterId, draft.number, 'Draft']).sort(),
      )
      const [here, there] = done.body.openingStock
      expect(await linesOf(api, here.enterId)).toEqual([
        ['Tea', 7, 10.5],
        ['Coffee', 1, null],
      ])
      expect(await linesOf(api, there.enterId)).toEqual([
        ['Tea', 2, 10.5],
        ['Cheese', 1.25, 4],
      ])
      expect((await api.post(`/api/inventory/enters/${here.enterId}/post`)).status).toBe(200)
      const kept = (await api.get(`${BASE}/imports`)).body.items[0]
      expect(kept.outcome.openingStock).toEqual(done.body.openingStock)
    })

    it('enters opening stock only once while its draft or posted document exists', async () => {
      const { api } = await signUp(door)
      const file = (stock: number) => `Name;Code;Stock\nTea;t1;${stock}`
      await sendCsv(api, OWN, file(7))
      const again = await sendCsv(api, OWN, file(9))
      expect([again.status, again.body.openingStock]).toEqual([200, []])
      expect(again.body.warnings).toMatchObject([{ row: 2, column: 'Stock' }])
      const [draft] = await draftsOf(api)
      await api.post(`/api/inventory/enters/${draft.id}/post`)
      expect((await sendCsv(api, OWN, file(9))).body.openingStock).toEqual([])
      await api.post(`/api/inventory/enters/${draft.id}/unpost`)
      await api.delete(`/api/inventory/enters/${draft.id}`)
      expect((await sendCsv(api, OWN, file(9))).body.openingStock).toMatchObject([{ lines: 1, quantity: 9 }])
    })

    it('enters stock only once in concurrent imports', async () => {
      const { api } = await signUp(door)
      await sendCsv(api, OWN, 'Name;Code\nTea;t1')
      const answers = await Promise.all(
        [7, 7, 7].map((stock) => sendCsv(api, OWN, `Name;Code;Stock\nTea;t1;${stock}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await draftsOf(api)).toHaveLength(1)
    })

    it('enters the stock into the requested store, which must belong to the organization', async () => {
      const [{ api }, { storeId: foreign }] = [await signUp(door), await signUp(door)]
      const cellar = (await api.post('/api/catalog/stores', { name: 'Cellar' })).body.id
      const file = 'Name;Code;Stock\nTea;t1;7'
      const refused = await sendCsv(api, `${OWN}?storeId=${foreign}`, file)
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/storeId'])
      const done = await sendCsv(api, `${OWN}?storeId=${cellar}`, file)
      expect(done.body.openingStock).toMatchObject([{ storeId: cellar, quantity: 7 }])
    })

    it('lists opening stock that cannot be entered', async () => {
      const { api } = await signUp(door)
      const file = [
        'Name;Code;Stock;Stock: Nowhere;Kind;Archived;Количество',
        'Half;a;1.5;;;;',
        'Far;b;1;1;;;',
        'Two;c;1;;;;2',
        'Owed;d;-3;;;;',
        'Work;e;1;;service;;',
        'Old;f;1;;;yes;',
        'Good;g;4;;;;4',
      ].join('\n')
      expect((await sendCsv(api, OWN, file)).status).toBe(400)
      const { body } = await sendCsv(api, `${OWN}?onFaults=skip`, file)
      const places = (remarks: Answer['body'][]) => remarks.map(({ row, column }) => [row, column])
      expect(places(body.errors)).toEqual([
        [2, 'Stock'],
        [3, 'Stock: Nowhere'],
        [4, 'Количество'],
      ])
      expect(places(body.warnings)).toEqual([
        [5, 'Stock'],
        [6, 'Stock'],
        [7, 'Stock'],
      ])
      expect([body.created, body.openingStock]).toMatchObject([4, [{ lines: 1, quantity: 4 }]])
    })

    it('creates no drafts when not requested or without permission', async () => {
      const organization = await signUp(door)
      const file = 'Name;Code;Stock\nTea;t1;7'
      const { body } = await sendCsv(organization.api, `${OWN}?openingStock=ignore`, file)
      expect(body.openingStock).toEqual([])
      expect(body.columns.at(-1)).toEqual({ column: 'Stock', field: null, of: null, reason: 'stockNotAsked' })
      const manager = await hireWithout(door, organization, 'inventory.create')
      const other = await sendCsv(manager, OWN, file)
      expect([other.status, other.body.openingStock]).toEqual([200, []])
      expect(await draftsOf(organization.api)).toEqual([])
    })

    it('creates several drafts in a background job when the products exceed the lines of one document', async () => {
      const { api } = await signUp(door)
      const rows = Array.from({ length: 5001 }, (_, i) => `Product ${i};p${i};${i % 3}`)
      const queued = await sendCsv(api, OWN, ['Name;Code;Stock', ...rows].join('\n'))
      expect(queued.status).toBe(202)
      const done = await until('the import is done', async () => {
        const record = (await api.get(`${BASE}/imports/${queued.body.id}`)).body
        return record.endedAt && record
      })
      const lines = done.outcome.openingStock.map((draft: Answer['body']) => draft.lines)
      expect(lines).toEqual([1000, 1000, 1000, 334])
      const [draft] = await draftsOf(api)
      expect([draft.status, draft.comment]).toEqual(['Draft', done.fileName])
      expect(draft.createdById).not.toBeNull()
    })
  })
})
