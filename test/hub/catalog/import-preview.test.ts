import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_ROWS_AT_ONCE } from '#shared/contracts/catalog/product-imports.ts'
import { createProduct } from '#test/support/device.ts'
import { type Answer, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'
import { BASE, byCode, productsOf, sendCsv, sendForm } from './imports.ts'

type Json = Answer['body']

describe('an import preview', () => {
  const SETS = '/api/change-sets'
  const PREVIEW = `${BASE}/imports`
  const door = useHub()
  let shop: Organization
  let other: Organization
  beforeAll(async () => {
    ;[shop, other] = [await signUp(door), await signUp(door)]
  })

  const lines = (...rows: string[]) => ['name;code;group;retailPrice', ...rows].join('\n')
  const preview = async (text: string, query = ''): Promise<Json> => {
    const { status, body } = await sendCsv(shop.api, `${PREVIEW}${query}`, text)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  /** Returns a file with more rows than a single request can preview. */
  const many = (name: string, ...last: string[]) =>
    lines(...Array.from({ length: MAX_ROWS_AT_ONCE }, (_, at) => `${name} ${at};${name}-${at};;1`), ...last)
  const queued = async (text: string): Promise<Json> => {
    const { status, body } = await sendCsv(shop.api, PREVIEW, text)
    expect(status, JSON.stringify(body)).toBe(202)
    expect(body).toMatchObject({ state: 'Previewing', counts: {}, appliedAt: null })
    return body
  }
  const rowsOf = async (id: string, query = ''): Promise<Json> =>
    (await shop.api.get(`${SETS}/${id}/rows${query}`)).body
  const ended = async (id: string): Promise<Json> => {
    let set: Json
    await until('the job has ended', async () => {
      set = (await shop.api.get(`${SETS}/${id}`)).body
      return !['Previewing', 'Applying', 'Undoing'].includes(set.state)
    })
    return set
  }
  const apply = async (id: string): Promise<Json> => {
    expect((await shop.api.post(`${SETS}/${id}/apply`)).body.state).toBe('Applying')
    return ended(id)
  }

  it('previews the result or the error of each row without changing products', async () => {
    await createProduct(shop, { name: 'Tea', code: 'P-1', retailPrice: 100 })
    await createProduct(shop, { name: 'Salt', code: 'P-2', retailPrice: 5 })
    const file = lines('Jam;P-3;Sweet/Jams;120', 'Tea;P-1;;110', 'Honey;P-4;;a lot', 'Salt;P-2;;5')
    const set = await preview(file)
    expect(set).toMatchObject({
      kind: 'product-import',
      state: 'Previewed',
      createdByName: 'Owner',
      total: 4,
      counts: { Create: 1, Change: 1, Refused: 1, Unchanged: 1 },
    })
    const { items } = await rowsOf(set.id)
    expect(items).toMatchObject([
      { fileRow: 2, name: 'Jam', outcome: 'Create', recordId: null },
      { fileRow: 3, name: 'Tea', outcome: 'Change', changes: [{ field: 'price', before: 100, after: 110 }] },
      {
        fileRow: 4,
        name: 'Honey',
        outcome: 'Refused',
        recordId: null,
        refusal: { code: 'not_a_number', values: {}, field: 'retailPrice', value: 'a lot' },
      },
      { fileRow: 5, name: 'Salt', outcome: 'Unchanged', changes: [] },
    ])
    expect(items[0].changes).toContainEqual(
      expect.objectContaining({ field: 'productGroupId', before: null, after: 'Sweet/Jams' }),
    )
    expect((await rowsOf(set.id, '?outcome=Create')).items).toEqual([items[0]])
    expect((await shop.api.get(`${PREVIEW}/${set.id}`)).body).toMatchObject({
      status: 'Previewed',
      rowsTotal: 3,
      outcome: {
        toCreate: 1,
        toUpdate: 1,
        unchanged: 1,
        errorsTotal: 1,
        groupsCreated: ['Sweet', 'Sweet/Jams'],
      },
    })
    expect(await byCode(shop.api, 'P-3')).toBeUndefined()
    expect(await byCode(shop.api, 'P-1')).toMatchObject({ retailPrice: 100 })
    for (const path of [`${SETS}/${set.id}`, `${PREVIEW}/${set.id}`])
      expect((await other.api.get(path)).status).toBe(404)
  })

  it('describes in order how each column is read or why it is ignored', async () => {
    await shop.api.post('/api/catalog/price-types', { name: 'Wholesale' })
    const headers =
      'Название;НДС;Цена;Цена: wholesale;Валюта (Цена: Wholesale);Цена: VIP;Погода;Доп. поле: Полка'
    const { id } = await preview(
      `${headers};Упаковка: Коробка;Остаток;Характеристика: Цвет\nCake;12;9;8;;7\n`,
    )
    const { outcome } = (await shop.api.get(`${PREVIEW}/${id}`)).body
    const nameOfDefault = async (kind: string): Promise<string> =>
      (await shop.api.get(`/api/catalog/${kind}`)).body.items.find(({ isDefault }: Json) => isDefault).name
    const read = (column: string, field: string, of: string | null = null) => ({
      column,
      field,
      of,
      reason: null,
    })
    const unread = (column: string, reason: string) => ({ column, field: null, of: null, reason })
    expect(outcome.columns).toEqual([
      read('Название', 'name'),
      read('НДС', 'vatRate'),
      read('Цена', 'price', await nameOfDefault('price-types')),
      read('Цена: wholesale', 'price', 'Wholesale'),
      read('Валюта (Цена: Wholesale)', 'currency', 'Цена: wholesale'),
      read('Цена: VIP', 'price', 'VIP'),
      unread('Погода', 'unknown'),
      unread('Доп. поле: Полка', 'notKept'),
      read('Упаковка: Коробка', 'packQuantity', 'Коробка'),
      read('Остаток', 'stock', await nameOfDefault('stores')),
      read('Характеристика: Цвет', 'characteristic', 'Цвет'),
    ])
  })

  it('applies a preview in one job, records user and time, and undoes it', async () => {
    await createProduct(shop, { name: 'Rice', code: 'A-1', retailPrice: 100 })
    const { id } = await preview(lines('Rice;A-1;;110', 'Peas;A-2;;50', 'Oats;A-3;;x', 'Corn;;;7'))
    const applied = await apply(id)
    expect(applied).toMatchObject({
      state: 'Applied',
      appliedByName: 'Owner',
      counts: { Created: 2, Changed: 1, Refused: 1 },
      job: { processed: 3, total: 3 },
    })
    await using owner = await door.database.connect()
    const jobBecomes = (status: string) =>
      owner.query('UPDATE background_jobs SET status = $1 WHERE id = $2', [status, applied.job.id])
    await jobBecomes('Running')
    expect((await shop.api.get(`${SETS}/${id}`)).body.state).toBe('Applying')
    expect((await shop.api.post(`${SETS}/${id}/undo`)).body).toMatchObject({ state: 'Applying' })
    await jobBecomes('Succeeded')
    expect(await byCode(shop.api, 'A-1')).toMatchObject({ retailPrice: 110 })
    const peas = await byCode(shop.api, 'A-2')
    const { items } = await rowsOf(id)
    expect(items[1]).toMatchObject({ outcome: 'Created', recordId: peas.id })
    expect((await shop.api.get(`${SETS}?kind=product-import`)).body.items[0]).toMatchObject({ id })
    expect((await shop.api.post(`${SETS}/${id}/apply`)).body.code).toBe('change_set_state')
    expect((await shop.api.post(`${SETS}/${id}/undo`)).status).toBe(200)
    expect(await ended(id)).toMatchObject({ state: 'Undone', counts: { Undone: 3, Refused: 1 } })
    expect(await byCode(shop.api, 'A-1')).toMatchObject({ retailPrice: 100 })
    expect((await productsOf(shop.api)).filter(({ name }) => ['Peas', 'Corn'].includes(name))).toEqual([])
  })

  it('skips records that were edited or created since the preview', async () => {
    const id = await createProduct(shop, { name: 'Soap', code: 'M-1', retailPrice: 1 })
    await createProduct(shop, { name: 'Foam', code: 'M-4', retailPrice: 1 })
    const foam = await byCode(shop.api, 'M-4')
    const set = await preview(lines('Soap;M-1;;2', 'Comb;M-2;;3', 'Wax;M-3;;4', 'Foam;M-4;;1'))
    await shop.api.patch(`${BASE}/${id}/price`, { retailPrice: 9 })
    await shop.api.patch(`${BASE}/${foam.id}/price`, { retailPrice: 8 })
    await createProduct(shop, { name: 'Comb', code: 'M-2', retailPrice: 7 })
    expect(await apply(set.id)).toMatchObject({ state: 'Applied', counts: { Created: 1, Refused: 3 } })
    expect((await rowsOf(set.id, '?outcome=Refused')).items).toMatchObject(
      ['Soap', 'Comb', 'Foam'].map((name) => ({ name, refusal: { code: 'changed_meanwhile' } })),
    )
    for (const [code, retailPrice] of Object.entries({ 'M-1': 9, 'M-2': 7, 'M-3': 4, 'M-4': 8 }))
      expect(await byCode(shop.api, code)).toMatchObject({ retailPrice })
  })

  it('deletes the file of a discarded preview, and requires permission to preview and apply', async () => {
    const { id } = await preview(lines('Glue;T-1;;2'))
    expect((await shop.api.delete(`${SETS}/${id}`)).status).toBe(204)
    expect((await shop.api.get(`${PREVIEW}/${id}`)).status).toBe(404)
    expect((await shop.api.post(`${SETS}/${id}/apply`)).status).toBe(404)
    const stores = await hire(door, shop, 'Storekeeper')
    expect((await sendCsv(stores, PREVIEW, lines('Glue;T-1;;2'))).status).toBe(403)
    const { id: theirs } = await preview(lines('Glue;T-1;;2'))
    expect((await stores.post(`${SETS}/${theirs}/apply`)).status).toBe(403)
  })

  it('lists many rows in pages, including refused rows', async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => `Row ${at};L-${at};;${at % 2 ? 'x' : 1}`)
    const { id, counts } = await preview(lines(...rows))
    expect(counts).toEqual({ Create: 1250, Refused: 1250 })
    const last = await rowsOf(id, '?outcome=Refused&pageSize=100&page=13')
    expect([last.total, last.items.length, last.items[49].fileRow]).toEqual([1250, 50, 2501])
  })

  it('saves the imported file with the extension of its format', async () => {
    const rows = [
      ['Name', 'Code', 'Description'],
      ['Nut', 'X-1', new Date('2026-01-31T00:00:00Z')],
    ]
    const xlsx = new Uint8Array(await writeXlsx({ sheets: [{ name: 'Goods', rows }] }))
    const { body } = await sendForm(shop.api, PREVIEW, xlsx)
    expect(body.counts).toEqual({ Create: 1 })
    await using owner = await door.database.connect()
    const keyOf = async (id: string): Promise<string> =>
      (await owner.query('SELECT file_key FROM product_imports WHERE id = $1', [id])).rows[0].file_key
    expect(await keyOf(body.id)).toMatch(/\.xlsx$/)
    expect(await keyOf((await preview(lines('Nail;X-2;;1'))).id)).toMatch(/\.csv$/)
    await apply(body.id)
    expect(await byCode(shop.api, 'X-1')).toMatchObject({ name: 'Nut', description: '2026-01-31' })
  })

  it('previews large files in background jobs, one for each of two concurrent files', async () => {
    const files = [many('Bolt', 'Bolt;Bolt-x;;a lot'), many('Screw', 'Screw;Screw-x;;1')]
    const sets = await Promise.all(files.map(queued))
    const [bolts, screws] = await Promise.all(sets.map(({ id }) => ended(id)))
    expect(bolts).toMatchObject({ state: 'Previewed', counts: { Create: MAX_ROWS_AT_ONCE, Refused: 1 } })
    expect(screws).toMatchObject({ state: 'Previewed', counts: { Create: MAX_ROWS_AT_ONCE + 1 } })
    expect((await rowsOf(bolts.id, '?outcome=Refused')).items).toMatchObject([
      { fileRow: MAX_ROWS_AT_ONCE + 2 },
    ])
    expect((await shop.api.get(`${PREVIEW}/${bolts.id}`)).body).toMatchObject({
      status: 'Previewed',
      rowsTotal: MAX_ROWS_AT_ONCE,
      outcome: { toCreate: MAX_ROWS_AT_ONCE },
    })
    // A repeated run, as by a process that takes over from a killed one, finds nothing left to do.
    await using owner = await door.database.connect()
    await owner.query(`UPDATE background_jobs SET status = 'Failed' WHERE id = $1`, [bolts.job.id])
    expect((await shop.api.post(`/api/admin/jobs/${bolts.job.id}/retry`)).status).toBe(200)
    await until('it has run again', async () => {
      const { body } = await shop.api.get(`/api/admin/jobs/${bolts.job.id}`)
      return body.status === 'Succeeded'
    })
    expect(await ended(bolts.id)).toMatchObject({ state: 'Previewed', counts: bolts.counts })
  })

  it('reports why a large file is unreadable, and then refuses to apply or undo its preview', async () => {
    expect((await sendCsv(shop.api, PREVIEW, `price\n${'1\n'.repeat(MAX_ROWS_AT_ONCE + 1)}`)).status).toBe(
      400,
    )
    const { id } = await queued(many('Hook', ...Array(40_000).fill('Hook;H;;1'), '"Hook'))
    expect(await ended(id)).toMatchObject({
      state: 'Failed',
      total: 0,
      appliedAt: null,
      job: {
        message: expect.stringContaining('quote'),
        problem: {
          code: 'invalid_request',
          errors: [{ code: expect.any(String), values: expect.anything() }],
        },
      },
    })
    for (const verb of ['apply', 'undo'])
      expect((await shop.api.post(`${SETS}/${id}/${verb}`)).body).toMatchObject({
        code: 'change_set_state',
        state: 'Failed',
      })
    expect((await shop.api.delete(`${SETS}/${id}`)).status).toBe(204)
    expect((await shop.api.get(`${PREVIEW}/${id}`)).status).toBe(404)
  })
})
