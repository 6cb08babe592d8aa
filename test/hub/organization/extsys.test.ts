import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MASK } from '#shared/contracts/secrets.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { MOYSKLAD_LOGIN, MOYSKLAD_TOKEN, MoySkladServer } from '#test/support/moysklad-server.ts'
import { hireAllowed, signIn } from '#test/support/people.ts'
import { drawPicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'

const SETTINGS = '/api/admin/extsys/settings'
const TEST = '/api/admin/extsys/test'
const STATUS = '/api/extsys/sync-status'
const IMPORT_COUNTERPARTIES = '/api/admin/extsys/import-counterparties'
const IMPORT_PRODUCTS = '/api/admin/extsys/import-products'
const COUNTERPARTIES = '/api/catalog/counterparties'
const GROUPS = '/api/catalog/product-groups'

const id = (n: number): string => `0a0b0c0d-0000-4000-8000-${String(n).padStart(12, '0')}`
const TOKEN = { authKind: 'Token', login: null, secret: MOYSKLAD_TOKEN }

describe('the external accounting system', () => {
  let server: MoySkladServer
  let door: TestHub
  beforeAll(async () => {
    server = await MoySkladServer.start()
    door = await startTestHub({
      ...{ moySkladUrl: server.url, pace: 0.01, fetchableAddresses: ['127.0.0.1'] },
    })
  })
  afterAll(async () => {
    await door[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })
  afterEach(() => {
    server.onRequest = () => undefined
  })

  const put = async ({ api }: Organization, changes: object) => {
    const { updatedAt: _, ...settings } = (await api.get(SETTINGS)).body
    return api.put(SETTINGS, { ...settings, ...changes })
  }
  const pointerOf = ({ body }: { body: { errors?: { pointer: string }[] } }) => body.errors?.[0]?.pointer
  const connected = async (): Promise<Organization> => {
    const shop = await signUp(door, { country: 'RU' })
    expect((await put(shop, TOKEN)).status).toBe(200)
    return shop
  }
  /** Asks for an import and waits for its end. */
  const importOf = async ({ api }: Organization, path: string, body: object) => {
    const started = await api.post(path, body)
    expect(started.status).toBe(200)
    const entity = started.body.entity.toLowerCase()
    return until('the import has ended', async () => {
      const { lastRun, changedUntil } = (await api.get(STATUS)).body[entity]
      return lastRun.id === started.body.id && !['Queued', 'Running'].includes(lastRun.status)
        ? { ...lastRun, changedUntil }
        : false
    })
  }
  /** MoySklad refuses the page once. */
  const breakOnceAt = (path: string, offset: number) => {
    let times = 0
    server.onRequest = (asked) =>
      asked === path && server.asked.at(-1)?.includes(`offset=${offset}`) && times++ === 0
        ? { status: 403 }
        : undefined
  }
  /** Tries a failed import again, and waits for its end. */
  const goneOn = async ({ id: runId, jobId }: { id: string; jobId: string }, { api }: Organization) => {
    expect((await api.post(`/api/admin/jobs/${jobId}/retry`, {})).status).toBe(200)
    return until('it has ended', async () => {
      const { counterparties, products } = (await api.get(STATUS)).body
      const run = [counterparties.lastRun, products.lastRun].find((each) => each?.id === runId)
      return run?.status === 'Done' && run
    })
  }
  const countsOf = (created: number, updated: number, unchanged: number, skipped = 0, failed = 0) => ({
    ...{ created, updated, unchanged, skipped, failed },
  })

  describe('settings', () => {
    let shop: Organization
    beforeAll(async () => {
      shop = await signUp(door)
    })

    it('are empty at first, and nothing works without them', async () => {
      expect((await shop.api.get(SETTINGS)).body).toEqual({
        ...{ version: 0, kind: 'MoySklad', authKind: 'Token', login: null, secret: null, updatedAt: null },
      })
      for (const path of [TEST, IMPORT_COUNTERPARTIES])
        expect(await shop.api.post(path, {})).toMatchObject({
          ...{ status: 409, body: { code: 'extsys_not_configured' } },
        })
      expect((await shop.api.get(STATUS)).body).toEqual({
        isConnected: false,
        counterparties: { lastRun: null, changedUntil: null },
        products: { lastRun: null, changedUntil: null },
      })
    })

    it('are read with a mask, sent back as they were read, and stand sealed in the database', async () => {
      expect((await put(shop, TOKEN)).body).toMatchObject({ version: 1, secret: MASK })
      expect((await put(shop, {})).body).toMatchObject({ version: 2, secret: MASK })
      await using owner = await door.database.connect()
      const { rows } = await owner.query('SELECT * FROM extsys_settings')
      expect(rows).toHaveLength(1)
      const log = await shop.api.get('/api/organization/audit-log')
      expect(JSON.stringify([rows, log.body])).not.toContain(MOYSKLAD_TOKEN)
      expect((await shop.api.post(TEST, {})).body).toEqual({ employeeName: 'Администратор' })
    })

    it('keep a secret for the sign-in that it was given for, and no other', async () => {
      const { login, password } = MOYSKLAD_LOGIN
      expect(pointerOf(await put(shop, { authKind: 'Basic', login }))).toBe('#/secret')
      expect((await put(shop, { authKind: 'Basic', login, secret: password })).status).toBe(200)
      expect((await shop.api.post(TEST, {})).status).toBe(200)
      expect(pointerOf(await put(shop, { login: 'other@shop' }))).toBe('#/secret')
      expect(pointerOf(await put(shop, { login: null }))).toBe('#/login')
      expect(pointerOf(await put(shop, { authKind: 'Token', secret: 'x' }))).toBe('#/login')
    })

    it('refuse an old version, also when two set them for the first time', async () => {
      expect(await put(shop, { version: 1 })).toMatchObject({
        status: 409,
        body: { code: 'concurrency_conflict' },
      })
      const other = await signUp(door)
      const both = await Promise.all([put(other, TOKEN), put(other, TOKEN)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    it('disconnect when the secret is taken away', async () => {
      expect((await put(shop, { secret: null })).body).toMatchObject({ secret: null })
      expect((await shop.api.post(TEST, {})).body).toMatchObject({ code: 'extsys_not_configured' })
      expect(pointerOf(await put(shop, { secret: MASK }))).toBe('#/secret')
    })

    it('are for those who may', async () => {
      const reader = await signIn(door, await hireAllowed(door, shop, 'Reader', ['organization.view']))
      expect((await reader.get(SETTINGS)).status).toBe(200)
      for (const each of [reader.put(SETTINGS, {}), reader.post(TEST, {}), reader.get(STATUS)])
        expect((await each).status).toBe(403)
      expect((await reader.post(IMPORT_COUNTERPARTIES, {})).status).toBe(403)
    })
  })

  it('tells in its own words why a test of the connection has failed', async () => {
    const shop = await signUp(door)
    await put(shop, { ...TOKEN, secret: 'wrong' })
    expect(await shop.api.post(TEST, {})).toMatchObject({
      ...{
        status: 409,
        body: { code: 'extsys_refused', detail: expect.stringContaining('Неправильный пароль') },
      },
    })
    server.onRequest = () => 'cut'
    expect(await shop.api.post(TEST, {})).toMatchObject({ status: 502, body: { code: 'extsys_unanswered' } })
  })

  describe('counterparties', () => {
    const HORNS = {
      ...{ id: id(1), name: 'ООО Рога и Копыта', companyType: 'legal', inn: '7707083893', kpp: '770701001' },
      ...{ ogrn: '1027700132195', phone: '8 (495) 123-45-67', email: 'info@horns.example', code: '0001' },
      ...{ externalCode: 'hrn', tags: ['поставщики'], legalAddress: 'Москва', description: 'первый' },
      updated: '2026-11-01 10:00:00.000',
      accounts: { rows: [{ accountNumber: '40702810900000000001', bic: '044525225', isDefault: true }] },
    }
    const PERSON = {
      ...{ id: id(2), name: 'Иванов Пётр', companyType: 'individual', birthDate: '1980-05-06 00:00:00' },
      ...{ sex: 'MALE', externalCode: 'ivn', updated: '2026-11-02 10:00:00.000' },
    }
    let shop: Organization
    beforeAll(async () => {
      shop = await connected()
    })

    const importNow = (body: object = {}, organization = shop) =>
      importOf(organization, IMPORT_COUNTERPARTIES, body)
    const named = async (search: string, { api } = shop) =>
      (await api.get(`${COUNTERPARTIES}?search=${encodeURIComponent(search)}`)).body.items

    it('are only counted by a dry run', async () => {
      server.entities.set('counterparty', [HORNS, PERSON])
      expect(await importNow({ dryRun: true })).toMatchObject({
        ...{ status: 'Done', dryRun: true, counts: countsOf(2, 0, 0), changedUntil: null },
      })
      expect(await named('Рога')).toEqual([])
    })

    it('are imported with all that both systems know of them', async () => {
      const done = await importNow()
      expect(done).toMatchObject({ status: 'Done', read: 2, total: 2, counts: countsOf(2, 0, 0), notes: [] })
      expect(done.changedUntil).toBe('2026-11-02 10:00:00.000')
      const [horns] = await named('Рога')
      expect(horns).toMatchObject({
        ...{ kind: 'LegalEntity', taxId: HORNS.inn, kpp: HORNS.kpp, ogrn: HORNS.ogrn, email: HORNS.email },
        ...{ code: '0001', externalCode: 'hrn', phone: HORNS.phone, phoneNumber: '+74951234567' },
        ...{ tags: ['поставщики'], legalAddress: 'Москва', description: 'первый', isArchived: false },
        bankAccounts: [{ accountNumber: '40702810900000000001', bic: '044525225', isDefault: true }],
      })
      expect((await named('Иванов'))[0]).toMatchObject({
        ...{ kind: 'Individual', birthDate: '1980-05-06', sex: 'Male', id: PERSON.id },
      })
    })

    it('are asked for from the last change on, unless everything is wanted', async () => {
      server.asked.length = 0
      expect((await importNow()).counts).toEqual(countsOf(0, 0, 1))
      expect((await importNow({ full: true })).counts).toEqual(countsOf(0, 0, 2))
      const filters = server.asked.map((each) => new URLSearchParams(each.split('?')[1]).get('filter'))
      expect(filters).toEqual([
        'archived=false;archived=true;updated>=2026-11-02 10:00:00.000',
        'archived=false;archived=true',
      ])
    })

    it('change only where something has changed, and keep what the other system does not know', async () => {
      const [before] = await named('Рога')
      const { id: _, createdAt: __, updatedAt: ___, ...settable } = before
      await shop.api.put(`${COUNTERPARTIES}/${before.id}`, { ...settable, isCustomer: false })
      const moved = { ...HORNS, legalAddress: 'Казань', updated: '2026-11-03 10:00:00.000' }
      server.entities.set('counterparty', [moved, PERSON])
      expect((await importNow({ full: true })).counts).toEqual(countsOf(0, 1, 1))
      expect((await named('Рога'))[0]).toMatchObject({
        legalAddress: 'Казань',
        isCustomer: false,
        version: 3,
      })
      expect((await named('Иванов'))[0].version).toBe(1)
    })

    it('are archived with those there; one that was never known is skipped', async () => {
      const gone = { ...PERSON, archived: true, updated: '2026-11-04 10:00:00.000' }
      const stranger = { id: id(3), name: 'Давно закрыт', archived: true }
      server.entities.set('counterparty', [gone, stranger])
      expect((await importNow({ full: true })).counts).toEqual(countsOf(0, 1, 0, 1))
      expect((await named('Иванов'))[0].isArchived).toBe(true)
      // Those that are no more there stay.
      expect(await named('Рога')).toHaveLength(1)
    })

    it('are matched with those that are there by code, tax id or phone, unless another external code says no', async () => {
      const own = await connected()
      const make = async (values: object) => (await own.api.post(COUNTERPARTIES, values)).body.id
      const ids = [
        await make({ name: 'По коду', code: 'C-1' }),
        await make({ name: 'По ИНН', taxId: '7707083893' }),
        await make({ name: 'По телефону', phone: '+7 701 123 45 67' }),
      ]
      const other = await make({ name: 'Чужой', taxId: '7736050003', externalCode: 'theirs' })
      server.entities.set('counterparty', [
        { id: id(11), name: 'Один', code: 'C-1', externalCode: 'x1' },
        { id: id(12), name: 'Два', inn: '7707083893', externalCode: 'x2' },
        { id: id(13), name: 'Три', phone: '87011234567', externalCode: 'x3' },
        { id: id(14), name: 'Четыре', inn: '7736050003', externalCode: 'x4' },
      ])
      expect((await importNow({}, own)).counts).toEqual(countsOf(1, 3, 0))
      const names = await Promise.all(
        [...ids, other, id(14)].map(
          async (each) => (await own.api.get(`${COUNTERPARTIES}/${each}`)).body.name,
        ),
      )
      expect(names).toEqual(['Один', 'Два', 'Три', 'Чужой', 'Четыре'])
    })

    it('lose a value that does not fit, and are left out without a name; both are told and read again', async () => {
      const own = await connected()
      server.entities.set('counterparty', [
        {
          id: id(21),
          name: 'С плохим ИНН',
          inn: '123',
          email: 'нет',
          code: 'D',
          updated: '2026-11-05 10:00:00.000',
        },
        {
          ...{ id: id(22), name: 'Тот же код', code: 'D', updated: '2026-11-05 10:00:00.000' },
          discountCardNumber: '777',
        },
        { id: id(23), name: ' ', updated: '2026-11-05 10:00:00.000' },
      ])
      const done = await importNow({}, own)
      expect(done.counts).toEqual(countsOf(2, 0, 0, 0, 1))
      expect(
        done.notes.map((note: Record<string, unknown>) => [note.code, note.name, note.field, note.value]),
      ).toEqual([
        ['FieldLeftOut', 'С плохим ИНН', 'taxId', '123'],
        ['FieldLeftOut', 'С плохим ИНН', 'email', 'нет'],
        ['FieldLeftOut', 'Тот же код', 'discountCardNumber', '777'],
        ['CodeIsTaken', 'Тот же код', 'code', 'D'],
        ['RecordLeftOut', ' ', 'name', ' '],
      ])
      expect(done.changedUntil).toBeNull()
      expect((await importNow({}, own)).counts).toEqual(countsOf(0, 0, 2, 0, 1))
    })

    it('go on with the page at which the connection was lost, and nothing is imported twice', async () => {
      const own = await connected()
      const many = Array.from({ length: 250 }, (_, n) => ({
        id: id(1000 + n),
        name: `К ${n}`,
        code: `K${n}`,
      }))
      server.entities.set('counterparty', many)
      server.asked.length = 0
      breakOnceAt('entity/counterparty', 100)
      const broken = await importNow({}, own)
      expect(broken).toMatchObject({ status: 'Failed', read: 100, counts: countsOf(100, 0, 0) })
      expect(await goneOn(broken, own)).toMatchObject({ read: 250, total: 250, counts: countsOf(250, 0, 0) })
      const offsets = server.asked.map((each) => new URLSearchParams(each.split('?')[1]).get('offset'))
      expect(offsets).toEqual(['0', '100', '100', '200'])
    })

    it('are imported once at a time', async () => {
      const own = await connected()
      server.onRequest = () => ({ status: 503 })
      const paths = [IMPORT_COUNTERPARTIES, IMPORT_PRODUCTS]
      const both = await Promise.all(paths.map((path) => own.api.post(path, {})))
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body.code).toBe('extsys_busy')
    })

    it('end with the words of the other system when it refuses', async () => {
      const own = await connected()
      server.onRequest = () => ({ status: 403, error: 'Нет доступа к контрагентам' })
      expect(await importNow({}, own)).toMatchObject({
        status: 'Failed',
        message: 'Нет доступа к контрагентам',
      })
      // Nothing runs any more.
      server.onRequest = () => undefined
      server.entities.set('counterparty', [])
      expect(await importNow({}, own)).toMatchObject({ status: 'Done', counts: countsOf(0, 0, 0) })
    })

    it('are of one organization', async () => {
      const stranger = await signUp(door)
      expect((await stranger.api.get(STATUS)).body.counterparties.lastRun).toBeNull()
      expect(await named('Рога', stranger)).toEqual([])
    })
  })

  describe('products', () => {
    const money = (value: number) => ({ value, currency: server.ref('currency', 'rub') })
    const price = (name: string, value: number) => ({ ...money(value), priceType: { id: name, name } })
    const tea = (changes: object = {}) => ({
      ...{ id: id(101), name: 'Чай чёрный', code: 'T-1', article: 'TEA', externalCode: 'tea' },
      ...{ pathName: 'Бакалея/Чай', uom: { name: 'шт' }, vat: 10, vatEnabled: true, description: 'в пачках' },
      ...{ buyPrice: money(5012.34), minPrice: money(9000), minimumBalance: 5, weight: 0.1, volume: 0.002 },
      salePrices: [price('Цена продажи', 12050), price('Опт', 10000)],
      ...{
        barcodes: [{ ean13: '4006381333931' }],
        supplier: { name: 'ООО Лист' },
        country: { name: 'Индия' },
      },
      ...{ trackingType: 'NOT_TRACKED', updated: '2026-11-01 10:00:00.000', ...changes },
    })
    const SERVICE = { id: id(102), name: 'Доставка', code: 'D-1', updated: '2026-11-02 10:00:00.000' }
    let shop: Organization
    beforeAll(async () => {
      shop = await connected()
      server.priceTypes = [
        { id: '1', name: 'Цена продажи' },
        { id: '2', name: 'Опт' },
      ]
      const currency = { id: 'rub', isoCode: 'RUB', ...server.ref('currency', 'rub') }
      server.entities.set('currency', [currency])
      server.entities.set('store', [
        { id: id(801), name: 'Основной склад' },
        { id: id(802), name: 'Дальний' },
      ])
      server.entities.set('service', [SERVICE])
      server.entities.set('product', [tea()])
    })

    const importNow = (body: object = {}, organization = shop) =>
      importOf(organization, IMPORT_PRODUCTS, body)
    const productOf = async (which: number, { api } = shop) =>
      (await api.get(`/api/catalog/products/${id(which)}`)).body

    it('are previewed by a dry run, which can be applied', async () => {
      const own = await connected()
      const done = await importNow({ dryRun: true }, own)
      expect(done).toMatchObject({ status: 'Done', counts: countsOf(2, 0, 0), changedUntil: null })
      expect((await own.api.get('/api/catalog/products')).body.total).toBe(0)
      const set = `/api/change-sets/${done.importId}`
      expect((await own.api.get(set)).body).toMatchObject({ state: 'Previewed', counts: { Create: 2 } })
      expect((await own.api.post(`${set}/apply`, {})).status).toBe(200)
      await until('it is applied', async () => (await own.api.get(set)).body.state === 'Applied')
      expect((await own.api.get(STATUS)).body.products.changedUntil).toBe('2026-11-02 10:00:00.000')
    })

    it('are imported with groups, prices, barcodes and units', async () => {
      const done = await importNow()
      expect(done).toMatchObject({ status: 'Done', read: 2, total: 2, counts: countsOf(2, 0, 0) })
      expect(done.notes).toEqual([])
      expect(await productOf(101)).toMatchObject({
        ...{ name: 'Чай чёрный', code: 'T-1', article: 'TEA', externalCode: 'tea', kind: 'Good' },
        ...{ groupPath: 'Бакалея/Чай', cost: 50.1234, retailPrice: 120.5, minPrice: 90, vatRate: 10 },
        ...{ minStock: 5, weight: 0.1, volume: 0.002, description: 'в пачках', isArchived: false },
        barcodes: [{ value: '4006381333931', type: 'Ean13' }],
      })
      expect((await productOf(101)).prices.map(({ value }: { value: number }) => value).sort()).toEqual([
        100, 120.5,
      ])
      expect(await productOf(102)).toMatchObject({ kind: 'Service', vatRate: null, name: 'Доставка' })
      const suppliers = (await shop.api.get(`${COUNTERPARTIES}?search=${encodeURIComponent('Лист')}`)).body
      expect(suppliers.items[0].id).toBe((await productOf(101)).supplierId)
    })

    it('change only where something has changed, and only that is asked for', async () => {
      const { version } = await productOf(102)
      server.entities.set('product', [
        tea({ salePrices: [price('Цена продажи', 13000)], updated: '2026-11-03' }),
      ])
      server.asked.length = 0
      expect(await importNow()).toMatchObject({ counts: countsOf(0, 1, 1), changedUntil: '2026-11-03' })
      const [asked] = server.asked.filter((each) => each.startsWith('entity/product?'))
      expect(asked).toContain('updated%3E%3D2026-11-02+10%3A00%3A00.000')
      expect(await productOf(101)).toMatchObject({ retailPrice: 130, version: 2 })
      expect((await importNow({ full: true })).counts).toEqual(countsOf(0, 0, 2))
      expect((await productOf(102)).version).toBe(version)
    })

    it('are archived with those there; one that was never known is skipped; what is gone stays', async () => {
      server.entities.set('product', [
        tea({ archived: true, updated: '2026-11-04' }),
        tea({ id: id(103), externalCode: 'old', code: 'O', archived: true }),
      ])
      server.entities.set('service', [])
      expect((await importNow({ full: true })).counts).toMatchObject({ updated: 1, created: 0, skipped: 1 })
      expect((await productOf(101)).isArchived).toBe(true)
      expect((await productOf(102)).isArchived).toBe(false)
    })

    it('with faults are left out and told; the others are imported; all are read again', async () => {
      const own = await connected()
      server.entities.set('product', [
        tea(),
        tea({ id: id(104), externalCode: 'u', code: 'U', uom: { name: 'бочка' }, barcodes: [] }),
      ])
      const done = await importNow({}, own)
      expect(done.counts).toEqual(countsOf(1, 0, 0, 0, 1))
      expect(done.notes).toContainEqual({
        ...{ code: 'RecordLeftOut', name: null, field: 'unit', value: 'бочка' },
        ...{ detail: 'there is no such unit of measure', remark: { code: 'unknown_unit', values: {} } },
      })
      expect(done.changedUntil).toBeNull()
    })

    it('come with the folders that they lie in, and with empty ones; a folder that is renamed there is renamed', async () => {
      const own = await connected()
      const folder = (which: number, name: string, values: object = {}) => ({
        id: id(which),
        name,
        ...values,
      })
      const under = (which: number) => ({ productFolder: server.ref('productfolder', id(which)) })
      server.entities.set('product', [tea()])
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

    it('bring their opening stock as a draft of an enter, for stores of the same name alone', async () => {
      const own = await connected()
      server.entities.set('product', [tea()])
      server.stock = [
        { assortmentId: id(101), storeId: id(801), stock: 12 },
        { assortmentId: id(101), storeId: id(802), stock: 7 },
      ]
      const done = await importNow({ openingStock: 'draft' }, own)
      expect(done.notes).toContainEqual({
        ...{ code: 'StoreIsUnknown', name: 'Дальний', field: null, value: null, detail: null },
      })
      const enters = (await own.api.get('/api/inventory/enters')).body
      expect(enters.total).toBe(1)
      const enter = (await own.api.get(`/api/inventory/enters/${enters.items[0].id}`)).body
      expect(enter).toMatchObject({ status: 'Draft', lines: [{ quantity: 12, price: 50.1234 }] })
    })

    describe('of other kinds: variants and bundles', () => {
      let own: Organization
      const variant = (changes: object = {}) => ({
        ...{ id: id(150), name: 'Чай чёрный (100 г, лист)', code: 'T-1-100', externalCode: 'tea-100' },
        characteristics: [
          { id: id(1), name: 'Вес', value: '100 г' },
          { id: id(2), name: 'Вид', value: 'лист' },
        ],
        ...{ product: tea(), salePrices: [price('Опт', 9500)], barcodes: [{ ean13: '4006381333948' }] },
        ...{ updated: '2026-11-01 10:00:00.000', ...changes },
      })
      beforeAll(async () => {
        own = await connected()
        server.entities.set('product', [
          tea(),
          tea({
            ...{
              id: id(105),
              externalCode: 'g',
              code: 'G',
              article: 'G',
              barcodes: [],
              name: 'Как у группы',
            },
            ...{ useParentVat: true, vat: 0, vatEnabled: false, effectiveVat: 20, effectiveVatEnabled: true },
          }),
        ])
        server.entities.set('service', [])
        server.entities.set('variant', [variant()])
        server.entities.set('bundle', [{ id: id(160) }, { id: id(161) }])
      })
      afterAll(() => {
        for (const entity of ['variant', 'bundle']) server.entities.delete(entity)
      })

      it('variants are imported as products of their own; bundles are left out, which is told', async () => {
        const done = await importNow({}, own)
        expect([done.counts, done.total]).toEqual([countsOf(3, 0, 0), 3])
        expect(done.notes).toEqual([
          { code: 'BundlesLeftOut', name: null, field: null, value: '2', detail: null },
        ])
        const made = await productOf(150, own)
        expect(made).toMatchObject({
          ...{ name: 'Чай чёрный (100 г, лист)', code: 'T-1-100', externalCode: 'tea-100', article: null },
          ...{ kind: 'Good', groupPath: 'Бакалея/Чай', vatRate: 10, cost: 50.1234, retailPrice: 120.5 },
          ...{ minPrice: 90, weight: 0.1, minStock: null, description: 'в пачках' },
          barcodes: [{ value: '4006381333948', type: 'Ean13' }],
        })
        expect(made.prices.map(({ value }: { value: number }) => value).sort()).toEqual([120.5, 95])
        expect(made.supplierId).toBe((await productOf(101, own)).supplierId)
        // Of its group there.
        expect((await productOf(105, own)).vatRate).toBe(20)
      })

      it('variants change only where something has changed, also when no product has', async () => {
        server.entities.set('variant', [
          variant({ salePrices: [price('Цена продажи', 12900)], updated: '2026-11-05 10:00:00.000' }),
        ])
        server.entities.set('product', [])
        server.asked.length = 0
        expect((await importNow({}, own)).counts).toMatchObject({ created: 0, updated: 1, failed: 0 })
        const asked = server.asked.find((each) => each.startsWith('entity/variant?'))
        expect(asked).toContain('updated%3E%3D2026-11-01')
        const changed = await productOf(150, own)
        expect(changed).toMatchObject({ retailPrice: 129, version: 2 })
        // What it names no more is that of its product.
        expect(changed.prices.map(({ value }: { value: number }) => value).sort()).toEqual([100, 129])
        expect((await importNow({ full: true }, own)).counts).toEqual(countsOf(0, 0, 1))
        expect((await productOf(150, own)).version).toBe(2)
      })

      it('variants are archived with those there, and skipped when they were never known', async () => {
        server.entities.set('variant', [
          variant({ archived: true, updated: '2026-11-06 10:00:00.000' }),
          variant({
            id: id(151),
            externalCode: 'never',
            code: 'N',
            archived: true,
            updated: '2026-11-06 10:00:00.000',
          }),
        ])
        expect((await importNow({}, own)).counts).toMatchObject({ updated: 1, created: 0, skipped: 1 })
        expect((await productOf(150, own)).isArchived).toBe(true)
      })
    })

    it('bring their images, which only who is signed in there may read', async () => {
      const own = await connected()
      server.images.set('i1', await drawPicture('#2f7d4f'))
      const meta = { href: 'x', downloadHref: `${server.url}/download/i1` }
      server.entities.set('product', [tea({ images: { meta: {}, rows: [{ meta }] } })])
      const { importId } = await importNow({}, own)
      const links = await until('the image is fetched', async () => {
        const { items } = (await own.api.get(`/api/catalog/products/imports/${importId}/images`)).body
        return items[0]?.status !== 'Pending' && items
      })
      expect(links).toMatchObject([{ status: 'Done', message: null }])
      expect((await productOf(101, own)).images).toHaveLength(1)
    })

    it('go on with the page at which the connection was lost', async () => {
      const own = await connected()
      const many = Array.from({ length: 150 }, (_, n) => ({
        id: id(2000 + n),
        name: `Т ${n}`,
        code: `T${n}`,
      }))
      server.entities.set('product', many)
      server.entities.set('service', [SERVICE])
      server.asked.length = 0
      breakOnceAt('entity/product', 100)
      const broken = await importNow({}, own)
      expect(broken).toMatchObject({ status: 'Failed', read: 100, importId: null })
      expect((await goneOn(broken, own)).counts).toEqual(countsOf(151, 0, 0))
      const first = server.asked.filter((each) => /entity.product\?.*offset=0/.test(each))
      expect(first).toHaveLength(1)
    })
  })
})
