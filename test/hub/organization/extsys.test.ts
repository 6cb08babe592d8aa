import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MASK } from '#shared/contracts/secrets.ts'
import { type Organization, signUp } from '#test/support/hub.ts'
import { MOYSKLAD_LOGIN, MOYSKLAD_TOKEN } from '#test/support/moysklad-server.ts'
import { hireAllowed, signIn } from '#test/support/people.ts'
import {
  countsOf,
  ExtsysHub,
  IMPORT_COUNTERPARTIES,
  IMPORT_PRODUCTS,
  id,
  SETTINGS,
  STATUS,
  TOKEN,
} from './extsys.ts'

const TEST = '/api/admin/extsys/test'
const COUNTERPARTIES = '/api/catalog/counterparties'

describe('the external accounting system', () => {
  let extsys: ExtsysHub
  let server: ExtsysHub['server']
  let door: ExtsysHub['door']
  beforeAll(async () => {
    extsys = await ExtsysHub.start()
    ;({ server, door } = extsys)
  })
  afterAll(() => extsys[Symbol.asyncDispose]())
  afterEach(() => {
    server.onRequest = () => undefined
  })

  const pointerOf = ({ body }: { body: { errors?: { pointer: string }[] } }) => body.errors?.[0]?.pointer

  describe('connection settings', () => {
    let shop: Organization
    beforeAll(async () => {
      shop = await signUp(door)
    })

    it('returns empty settings at first, and refuses tests and imports without them', async () => {
      expect((await shop.api.get(SETTINGS)).body).toEqual({
        version: 0,
        kind: 'MoySklad',
        authKind: 'Token',
        login: null,
        secret: null,
        updatedAt: null,
      })
      for (const path of [TEST, IMPORT_COUNTERPARTIES])
        expect(await shop.api.post(path, {})).toMatchObject({
          status: 409,
          body: { code: 'extsys_not_configured' },
        })
      expect((await shop.api.get(STATUS)).body).toEqual({
        isConnected: false,
        counterparties: { lastRun: null, changedUntil: null },
        products: { lastRun: null, changedUntil: null },
      })
    })

    it('masks the secret, accepts the mask back and stores the secret encrypted', async () => {
      expect((await extsys.set(shop, TOKEN)).body).toMatchObject({ version: 1, secret: MASK })
      expect((await extsys.set(shop, {})).body).toMatchObject({ version: 2, secret: MASK })
      await using owner = await door.database.connect()
      const { rows } = await owner.query('SELECT * FROM extsys_settings')
      expect(rows).toHaveLength(1)
      const log = await shop.api.get('/api/organization/audit-log')
      expect(JSON.stringify([rows, log.body])).not.toContain(MOYSKLAD_TOKEN)
      expect((await shop.api.post(TEST, {})).body).toEqual({ employeeName: 'Администратор' })
    })

    it('requires the secret again when the sign-in method or the login changes', async () => {
      const { login, password } = MOYSKLAD_LOGIN
      expect(pointerOf(await extsys.set(shop, { authKind: 'Basic', login }))).toBe('#/secret')
      expect((await extsys.set(shop, { authKind: 'Basic', login, secret: password })).status).toBe(200)
      expect((await shop.api.post(TEST, {})).status).toBe(200)
      expect(pointerOf(await extsys.set(shop, { login: 'other@shop' }))).toBe('#/secret')
      expect(pointerOf(await extsys.set(shop, { login: null }))).toBe('#/login')
      expect(pointerOf(await extsys.set(shop, { authKind: 'Token', secret: 'x' }))).toBe('#/login')
    })

    it('refuses a stale version, even when two users save the first settings concurrently', async () => {
      expect(await extsys.set(shop, { version: 1 })).toMatchObject({
        status: 409,
        body: { code: 'concurrency_conflict' },
      })
      const other = await signUp(door)
      const { updatedAt: _, ...settings } = (await other.api.get(SETTINGS)).body
      const first = () => other.api.put(SETTINGS, { ...settings, ...TOKEN })
      const both = await Promise.all([first(), first()])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    it('disconnects when the secret is removed', async () => {
      expect((await extsys.set(shop, { secret: null })).body).toMatchObject({ secret: null })
      expect((await shop.api.post(TEST, {})).body).toMatchObject({ code: 'extsys_not_configured' })
      expect(pointerOf(await extsys.set(shop, { secret: MASK }))).toBe('#/secret')
    })

    it('refuses changed settings, connection tests, the status and imports to a user who may only view settings', async () => {
      const reader = await signIn(door, await hireAllowed(door, shop, 'Reader', ['organization.view']))
      expect((await reader.get(SETTINGS)).status).toBe(200)
      for (const each of [reader.put(SETTINGS, {}), reader.post(TEST, {}), reader.get(STATUS)])
        expect((await each).status).toBe(403)
      expect((await reader.post(IMPORT_COUNTERPARTIES, {})).status).toBe(403)
    })
  })

  it('explains why a connection test failed', async () => {
    const shop = await signUp(door)
    await extsys.set(shop, { ...TOKEN, secret: 'wrong' })
    expect(await shop.api.post(TEST, {})).toMatchObject({
      status: 409,
      body: { code: 'extsys_refused', detail: expect.stringContaining('Неправильный пароль') },
    })
    server.onRequest = () => 'cut'
    expect(await shop.api.post(TEST, {})).toMatchObject({ status: 502, body: { code: 'extsys_unanswered' } })
  })

  describe('counterparties', () => {
    const HORNS = {
      id: id(1),
      name: 'ООО Рога и Копыта',
      companyType: 'legal',
      inn: '7707083893',
      kpp: '770701001',
      ogrn: '1027700132195',
      phone: '8 (495) 123-45-67',
      email: 'info@horns.example',
      code: '0001',
      externalCode: 'hrn',
      tags: ['поставщики'],
      legalAddress: 'Москва',
      description: 'первый',
      updated: '2026-11-01 10:00:00.000',
      accounts: { rows: [{ accountNumber: '40702810900000000001', bic: '044525225', isDefault: true }] },
    }
    const PERSON = {
      id: id(2),
      name: 'Иванов Пётр',
      companyType: 'individual',
      birthDate: '1980-05-06 00:00:00',
      sex: 'MALE',
      externalCode: 'ivn',
      updated: '2026-11-02 10:00:00.000',
    }
    let shop: Organization
    beforeAll(async () => {
      shop = await extsys.connected()
    })

    const importNow = (body: object = {}, organization = shop) =>
      extsys.imported(organization, IMPORT_COUNTERPARTIES, body)
    const named = async (search: string, { api } = shop) =>
      (await api.get(`${COUNTERPARTIES}?search=${encodeURIComponent(search)}`)).body.items

    it('counts counterparties in a dry run without importing them', async () => {
      server.entities.set('counterparty', [HORNS, PERSON])
      expect(await importNow({ dryRun: true })).toMatchObject({
        status: 'Done',
        dryRun: true,
        counts: countsOf(2, 0, 0),
        changedUntil: null,
      })
      expect(await named('Рога')).toEqual([])
    })

    it('imports all counterparty fields that both systems share', async () => {
      const done = await importNow()
      expect(done).toMatchObject({ status: 'Done', read: 2, total: 2, counts: countsOf(2, 0, 0), notes: [] })
      expect(done.changedUntil).toBe('2026-11-02 10:00:00.000')
      const [horns] = await named('Рога')
      expect(horns).toMatchObject({
        kind: 'LegalEntity',
        taxId: HORNS.inn,
        kpp: HORNS.kpp,
        ogrn: HORNS.ogrn,
        email: HORNS.email,
        code: '0001',
        externalCode: 'hrn',
        phone: HORNS.phone,
        phoneNumber: '+74951234567',
        tags: ['поставщики'],
        legalAddress: 'Москва',
        description: 'первый',
        isArchived: false,
        bankAccounts: [{ accountNumber: '40702810900000000001', bic: '044525225', isDefault: true }],
      })
      expect((await named('Иванов'))[0]).toMatchObject({
        kind: 'Individual',
        birthDate: '1980-05-06',
        sex: 'Male',
        id: PERSON.id,
      })
    })

    it('requests counterparties changed since the last import, or all on request', async () => {
      server.requested.length = 0
      expect((await importNow()).counts).toEqual(countsOf(0, 0, 1))
      expect((await importNow({ full: true })).counts).toEqual(countsOf(0, 0, 2))
      const filters = server.requested.map((each) => new URLSearchParams(each.split('?')[1]).get('filter'))
      expect(filters).toEqual([
        'archived=false;archived=true;updated>=2026-11-02 10:00:00.000',
        'archived=false;archived=true',
      ])
    })

    it('updates only changed counterparties, and keeps fields that MoySklad does not have', async () => {
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

    it('archives counterparties archived in MoySklad, and skips unknown archived ones', async () => {
      const gone = { ...PERSON, archived: true, updated: '2026-11-04 10:00:00.000' }
      const stranger = { id: id(3), name: 'Давно закрыт', archived: true }
      server.entities.set('counterparty', [gone, stranger])
      expect((await importNow({ full: true })).counts).toEqual(countsOf(0, 1, 0, 1))
      expect((await named('Иванов'))[0].isArchived).toBe(true)
      // Counterparties that MoySklad no longer has are kept.
      expect(await named('Рога')).toHaveLength(1)
    })

    it('matches existing counterparties by code, tax id or phone unless the external code differs', async () => {
      const own = await extsys.connected()
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

    it('matches by the strongest key: id, external code, code, tax id, phone', async () => {
      const theirs = {
        id: id(41),
        externalCode: 'ext',
        code: 'S-1',
        taxId: '7707083893',
        phone: '84951234567',
      }
      const keys = Object.entries(theirs)
      for (const [at, weaker] of keys.slice(1).entries()) {
        const own = await extsys.connected()
        const stronger = keys[at] ?? weaker
        for (const key of [weaker, stronger]) {
          const made = await own.api.post(COUNTERPARTIES, { name: key[0], ...Object.fromEntries([key]) })
          expect([key, made.status]).toEqual([key, 201])
        }
        const { taxId: inn, ...others } = theirs
        server.entities.set('counterparty', [{ ...others, inn, name: 'Их' }])
        const done = await importNow({}, own)
        expect([stronger, done.counts]).toEqual([stronger, countsOf(0, 1, 0)])
        // A unique value that belongs to another counterparty stays there and is reported.
        const taken = done.notes.map(({ code, field }: { code: string; field: string }) => [code, field])
        const isUnique = ['externalCode', 'code'].includes(weaker[0])
        expect(taken).toEqual(isUnique ? [['CodeIsTaken', weaker[0]]] : [])
        expect(await named(stronger[0], own)).toEqual([])
        expect(await named(weaker[0], own)).toHaveLength(1)
      }
    })

    it('drops invalid values, skips counterparties without a name, and reports and retries both', async () => {
      const own = await extsys.connected()
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
          id: id(22),
          name: 'Тот же код',
          code: 'D',
          updated: '2026-11-05 10:00:00.000',
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

    it('imports fields that only some counterparties have', async () => {
      const own = await extsys.connected('KZ')
      server.entities.set('counterparty', [
        {
          id: id(31),
          name: 'ИП Асанова',
          companyType: 'entrepreneurKZ',
          ogrnip: '304500116000157',
          mod__requisites__kz: { iin: '940140000385' },
          legalTitle: 'ИП Асанова А.',
          okpo: '12345678',
          actualAddress: 'Алматы',
          legalAddress: 'Астана',
          accounts: {
            rows: [
              { accountNumber: 'KZ01', bankName: 'Банк', bic: 'CASPKZKA', correspondentAccount: '301' },
              { accountNumber: 'KZ02', isDefault: true },
            ],
          },
        },
        { id: id(32), name: 'ТОО Чай', mod__requisites__kz: { bin: '950540000524', iin: '940140000385' } },
        { id: id(33), name: 'Анна', companyType: 'individualKZ', sex: 'FEMALE' },
      ])
      expect(await importNow({}, own)).toMatchObject({ counts: countsOf(3, 0, 0), notes: [] })
      const of = async (which: number) => (await own.api.get(`${COUNTERPARTIES}/${id(which)}`)).body
      expect(await of(31)).toMatchObject({
        kind: 'Entrepreneur',
        taxId: '940140000385',
        ogrn: '304500116000157',
        okpo: '12345678',
        legalTitle: 'ИП Асанова А.',
        actualAddress: 'Алматы',
        legalAddress: 'Астана',
        // A counterparty without an external code in MoySklad gets its id as the external code.
        externalCode: id(31),
        bankAccounts: [
          { accountNumber: 'KZ01', bankName: 'Банк', bic: 'CASPKZKA', correspondentAccount: '301' },
          { accountNumber: 'KZ02', isDefault: true },
        ],
      })
      expect(await of(32)).toMatchObject({ kind: 'LegalEntity', taxId: '950540000524' })
      expect(await of(33)).toMatchObject({ kind: 'Individual', sex: 'Female' })
    })

    it('returns the first hundred notes and the total number', async () => {
      const own = await extsys.connected()
      server.entities.set(
        'counterparty',
        Array.from({ length: 101 }, (_, n) => ({ id: id(500 + n), name: `К ${n}`, discountCardNumber: '7' })),
      )
      const { notes, notesTotal } = await importNow({}, own)
      expect([notes.length, notesTotal]).toEqual([100, 101])
    })

    it('resumes at the page that failed, without importing records twice', async () => {
      const own = await extsys.connected()
      const many = Array.from({ length: 250 }, (_, n) => ({
        id: id(1000 + n),
        name: `К ${n}`,
        code: `K${n}`,
      }))
      server.entities.set('counterparty', many)
      server.requested.length = 0
      extsys.breakOnceAt('entity/counterparty', 100)
      const broken = await importNow({}, own)
      expect(broken).toMatchObject({ status: 'Failed', read: 100, counts: countsOf(100, 0, 0) })
      expect(await extsys.goneOn(broken, own)).toMatchObject({
        read: 250,
        total: 250,
        counts: countsOf(250, 0, 0),
      })
      const offsets = server.requested.map((each) => new URLSearchParams(each.split('?')[1]).get('offset'))
      expect(offsets).toEqual(['0', '100', '100', '200'])
    })

    it('refuses a second import while one is running', async () => {
      const own = await extsys.connected()
      server.onRequest = () => ({ status: 503 })
      const paths = [IMPORT_COUNTERPARTIES, IMPORT_PRODUCTS]
      const both = await Promise.all(paths.map((path) => own.api.post(path, {})))
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body.code).toBe('extsys_busy')
    })

    it('returns the error message of MoySklad when it refuses an import', async () => {
      const own = await extsys.connected()
      server.onRequest = () => ({ status: 403, error: 'Нет доступа к контрагентам' })
      expect(await importNow({}, own)).toMatchObject({
        status: 'Failed',
        message: 'Нет доступа к контрагентам',
      })
      // The failed import has ended, so another can start.
      server.onRequest = () => undefined
      server.entities.set('counterparty', [])
      expect(await importNow({}, own)).toMatchObject({ status: 'Done', counts: countsOf(0, 0, 0) })
    })

    it('hides imports and counterparties from other organizations', async () => {
      const stranger = await signUp(door)
      expect((await stranger.api.get(STATUS)).body.counterparties.lastRun).toBeNull()
      expect(await named('Рога', stranger)).toEqual([])
    })
  })
})
