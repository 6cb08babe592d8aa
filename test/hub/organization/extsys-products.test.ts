import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '#test/support/hub.ts'
import { hireAllowed, signIn } from '#test/support/people.ts'
import { drawPicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import { countsOf, ExtsysHub, IMPORT_PRODUCTS, id, STATUS } from './extsys.ts'

const COUNTERPARTIES = '/api/catalog/counterparties'
const GROUPS = '/api/catalog/product-groups'

const SERVICE = { id: id(102), name: 'Доставка', code: 'D-1', updated: '2026-11-02 10:00:00.000' }

/** Kinds of marked goods: the name in MoySklad and the name stored in the hub. */
const TRACKED = [
  ['TOBACCO', 'Tobacco'],
  ['SHOES', 'Shoes'],
  ['LP_CLOTHES', 'Clothes'],
  ['LP_LINENS', 'Clothes'],
  ['PERFUMERY', 'Perfumery'],
  ['TIRES', 'Tires'],
  ['MILK', 'Milk'],
  ['WATER', 'Water'],
  ['BEER_ALCOHOL', 'Beer'],
  ['MEDICAL_DEVICES', 'Medical'],
  ['FOOD_SUPPLEMENT', 'Supplements'],
  ['OTP', 'Other'],
] as const

describe('product imports from the external accounting system', () => {
  let extsys: ExtsysHub
  let server: ExtsysHub['server']
  let shop: Organization
  beforeAll(async () => {
    extsys = await ExtsysHub.start()
    server = extsys.server
    shop = await extsys.connected()
    extsys.fillDictionaries()
    server.entities.set('service', [SERVICE])
    server.entities.set('product', [extsys.tea()])
  })
  afterAll(() => extsys[Symbol.asyncDispose]())
  afterEach(() => {
    server.onRequest = () => undefined
  })

  const importNow = (body: object = {}, organization = shop) =>
    extsys.imported(organization, IMPORT_PRODUCTS, body)
  const productOf = (which: number, organization = shop) => extsys.product(which, organization)

  it('creates a preview in a dry run that can be applied later', async () => {
    const own = await extsys.connected()
    const done = await importNow({ dryRun: true }, own)
    expect(done).toMatchObject({ status: 'Done', counts: countsOf(2, 0, 0), changedUntil: null })
    expect((await own.api.get('/api/catalog/products')).body.total).toBe(0)
    const set = `/api/change-sets/${done.importId}`
    expect((await own.api.get(set)).body).toMatchObject({ state: 'Previewed', counts: { Create: 2 } })
    expect((await own.api.post(`${set}/apply`, {})).status).toBe(200)
    await until('it is applied', async () => (await own.api.get(set)).body.state === 'Applied')
    expect((await own.api.get(STATUS)).body.products.changedUntil).toBe('2026-11-02 10:00:00.000')
  })

  it('imports products with groups, prices, barcodes and units', async () => {
    const done = await importNow()
    expect(done).toMatchObject({ status: 'Done', read: 2, total: 2, counts: countsOf(2, 0, 0) })
    expect(done.notes).toEqual([])
    expect(await productOf(101)).toMatchObject({
      name: 'Чай чёрный',
      code: 'T-1',
      article: 'TEA',
      externalCode: 'tea',
      kind: 'Good',
      groupPath: 'Бакалея/Чай',
      cost: 50.1234,
      retailPrice: 120.5,
      minPrice: 90,
      vatRate: 10,
      minStock: 5,
      weight: 0.1,
      volume: 0.002,
      description: 'в пачках',
      isArchived: false,
      barcodes: [{ value: '4006381333931', type: 'Ean13' }],
    })
    expect((await productOf(101)).prices.map(({ value }: { value: number }) => value).sort()).toEqual([
      100, 120.5,
    ])
    expect(await productOf(102)).toMatchObject({ kind: 'Service', vatRate: null, name: 'Доставка' })
    const suppliers = (await shop.api.get(`${COUNTERPARTIES}?search=${encodeURIComponent('Лист')}`)).body
    expect(suppliers.items[0].id).toBe((await productOf(101)).supplierId)
  })

  it('imports all fields that both systems share', async () => {
    const own = await extsys.connected()
    const barcodes = [
      { ean13: '4006381333931' },
      { ean8: '96385074' },
      { code128: 'T-1' },
      { gtin: '04006381333931' },
    ]
    const plain = (n: number, changes: object) =>
      extsys.tea({ id: id(n), externalCode: `p${n}`, code: `P-${n}`, barcodes: [], ...changes })
    server.entities.set('product', [
      extsys.tea({ barcodes, discountProhibited: true }),
      plain(110, { weighed: true, uom: { name: 'кг' }, vatEnabled: false }),
      ...TRACKED.map(([trackingType], at) => plain(120 + at, { trackingType })),
    ])
    const done = await importNow({}, own)
    expect([done.counts.failed, done.notes]).toEqual([0, []])
    const { country, ...tea } = await productOf(101, own)
    const countries = (await own.api.get(`/api/catalog/countries?search=${encodeURIComponent('Индия')}`)).body
    expect(tea).toMatchObject({
      isDiscountProhibited: true,
      isWeighed: false,
      unitName: 'шт',
      trackingType: 'NotTracked',
      countryId: countries.items[0].id,
      barcodes: [
        { value: '4006381333931', type: 'Ean13' },
        { value: '96385074', type: 'Ean8' },
        { value: 'T-1', type: 'Code128' },
        { value: '04006381333931', type: 'Gtin' },
      ],
    })
    expect(await productOf(110, own)).toMatchObject({
      isDiscountProhibited: false,
      isWeighed: true,
      unitName: 'кг',
      vatRate: null,
    })
    for (const [at, [theirs, ours]] of TRACKED.entries())
      expect([theirs, (await productOf(120 + at, own)).trackingType]).toEqual([theirs, ours])
  })

  it('skips and reports products with prices in a currency without an exchange rate', async () => {
    const own = await extsys.connected()
    const inDollars = { ...extsys.tea(), salePrices: [extsys.price('Цена продажи', 12050, 'usd')] }
    server.entities.set('product', [inDollars])
    const refused = await importNow({}, own)
    expect(refused.counts.failed).toBe(1)
    expect(refused.notes).toMatchObject([{ remark: { code: 'no_rate', values: { currency: 'USD' } } }])
  })

  it('skips prices whose price type has an invalid name, and reports the price type', async () => {
    const own = await extsys.connected()
    server.priceTypes.push({ id: '3', name: 'Опт  новый' })
    server.entities.set('product', [extsys.tea({ salePrices: [extsys.price('Опт  новый', 100)] })])
    const { counts, notes } = await importNow({}, own)
    server.priceTypes.pop()
    expect(counts.failed).toBe(0)
    expect(notes).toMatchObject([{ code: 'PriceTypeIsOdd', name: 'Опт  новый' }])
    expect(await productOf(101, own)).toMatchObject({ retailPrice: 0, cost: 50.1234 })
  })

  it('requests and updates only changed products', async () => {
    const { version } = await productOf(102)
    server.entities.set('product', [
      extsys.tea({ salePrices: [extsys.price('Цена продажи', 13000)], updated: '2026-11-03' }),
    ])
    server.requested.length = 0
    expect(await importNow()).toMatchObject({ counts: countsOf(0, 1, 1), changedUntil: '2026-11-03' })
    const [requested] = server.requested.filter((each) => each.startsWith('entity/product?'))
    expect(requested).toContain('updated%3E%3D2026-11-02+10%3A00%3A00.000')
    expect(await productOf(101)).toMatchObject({ retailPrice: 130, version: 2 })
    expect((await importNow({ full: true })).counts).toEqual(countsOf(0, 0, 2))
    expect((await productOf(102)).version).toBe(version)
  })

  it('archives products archived in MoySklad, skips unknown archived ones, and keeps deleted ones', async () => {
    server.entities.set('product', [
      extsys.tea({ archived: true, updated: '2026-11-04' }),
      extsys.tea({ id: id(103), externalCode: 'old', code: 'O', archived: true }),
    ])
    server.entities.set('service', [])
    expect((await importNow({ full: true })).counts).toMatchObject({ updated: 1, created: 0, skipped: 1 })
    expect((await productOf(101)).isArchived).toBe(true)
    expect((await productOf(102)).isArchived).toBe(false)
  })

  it('skips and reports invalid products, imports the others, and requests all of them again in the next import', async () => {
    const own = await extsys.connected()
    server.entities.set('product', [
      extsys.tea(),
      extsys.tea({ id: id(104), externalCode: 'u', code: 'U', uom: { name: 'бочка' }, barcodes: [] }),
    ])
    const done = await importNow({}, own)
    expect(done.counts).toEqual(countsOf(1, 0, 0, 0, 1))
    expect(done.notes).toContainEqual({
      code: 'RecordLeftOut',
      name: null,
      field: 'unit',
      value: 'бочка',
      detail: 'is not a known unit of measure',
      remark: { code: 'unknown_unit', values: {} },
    })
    expect(done.changedUntil).toBeNull()
  })

  it('imports product folders including empty ones, and applies their new names', async () => {
    const own = await extsys.connected()
    const folder = (which: number, name: string, values: object = {}) => ({
      id: id(which),
      name,
      ...values,
    })
    const under = (which: number) => ({ productFolder: server.ref('productfolder', id(which)) })
    server.entities.set('product', [extsys.tea()])
    server.entities.set('productfolder', [
      folder(702, 'Чай', { ...under(701), pathName: 'Бакалея', code: 'G-2', externalCode: 'tea-folder' }),
      folder(701, 'Бакалея'),
      folder(703, 'Пустая'),
      folder(704, 'Закрыта', { archived: true }),
    ])
    await own.api.post(GROUPS, { name: 'Пустая', keywords: ['ничего'] })
    const groups = async () =>
      (await own.api.get(`${GROUPS}?sort=name`)).body.items as {
        [field: string]: string | string[] | boolean
      }[]
    expect((await importNow({ dryRun: true }, own)).notes).toEqual([])
    expect(await groups()).toHaveLength(1)
    expect((await importNow({}, own)).notes).toEqual([])
    const made = await groups()
    const { lastRun } = (await own.api.get(STATUS)).body.products
    const records = (await own.api.get(`/api/catalog/products/imports/${lastRun.importId}`)).body.outcome.made
    expect(records.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
      ['ProductGroup', 'Бакалея'],
      ['ProductGroup', 'Чай'],
      ['PriceType', 'Опт'],
      ['Counterparty', 'ООО Лист'],
    ])
    expect(made.map(({ path, code, externalCode }) => [path, code, externalCode])).toEqual([
      ['Бакалея', null, id(701)],
      ['Пустая', null, id(703)],
      ['Бакалея/Чай', 'G-2', 'tea-folder'],
    ])
    expect(made[1]?.keywords).toEqual(['ничего'])
    expect((await productOf(101, own)).productGroupId).toBe(made[2]?.id)

    const renamed = folder(702, 'Чаи', { ...under(703), externalCode: 'tea-folder', archived: true })
    server.entities.set('productfolder', [folder(701, 'Бакалея'), folder(703, 'Пустая'), renamed])
    await importNow({ full: true }, { ...own })
    const [, , moved] = (await groups()).filter(({ externalCode }) => externalCode !== null)
    expect(moved).toMatchObject({ id: made[2]?.id, path: 'Пустая/Чаи', code: null, isArchived: true })

    const twins = [folder(703, 'Пустая'), folder(705, 'Пустая'), folder(706, 'В ней', under(705))]
    server.entities.set('productfolder', [...twins, folder(707, ' ')])
    const { notes } = await importNow({ full: true }, own)
    server.entities.delete('productfolder')
    expect(notes.map(({ code, value }: { code: string; value: string }) => [code, value])).toEqual([
      ['RecordLeftOut', 'Пустая'],
      ['RecordLeftOut', ' '],
    ])
    const paths = (await groups()).map(({ path }) => path)
    expect(paths).toContain('Пустая/В ней')
    expect(paths).toContain('Пустая/Чаи')
  })

  it('imports opening stock as a draft stock receipt, only for stores with the same name', async () => {
    const own = await extsys.connected()
    server.entities.set('product', [extsys.tea()])
    server.stock = [
      { assortmentId: id(101), storeId: id(801), stock: 12 },
      { assortmentId: id(101), storeId: id(802), stock: 7 },
    ]
    const done = await importNow({ openingStock: 'draft' }, own)
    expect(done.notes).toContainEqual({
      code: 'StoreIsUnknown',
      name: 'Дальний',
      field: null,
      value: null,
      detail: null,
    })
    const enters = (await own.api.get('/api/inventory/enters')).body
    expect(enters.total).toBe(1)
    const enter = (await own.api.get(`/api/inventory/enters/${enters.items[0].id}`)).body
    expect(enter).toMatchObject({ status: 'Draft', lines: [{ quantity: 12, price: 50.1234 }] })
  })

  it('imports images that require authentication', async () => {
    const own = await extsys.connected()
    server.images.set('i1', await drawPicture('#2f7d4f'))
    const meta = { href: 'x', downloadHref: `${server.url}/download/i1` }
    server.entities.set('product', [extsys.tea({ images: { meta: {}, rows: [{ meta }] } })])
    const { importId } = await importNow({}, own)
    const links = await until('the image is fetched', async () => {
      const { items } = (await own.api.get(`/api/catalog/products/imports/${importId}/images`)).body
      return items[0]?.status !== 'Pending' && items
    })
    expect(links).toMatchObject([{ status: 'Done', message: null }])
    expect((await productOf(101, own)).images).toHaveLength(1)
  })

  it('sends credentials only to MoySklad, even when an image has another URL', async () => {
    const own = await extsys.connected()
    const picture = await drawPicture('#2f7d4f')
    const given: (string | undefined)[] = []
    const elsewhere = createServer((request, response) => {
      given.push(request.headers.authorization)
      response.end(picture)
    })
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as AddressInfo
    const images = { rows: [{ meta: { downloadHref: `http://127.0.0.1:${port}/${server.url}/` } }] }
    server.entities.set('product', [extsys.tea({ images })])
    await importNow({}, own)
    await until('the image is there', async () => (await productOf(101, own)).images.length === 1)
    expect(given).toEqual([undefined])
    await new Promise((resolve) => elsewhere.close(resolve))
  })

  it('imports no stock for a user who may not create stock receipts', async () => {
    const own = await extsys.connected()
    server.entities.set('product', [extsys.tea()])
    server.stock = [{ assortmentId: id(101), storeId: id(801), stock: 12 }]
    const may = ['catalog.view', 'catalog.create', 'catalog.update'] as const
    const clerk = await signIn(extsys.door, await hireAllowed(extsys.door, own, 'Catalog', may))
    const done = await extsys.imported({ ...own, api: clerk }, IMPORT_PRODUCTS, { openingStock: 'draft' })
    expect(done.counts.created).toBe(1)
    expect((await own.api.get('/api/inventory/enters')).body.total).toBe(0)
  })

  it('resumes at the page that failed', async () => {
    const own = await extsys.connected()
    const many = Array.from({ length: 150 }, (_, n) => ({
      id: id(2000 + n),
      name: `Т ${n}`,
      code: `T${n}`,
    }))
    server.entities.set('product', many)
    server.entities.set('service', [SERVICE])
    server.requested.length = 0
    extsys.breakOnceAt('entity/product', 100)
    const broken = await importNow({}, own)
    expect(broken).toMatchObject({ status: 'Failed', read: 100, importId: null })
    expect((await extsys.goneOn(broken, own)).counts).toEqual(countsOf(151, 0, 0))
    const first = server.requested.filter((each) => /entity.product\?.*offset=0/.test(each))
    expect(first).toHaveLength(1)
  })
})
