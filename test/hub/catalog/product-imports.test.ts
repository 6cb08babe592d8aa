import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_ROWS_AT_ONCE } from '#shared/contracts/catalog/product-imports.ts'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { type Answer, ApiClient, type Organization, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { BASE, byCode, EXT, EXT_IN_TENGE, fixture, OWN, productsOf, sendCsv, sendForm } from './imports.ts'

describe('imports of products', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  describe('dry runs of product imports', () => {
    it('returns the import plan of a dry run and changes nothing', async () => {
      const { api } = await signUp(door)
      await createProduct({ ...shop, api } as Organization, { name: 'Платье', code: '00102', retailPrice: 1 })
      const answer = await sendForm(api, `${EXT_IN_TENGE}&dryRun=true`, fixture('goods.csv'))
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ toCreate: 4, toUpdate: 1, unchanged: 0, errors: [] })
      expect((await productsOf(api)).length).toBe(1)
      expect((await api.get('/api/catalog/product-groups')).body.total).toBe(0)
      expect((await api.get(`${BASE}/imports`)).body.total).toBe(0)
    })

    it('returns the row errors with the import plan', async () => {
      const { body } = await sendForm(shop.api, `${EXT}?dryRun=true`, fixture('faults.csv'))
      expect(body.errorsTotal).toBe(7)
    })
  })

  describe('imports of files in our own format', () => {
    const FILE =
      'Name,Code,Article,External code,Group,Unit,Barcodes,Cost,Retail price,Min price,VAT,Min stock,Kind,Weighed,Weight code,Description,Country,Supplier,Archived\n' +
      `Tea,A1,"'-7",e1,Drinks/Hot,шт,"4006381333931 other",1.2345,9.99,5,12,0.5,Good,no,,"two\nlines",,Leaf Ltd,no\n` +
      'Cheese,A2,,e2,,кг,,,20,,,,Good,yes,0042,,,,yes\n'

    it('creates products from a file', async () => {
      const { api } = await signUp(door)
      const { status, body } = await sendCsv(api, OWN, FILE)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(await byCode(api, 'A1')).toMatchObject({
        name: 'Tea',
        article: '-7',
        groupPath: 'Drinks/Hot',
        barcodes: [{ value: '4006381333931' }, { value: 'other' }],
        cost: 1.2345,
        retailPrice: 9.99,
        minPrice: 5,
        vatRate: 12,
        minStock: 0.5,
        description: 'two\nlines',
      })
      expect(await byCode(api, 'A2')).toMatchObject({
        isWeighed: true,
        weightCode: '42',
        isArchived: true,
        productGroupId: null,
      })
      expect((await sendCsv(api, OWN, FILE)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    })

    it('updates existing products from a file', async () => {
      const { api } = await signUp(door)
      await sendCsv(api, OWN, FILE)
      const before = await byCode(api, 'A1')
      const { body } = await sendCsv(
        api,
        OWN,
        'External code;Name;Retail price\ne1;Green tea;8\ne2;Cheese;20\n',
      )
      expect(body).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
      const { updatedAt, ...after } = await byCode(api, 'A1')
      const prices = [{ ...before.prices[0], value: 8 }]
      expect({ ...after, updatedAt: before.updatedAt }).toEqual({
        ...before,
        name: 'Green tea',
        retailPrice: 8,
        prices,
        version: 2,
      })
      expect(updatedAt >= before.updatedAt).toBe(true)
    })

    it('imports a price of 0 as no price', async () => {
      const { api } = await signUp(door)
      await sendCsv(api, OWN, 'Code,Name,Retail price\nZ1,Sample,0\n')
      expect((await byCode(api, 'Z1')).prices).toEqual([])
    })

    it('refuses rows that break the rules of a product', async () => {
      const { api } = await signUp(door)
      const file =
        'Name,Retail price,Min price,Weighed,Weight code\nA,9,10,no,\nB,9,,no,7\nC,9,,yes,7\nD,9,,yes,007\n'
      const { status, body } = await sendCsv(api, OWN, file)
      expect(status).toBe(400)
      expect(body.errors.map((e: Answer['body']) => [e.row, e.column])).toEqual([
        [2, 'Retail price'],
        [3, 'Weight code'],
        [5, 'Weight code'],
      ])
    })

    it('imports the last of several rows with the same product, with a warning', async () => {
      const { api } = await signUp(door)
      const { body } = await sendCsv(api, OWN, 'Name,External code,Retail price\nOld,e,1\nNew,e,2\n')
      expect(body).toMatchObject({ created: 1, warningsTotal: 1 })
      expect(body.warnings[0]).toMatchObject({ row: 2, message: expect.stringContaining('row 3') })
      expect((await productsOf(api)).map(({ name }) => name)).toEqual(['New'])
    })

    it('assigns free codes to imported rows without a code', async () => {
      const { api } = await signUp(door)
      await api.post(BASE, { name: 'Tea', code: '00002' })
      await sendCsv(api, OWN, 'Name,Code\nA,\nB,00003\nC,\n')
      expect((await productsOf(api)).map(({ code }) => code)).toEqual(['00001', '00002', '00003', '00004'])
      expect((await api.post(BASE, { name: 'Next' })).body.code).toBe('00005')
    })

    it.each([
      ['no name column', 'Code,Retail price\n1,2\n', /Наименование or Name; found: Code, Retail price/],
      ['only blank lines', '\n\n', /is empty/],
      ['an unclosed quote', `Name\n"${'x'.repeat(2_000_000)}`, /unclosed quote/],
      ['a NUL byte', 'Name,Code\nTea\0,1\n', /Errors in the file: 1/],
    ])('refuses a file with %s', async (_, file, reason) => {
      const { status, body } = await sendCsv(shop.api, OWN, file)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(body.detail).toMatch(reason)
    })
  })

  describe('imports of large files', () => {
    const COUNT = MAX_ROWS_AT_ONCE + 1
    const large = (price: number) =>
      ['Name,Code,External code,Group,Barcodes,Retail price']
        .concat(Array.from({ length: COUNT }, (_, at) => `Item ${at},L${at},ext-${at},Bulk,L-${at},${price}`))
        .join('\n')

    const ended = async (api: ApiClient, id: string) => {
      await expect
        .poll(async () => (await api.get(`${BASE}/imports/${id}`)).body.endedAt, {
          interval: 200,
        })
        .not.toBeNull()
      return (await api.get(`${BASE}/imports/${id}`)).body
    }

    it('imports a large file in the background', async () => {
      const organization = await signUp(door)
      const { api } = organization
      const answer = await sendCsv(api, OWN, large(5))
      expect(answer.status, JSON.stringify(answer.body)).toBe(202)
      expect(answer.body).toMatchObject({ status: 'Queued', outcome: null, rowsTotal: null })
      expect(answer.headers.get('Location')).toBe(`${BASE}/imports/${answer.body.id}`)
      expect(await ended(api, answer.body.id)).toMatchObject({
        status: 'Done',
        rowsTotal: COUNT,
        rowsDone: COUNT,
        outcome: { created: COUNT, groupsCreated: ['Bulk'] },
      })
      expect((await api.get(`${BASE}?search=L-4242`)).body.items).toMatchObject([
        { code: 'L4242', retailPrice: 5 },
      ])
      const { download } = await enrolDevice(door, organization)
      const lines = (await download()).lines.filter((line) => line.t === 'product')
      expect(lines.length).toBe(COUNT)

      const again = await ended(api, (await sendCsv(api, OWN, large(5))).body.id)
      expect(again.outcome).toMatchObject({ created: 0, updated: 0, unchanged: COUNT })
      const dearer = await ended(api, (await sendCsv(api, OWN, large(6))).body.id)
      expect(dearer.outcome).toMatchObject({ created: 0, updated: COUNT, unchanged: 0 })
      expect((await api.get(`${BASE}/imports`)).body.total).toBe(3)
    })

    it('leaves a large import to a hub process that runs jobs', async () => {
      const { api } = await signUp(door)
      await using database = await createTestDatabase()
      const shared = { databaseUrl: database.hubUrl }
      await using receiver = await startTestHub({ ...shared, runsJobs: false })
      const organization = await signUp(receiver)
      const { body } = await sendCsv(organization.api, OWN, large(5))
      expect((await organization.api.get(`${BASE}/imports/${body.id}`)).body.status).toBe('Queued')
      await using _worker = await startTestHub({ ...shared, dataDir: receiver.config.dataDir })
      expect(await ended(organization.api, body.id)).toMatchObject({ status: 'Done', rowsDone: COUNT })
      expect((await api.get(`${BASE}/imports/${body.id}`)).status).toBe(404)
    })

    it('imports no rows of a large file with one invalid row', async () => {
      const { api } = await signUp(door)
      const { body } = await sendCsv(api, OWN, `${large(5)}\nBad,,,,,cheap\n`)
      expect(await ended(api, body.id)).toMatchObject({
        status: 'Failed',
        outcome: { errorsTotal: 1, errors: [{ row: COUNT + 2, column: 'Retail price', value: 'cheap' }] },
      })
      expect((await api.get(BASE)).body.total).toBe(0)
    })
  })

  describe('concurrent imports', () => {
    it('creates each product and group once in concurrent imports', async () => {
      const { api } = await signUp(door)
      const file = (from: number) =>
        ['Name,External code,Group,Supplier'].concat(
          Array.from({ length: 50 }, (_, at) => `Item ${from + at},e${from + at},Shared,Leaf`),
        )
      const answers = await Promise.all([0, 25, 50].map((from) => sendCsv(api, OWN, file(from).join('\n'))))
      expect(answers.map(({ status, body }) => [status, body.detail])).toEqual(
        answers.map(() => [200, undefined]),
      )
      expect((await api.get(`${BASE}?pageSize=1`)).body.total).toBe(100)
      expect((await api.get('/api/catalog/product-groups')).body.total).toBe(1)
    })
  })

  it('imports a file only once for a repeated idempotency key', async () => {
    const { api } = await signUp(door)
    const keyed = api.with({ 'Idempotency-Key': newId() })
    const first = await sendCsv(keyed, OWN, 'Name\nTea\n')
    const second = await sendCsv(keyed, OWN, 'Name\nTea\n')
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
  })

  it('refuses an import without a file', async () => {
    const empty = await sendCsv(shop.api, OWN, '')
    expect([empty.status, empty.body.errors?.[0].pointer]).toEqual([400, '#/file'])
    const json = await shop.api.post(OWN, {})
    expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('requires the permissions to import and to view imports', async () => {
    const anyone = await sendCsv(new ApiClient(door), OWN, 'Name\nTea\n')
    expect(anyone.status).toBe(401)
    const storekeeper = await hire(door, shop, 'Storekeeper')
    for (const path of [OWN, EXT]) expect((await sendCsv(storekeeper, path, 'Name\nTea\n')).status).toBe(403)
    expect((await storekeeper.get(`${BASE}/imports`)).status).toBe(200)
    const cashier = await hire(door, shop, 'Cashier')
    expect((await cashier.get(`${BASE}/imports`)).status).toBe(403)
  })

  it('hides imports from other organizations', async () => {
    const { api } = await signUp(door)
    await sendCsv(api, OWN, 'Name\nTea\n')
    const [own] = (await api.get(`${BASE}/imports`)).body.items
    expect(own).toMatchObject({ status: 'Done', format: 'csv', outcome: { created: 1 } })
    expect((await api.get(`${BASE}/imports/${own.id}`)).body).toEqual(own)
    const answer = await shop.api.get(`${BASE}/imports/${own.id}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})
