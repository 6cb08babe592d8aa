import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { type Answer, type ApiClient, useHub } from '#test/support/hub.ts'
import { hire, openDatabase } from '#test/support/people.ts'
import { done, KINDS, type Place, SALES, TILL_RECORDS, work } from './places.ts'

type Json = Answer['body']
const EMPLOYEES = '/api/organization/employees'

describe('employees limited to some stores', () => {
  const door = useHub()
  let office: Office
  let here: Place
  let there: Place
  let keeper: ApiClient
  let between: string
  let paths: string[]

  async function hireFor(...storeIds: string[]): Promise<{ api: ApiClient; id: string }> {
    const api = await hire(door, office.organization, 'Manager')
    const { items } = (await office.api.get(`${EMPLOYEES}?hasAccount=true&sort=-createdAt&pageSize=1`)).body
    const { id } = items[0]
    await limit(id, storeIds)
    return { api, id }
  }
  async function limit(id: string, storeIds: string[]): Promise<void> {
    const employee = (await office.api.get(`${EMPLOYEES}/${id}`)).body
    done(await office.api.put(`${EMPLOYEES}/${id}`, { ...employee, storeIds }))
  }

  beforeAll(async () => {
    office = await openOffice(door)
    const { api, store, otherStore, organization } = office
    const point = (await api.get(`/api/catalog/retail-points/${organization.retailPointId}`)).body
    const { id: _, version: __, ...settings } = point
    const other = done(
      await api.post('/api/catalog/retail-points', {
        ...editable(settings),
        name: 'Other',
        storeId: otherStore,
      }),
    )
    there = await work(door, office, store, organization.retailPointId)
    here = await work(door, office, otherStore, other.id)
    const lines = [{ productId: office.tea, quantity: 1 }]
    between = done(
      await api.post(BASES.transfer, { sourceStoreId: store, targetStoreId: otherStore, lines }),
    ).id
    const third = done(await api.post('/api/catalog/stores', { name: 'Third' })).id
    const apart = done(
      await api.post(BASES.transfer, { sourceStoreId: store, targetStoreId: third, lines }),
    ).id
    there.documents.set(BASES.transfer, apart)
    there.ids.push(apart)
    keeper = (await hireFor(otherStore)).api
    const { body } = await keeper.get('/openapi/v1/openapi.json')
    paths = Object.entries<Json>(body.paths).flatMap(([path, methods]) => (methods.get ? [path] : []))
  })
  const editable = ({ createdAt, updatedAt, createdById, logoUrl, ...rest }: Json) => rest

  it('hides the records of other stores in every list, export and report', async () => {
    const lists = paths.filter((path) => path.startsWith('/api/') && !path.includes('{'))
    expect(lists.length).toBeGreaterThan(40)
    const leaks: string[] = []
    let shown = 0
    for (const path of lists.filter((each) => !/\/pos\/v1|\/admin\//.test(each))) {
      const response = await keeper.raw(`${path}${/export/.test(path) ? '?format=csv' : '?pageSize=500'}`)
      const text = await response.text()
      for (const id of there.ids) if (text.includes(id)) leaks.push(`${path} ${id}`)
      shown += here.ids.filter((id) => text.includes(id)).length
    }
    expect(leaks).toEqual([])
    expect(shown).toBeGreaterThan(here.ids.length)
  })

  it.each([
    ...KINDS,
    SALES,
    '/api/inventory/movements',
    '/api/inventory/stock',
    ...TILL_RECORDS,
    '/api/sync/work-list',
  ])('lists and exports only the records of the permitted stores: %s', async (base) => {
    const all = done(await office.api.get(`${base}?pageSize=100`)).items
    const own = done(await keeper.get(`${base}?pageSize=100`)).items
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThan(all.length)
    const isOwn = (row: Json) =>
      [row.storeId, row.sourceStoreId, row.targetStoreId].includes(here.storeId) ||
      row.retailPointId === here.retailPointId ||
      row.device?.retailPointId === here.retailPointId
    expect(own).toEqual(all.filter(isOwn))
    if (!paths.includes(`${base}/export`)) return
    const rows = async (api: ApiClient) =>
      (await (await api.raw(`${base}/export?format=csv`)).text()).trim().split('\n').length - 1
    expect([await rows(keeper), await rows(office.api)]).toEqual([own.length, all.length])
  })

  it('refuses to read and change records of another store', async () => {
    const records = (place: Place): [string, string | undefined][] => [
      ...KINDS.map(
        (base) =>
          [base, place === here && base === BASES.transfer ? between : place.documents.get(base)] as [
            string,
            string,
          ],
      ),
      [SALES, place.sale],
      [SALES, place.uploaded],
      [must(TILL_RECORDS[0]), place.records.get(must(TILL_RECORDS[0]))],
    ]
    for (const [base, id] of records(here)) {
      expect([base, (await keeper.get(`${base}/${id}`)).status]).toEqual([base, 200])
      if (paths.includes(`${base}/{id}/print`))
        expect([base, (await keeper.get(`${base}/${id}/print`)).status]).toEqual([base, 200])
    }
    for (const [base, id] of records(there)) {
      const path = `${base}/${id}`
      const before = (await office.api.get(path)).body
      const answers = [
        await keeper.get(path),
        ...(base === TILL_RECORDS[0]
          ? []
          : [
              await keeper.get(`${path}/print`),
              await keeper.put(path, before),
              await keeper.post(`${path}/post`),
              await keeper.with({ 'Idempotency-Key': newId() }).post(`${path}/unpost`),
              await keeper.delete(path),
              await keeper.post(base, bodyOf(before, id)),
            ]),
        ...(base === SALES
          ? [
              await keeper.post(`${path}/create-return`),
              await keeper.post(`${path}/review`, { note: 'Fine' }),
            ]
          : []),
        ...(base === BASES.inventory ? [await keeper.post(`${path}/fill`, { version: before.version })] : []),
      ]
      expect([base, answers.map(({ status, body }) => [status, body.code])]).toEqual([
        base,
        answers.map(() => [404, 'not_found']),
      ])
      expect((await office.api.get(path)).body).toEqual(before)
    }
    const [item] = (await office.api.get(`/api/sync/work-list?pageSize=100`)).body.items.filter(
      (each: Json) => JSON.stringify(each).includes(there.uploaded),
    )
    const path = `/api/sync/work-list/${must(item).id}`
    const settle = { version: item.version, note: 'Fine' }
    for (const answer of [
      await keeper.get(path),
      await keeper.get(`${path}/bodies/first`),
      await keeper.post(`${path}/settle`, settle),
      await keeper.post(`${path}/retry`, { version: item.version }),
    ])
      expect(answer.status, JSON.stringify(answer.body)).toBe(404)
  })

  /** Returns a create request with the fields of the record. */
  const bodyOf = (record: Json, id: string | undefined) => ({
    id,
    storeId: here.storeId,
    lines: [],
    ...(record.counterpartyId && { counterpartyId: office.supplier }),
    ...(record.sourceStoreId && {
      sourceStoreId: here.storeId,
      targetStoreId: there.storeId,
      storeId: undefined,
    }),
  })

  it.each([...KINDS.filter((base) => base !== BASES.transfer), SALES])(
    'refuses to create documents in another store or move them there: %s',
    async (base) => {
      const counterparty = /supplies|returns|demands/.test(base) && { counterpartyId: office.supplier }
      const body = { lines: [], ...counterparty }
      const refused = async (answer: Promise<Answer>) => {
        const { status, body } = await answer
        expect([status, body.errors?.[0].pointer], JSON.stringify(body)).toEqual([400, '#/storeId'])
      }
      await refused(keeper.post(base, { ...body, storeId: there.storeId }))
      const own = done(await keeper.post(base, { ...body, storeId: here.storeId }))
      await refused(
        keeper.put(`${base}/${own.id}`, { ...body, storeId: there.storeId, version: own.version }),
      )
      done(await keeper.put(`${base}/${own.id}`, { ...body, storeId: here.storeId, version: own.version }))
    },
  )

  it('shows transfers from or to a permitted store, and allows changes only when both stores are permitted', async () => {
    const path = `${BASES.transfer}/${between}`
    const { version } = done(await keeper.get(path))
    const lines = [{ productId: office.tea, quantity: 1 }]
    const back = { sourceStoreId: here.storeId, targetStoreId: there.storeId, lines }
    for (const [answer, pointer] of [
      [await keeper.post(`${path}/post`), '#/sourceStoreId'],
      [await keeper.put(path, { ...back, version }), '#/sourceStoreId'],
      [await keeper.delete(path), '#/sourceStoreId'],
      [await keeper.post(BASES.transfer, back), '#/targetStoreId'],
    ] as const)
      expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([400, pointer])
    const both = await hireFor(here.storeId, there.storeId)
    const made = done(await both.api.post(BASES.transfer, back))
    expect(done(await both.api.post(`${BASES.transfer}/${made.id}/post`)).status).toBe('Posted')
  })

  it('refuses a supply of another store as the basis of a supplier return', async () => {
    const supplyId = there.documents.get(BASES.supply)
    const body = { storeId: here.storeId, counterpartyId: office.supplier, lines: [] }
    const answer = await keeper.post(BASES.supplierReturn, { ...body, supplyId })
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([400, '#/supplyId'])
  })

  it('imports opening stock only into permitted stores', async () => {
    const file = (name: string) => `Name,Code,Stock\n${name},${name},5\n`
    const send = (name: string, query = '') =>
      keeper
        .with({ 'Content-Type': 'text/csv' })
        .sendBytes(`/api/catalog/products/import-csv${query}`, new TextEncoder().encode(file(name)))
    for (const query of ['', `?storeId=${there.storeId}`, `?storeId=${there.storeId}&dryRun=true`]) {
      const { status, body } = await send('rice', query)
      expect([status, body.errors?.[0].pointer], JSON.stringify(body)).toEqual([400, '#/storeId'])
    }
    const { body } = await send('rice', `?storeId=${here.storeId}`)
    expect(body.openingStock).toMatchObject([{ storeName: 'Other store' }])
  })

  it('posts documents that change the costs of transfers to other stores', async () => {
    const { api, tea, supplier } = office
    const [from, to] = [here.storeId, there.storeId]
    const product = done(await api.post('/api/catalog/products', { name: 'Flour' })).id
    const write = async (who: ApiClient, base: string, body: object) => {
      const { id } = done(await who.post(base, body))
      return done(await who.post(`${base}/${id}/post`))
    }
    const line = (quantity: number, price?: number) => [
      { productId: product, quantity, ...(price && { price }) },
    ]
    const day = (n: number) => `2026-02-0${n}T10:00:00Z`
    await write(api, BASES.enter, { storeId: from, date: day(2), lines: line(10, 20) })
    const moved = await write(api, BASES.transfer, {
      sourceStoreId: from,
      targetStoreId: to,
      date: day(3),
      lines: line(4),
    })
    await write(keeper, BASES.supply, {
      storeId: from,
      counterpartyId: supplier,
      date: day(1),
      lines: line(10, 10),
    })
    const { costSum } = (await api.get(`${BASES.transfer}/${moved.id}`)).body
    expect(costSum).toBe(60)
    const rows = (await api.get(`/api/inventory/stock?productId=${product}&storeId=${to}`)).body.items
    expect(rows).toMatchObject([{ quantity: 4, averageCost: 15 }])
    expect(tea).not.toBe(product)
  })

  it('applies and removes the store limit from the next request', async () => {
    const { api, id } = await hireFor()
    const sees = async () => (await api.get(`${SALES}/${there.sale}`)).status
    expect(await sees()).toBe(200)
    await limit(id, [here.storeId])
    expect(await sees()).toBe(404)
    await limit(id, [])
    expect(await sees()).toBe(200)
  })

  it('refuses to grant stores beyond the permitted ones, and to change or delete employees with more stores', async () => {
    const { api, id } = await hireFor(here.storeId)
    await using database = openDatabase(door)
    await database.db.transact(office.organization.organizationId, (tx) =>
      tx.execute(sql`UPDATE employee_roles SET permissions = permissions || '{employees.view,employees.create,employees.update,employees.delete}'::text[]
        WHERE organization_id = ${tx.organizationId} AND name = 'Manager'`),
    )
    const { roleId } = (await api.get(`${EMPLOYEES}/${id}`)).body
    const make = (storeIds: string[]) => api.post(EMPLOYEES, { lastName: 'Serik', roleId, storeIds })
    const denied = { status: 403, body: { code: 'permission_not_held' } }
    expect(await make([])).toMatchObject(denied)
    expect(await make([here.storeId, there.storeId])).toMatchObject(denied)
    const made = done(await make([here.storeId]))
    expect(made.storeIds).toEqual([here.storeId])
    const own = (await api.get(`${EMPLOYEES}/${id}`)).body
    expect(await api.put(`${EMPLOYEES}/${id}`, { ...own, storeIds: [] })).toMatchObject(denied)
    const free = done(await office.api.post(EMPLOYEES, { lastName: 'Free', roleId }))
    expect(await api.put(`${EMPLOYEES}/${free.id}`, { ...free, lastName: 'Bound' })).toMatchObject(denied)
    expect(await api.delete(`${EMPLOYEES}/${free.id}`)).toMatchObject(denied)
    expect((await api.delete(`${EMPLOYEES}/${made.id}`)).status).toBe(204)
  })

  it('refuses stores of another organization, and refuses to delete a store of an employee', async () => {
    const { roleId } = (await office.api.get(`${EMPLOYEES}?hasAccount=true`)).body.items[0]
    const stranger = await openOffice(door)
    const answer = await office.api.post(EMPLOYEES, {
      lastName: 'S',
      roleId,
      storeIds: [here.storeId, stranger.store],
    })
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([
      400,
      expect.stringMatching(/^#\/storeIds\/[01]$/),
    ])
    const store = done(await office.api.post('/api/catalog/stores', { name: 'Empty' })).id
    const made = done(await office.api.post(EMPLOYEES, { lastName: 'Solo', roleId, storeIds: [store] }))
    const deletion = await office.api.delete(`/api/catalog/stores/${store}`)
    expect([deletion.status, deletion.body.code, JSON.stringify(deletion.body).includes('Solo')]).toEqual([
      409,
      'in_use',
      true,
    ])
    expect((await office.api.delete(`${EMPLOYEES}/${made.id}`)).status).toBe(204)
    expect((await office.api.delete(`/api/catalog/stores/${store}`)).status).toBe(204)
  })

  it('posts a document only in a permitted store when it is concurrently moved to another store', async () => {
    for (let round = 0; round < 6; round += 1) {
      const lines = [{ productId: office.tea, quantity: 1, price: 1 }]
      const made = done(await office.api.post(BASES.enter, { storeId: here.storeId, lines }))
      const path = `${BASES.enter}/${made.id}`
      const body = { storeId: there.storeId, version: made.version, lines }
      const [posted, taken] = await Promise.all([keeper.post(`${path}/post`), office.api.put(path, body)])
      const { status, storeId } = (await office.api.get(path)).body
      if (posted.status === 200)
        expect([taken.body.code, status, storeId]).toEqual(['document_posted', 'Posted', here.storeId])
      else
        expect([[400, 404].includes(posted.status), status, storeId]).toEqual([true, 'Draft', there.storeId])
    }
  })
})
