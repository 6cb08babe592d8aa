import { describe, expect, it } from 'vitest'
import { checkAuditLog } from '#hub/features/operations/audit-log/check-audit-log.ts'
import { kindOf } from '#hub/http/command-of.ts'
import { OPENAPI_PATH } from '#hub/http/openapi.ts'
import { sealAuditLogs } from '#hub/jobs/audit-seals.ts'
import { sentenceOf, wordsOfCommand } from '#shared/audit-log/sentence.ts'
import { CONSOLE_CLIENT, PAGE_HEADER } from '#shared/contracts/account/auth.ts'
import { newId } from '#shared/std/ids.ts'
import { OWN, sendCsv } from '#test/hub/catalog/imports.ts'
import { openOffice } from '#test/hub/documents/book-keeping.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import {
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  startTestHub,
  useHub,
} from '#test/support/hub.ts'
import { hire, hireWithout, openDatabase, superAdmin, visit } from '#test/support/people.ts'

const LOG = '/api/admin/audit-log'
/** Operations that are never logged. They change no data or are sent by tills. */
const UNLOGGED = /^POST \/(~\/connect\/|api\/(auth\/(signup\/)?invitation$))/

describe('the audit log', () => {
  const door = useHub()
  const entries = async ({ api }: Organization, query = '') => (await api.get(`${LOG}?${query}`)).body.items
  /** Creates a price type, which is a record of a single row. */
  const createType = async (api: ApiClient, name: string) =>
    (await api.post('/api/catalog/price-types', { name })).body

  it('records the user, the origin, the time and the old and new values of a change', async () => {
    const shop = await signUp(door)
    const browser = shop.api.with({ 'User-Agent': 'Console/1', 'X-Forwarded-For': '203.0.113.7' })
    const id = await createProduct(shop, { name: 'Tea', minPrice: 10 })
    const product = (await browser.get(`/api/catalog/products/${id}`)).body
    await browser.put(`/api/catalog/products/${id}`, { ...product, name: 'Green tea', minPrice: 12.5 })
    const [entry] = await entries(shop)
    expect(entry).toMatchObject({
      action: 'PUT /api/catalog/products/{id}',
      kind: 'products',
      recordId: id,
      recordName: 'Green tea',
      employeeId: shop.employeeId,
      actorName: 'Owner',
      isSuperAdmin: false,
      address: '203.0.113.7',
      userAgent: 'Console/1',
      changedRecords: 1,
      isSealed: false,
      reason: null,
    })
    const [{ was, now, table }] = entry.changes
    expect([table, was, now]).toEqual([
      'products',
      { name: 'Tea', minPrice: 10 },
      { name: 'Green tea', minPrice: 12.5 },
    ])
    expect(Math.abs(Date.now() - Date.parse(entry.at))).toBeLessThan(60_000)
  })

  it('describes a price change in a sentence, in the list and in the exported file', async () => {
    const shop = await signUp(door)
    const id = await createProduct(shop, { name: 'Tea', retailPrice: 100 })
    const path = `/api/catalog/products/${id}`
    const { createdAt: _, updatedAt: __, ...product } = (await shop.api.get(path)).body
    await shop.api.put(path, { ...product, retailPrice: 120.5 })
    await shop.api.patch(`${path}/price`, { retailPrice: 130, version: product.version + 1 })
    const [patched, put] = await entries(shop, 'kind=products')
    expect([patched, put].map((entry) => sentenceOf(entry, 'en'))).toEqual([
      'Changed the price of Tea from 120.5 to 130',
      'Changed the price of Tea from 100 to 120.5',
    ])
    for (const [language, head, sentence] of [
      ['en', 'Action', 'Changed the price of Tea from 120.5 to 130'],
      ['ru', 'Действие', 'Изменение цены: Tea, 120,5 → 130'],
      ['kk', 'Әрекет', 'Бағаны өзгерту: Tea, 120,5 → 130'],
    ]) {
      const file = await shop.api.post(`${LOG}/export?language=${language}&kind=products`)
      const [heads, row] = String(file.body).split('\r\n')
      expect([heads?.includes(`${head}`), row?.includes(`${sentence}`)]).toEqual([true, true])
    }
  })

  it('finds a description of every logged operation', async () => {
    const { paths } = (await new ApiClient(door).get(OPENAPI_PATH)).body
    const silent = Object.entries(paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => !['get', 'parameters'].includes(method))
        .map((method) => `${method.toUpperCase()} ${path}`)
        .filter((action) => !UNLOGGED.test(action) && !wordsOfCommand({ action, kind: kindOf(path) })),
    )
    expect(silent).toEqual([])
  })

  it('filters the log by user, record, store and source', async () => {
    const office = await openOffice(door)
    const shop = office.organization
    const other = (await shop.api.post('/api/catalog/stores', { name: 'Second' })).body
    const product = await createProduct(shop, { name: 'Green tea' })
    const lines = [{ productId: product, quantity: 2, price: 10 }]
    const page = shop.api.with({ [PAGE_HEADER]: CONSOLE_CLIENT })
    const enter = (await page.post('/api/inventory/enters', { storeId: other.id, lines })).body
    await page.post(`/api/inventory/enters/${enter.id}/post`)
    await shop.api.post('/api/inventory/enters', { storeId: office.store, lines })
    const manager = await hire(door, shop, 'Manager')
    await manager.post('/api/catalog/price-types', { name: 'Wholesale' })
    const device = await enrolDevice(door, shop)
    await sendCsv(shop.api, OWN, 'Name,Code\nImported,I1')
    const actions = async (query: string) =>
      (await entries(shop, query)).map(({ action }: { action: string }) => action)

    expect(await actions(`storeId=${other.id}&kind=enters`)).toEqual([
      'POST /api/inventory/enters/{id}/post',
      'POST /api/inventory/enters',
    ])
    expect(await actions(`storeId=${other.id}`)).toContain('POST /api/catalog/stores')
    expect(await actions('source=Page')).toEqual([
      'POST /api/inventory/enters/{id}/post',
      'POST /api/inventory/enters',
    ])
    expect(await actions('source=Api&kind=enters')).toEqual(['POST /api/inventory/enters'])
    expect(await entries(shop, 'source=Till')).toMatchObject([
      { action: 'POST /api/pos/v1/enrol', recordId: device.id, source: 'Till' },
    ])
    expect(await entries(shop, 'source=Import')).toMatchObject([{ kind: 'products' }])
    const { body: staff } = await shop.api.get('/api/organization/employees')
    const [owner, hired] = ['Owner', 'Manager'].map((role) =>
      staff.items.find(({ roleName }: { roleName: string }) => roleName === role),
    )
    expect(await actions(`employeeId=${hired.id}&kind=price-types`)).toEqual([
      'POST /api/catalog/price-types',
    ])
    expect(await actions(`person=${owner.lastName.slice(1)}&kind=price-types`)).toEqual([])
    expect(await actions('search=een%20TEA')).toContain('POST /api/catalog/products')
    expect(await actions(`search=${enter.number}&kind=enters`)).toHaveLength(2)
    const file = await shop.api.post(`${LOG}/export?storeId=${other.id}&source=Page`)
    expect(String(file.body).trim().split('\r\n')).toHaveLength(3)
  })

  it('records created and deleted records with all their rows', async () => {
    const shop = await signUp(door)
    const type = await createType(shop.api, 'Wholesale')
    const product = await createProduct(shop, {
      name: 'Tea',
      barcodes: [{ value: '4600000000015' }],
      prices: [{ priceTypeId: type.id, value: 99.5 }],
    })
    const [created, typeCreated] = await entries(shop)
    expect(typeCreated.changes).toMatchObject([{ was: {}, now: { name: 'Wholesale' } }])
    expect(created).toMatchObject({ recordId: product, recordName: 'Tea' })
    expect(created.changes.map(({ table }: { table: string }) => table)).toEqual(
      expect.arrayContaining(['products', 'productBarcodes', 'productPrices']),
    )
    expect(created.changes).toContainEqual(
      expect.objectContaining({ table: 'productPrices', now: expect.objectContaining({ value: 99.5 }) }),
    )
    await shop.api.delete(`/api/catalog/products/${product}`)
    const [deleted] = await entries(shop)
    expect(deleted).toMatchObject({ action: 'DELETE /api/catalog/products/{id}', recordName: 'Tea' })
    expect(deleted.changes).toContainEqual(
      expect.objectContaining({ table: 'products', was: expect.objectContaining({ name: 'Tea' }), now: {} }),
    )
  })

  it('records the rows created by a sign-up, without the presets of every organization', async () => {
    const shop = await signUp(door)
    const signedUp = (await entries(shop)).at(-1)
    const tables = signedUp.changes.map(({ table }: { table: string }) => table)
    expect(tables).toEqual(expect.arrayContaining(['employees', 'employeeRoles', 'stores', 'retailPoints']))
    expect(tables).not.toContain('countries')
    expect(signedUp.changedRecords).toBe(signedUp.changes.length)
    const { status } = await shop.api.post('/api/catalog/countries', { name: 'Sealand', code: '999' })
    expect(status).toBe(201)
    const [own] = await entries(shop)
    expect(own.changes).toMatchObject([{ table: 'countries', was: {}, now: { name: 'Sealand' } }])
  })

  it('records only the changed lines of a document', async () => {
    const office = await openOffice(door)
    const product = await createProduct(office.organization)
    const lines = [
      { productId: product, quantity: 2, price: 10 },
      { productId: product, quantity: 3, price: 5 },
    ]
    const enter = (await office.api.post('/api/inventory/enters', { storeId: office.store, lines })).body
    const path = `/api/inventory/enters/${enter.id}`
    const changed = [lines[0], { ...lines[1], quantity: 4 }]
    const answer = await office.api.put(path, {
      version: enter.version,
      storeId: office.store,
      lines: changed,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const [entry] = await entries(office.organization)
    const ofLines = entry.changes.filter(({ table }: { table: string }) => table === 'documentLines')
    expect(ofLines).toMatchObject([{ was: { quantity: 3 }, now: { quantity: 4 } }])
    await office.api.post(`${path}/post`)
    const [posted] = await entries(office.organization)
    expect(posted).toMatchObject({ action: 'POST /api/inventory/enters/{id}/post', recordId: enter.id })
    expect(posted.changes).toMatchObject([{ was: { status: 'Draft' }, now: { status: 'Posted' } }])
  })

  it('adds no entries for refused requests and for reads', async () => {
    const shop = await signUp(door)
    const type = await createType(shop.api, 'Wholesale')
    const before = (await entries(shop)).length
    expect((await createType(shop.api, 'Wholesale')).code).toBe('duplicate')
    expect((await shop.api.put(`/api/catalog/price-types/${type.id}`, { ...type, version: 7 })).status).toBe(
      409,
    )
    expect((await shop.api.delete(`/api/catalog/price-types/${newId()}`)).status).toBe(404)
    await shop.api.get(`/api/catalog/price-types/${type.id}`)
    expect(await entries(shop)).toHaveLength(before)
  })

  it('adds one entry for concurrent requests with the same idempotency key', async () => {
    const shop = await signUp(door)
    const keyed = shop.api.with({ 'Idempotency-Key': newId() })
    const answers = await Promise.all([createType(keyed, 'Wholesale'), createType(keyed, 'Wholesale')])
    expect(answers[0].id).toBe(answers[1].id)
    expect(await entries(shop, 'kind=price-types')).toHaveLength(1)
  })

  it('records the first hundred records of a large change and the total number', async () => {
    const shop = await signUp(door)
    for (let i = 0; i < 3; i += 1) await createProduct(shop)
    await using owner = await door.database.connect()
    await owner.query(`BEGIN; SET LOCAL app.organization_id = '${shop.organizationId}';
      INSERT INTO products SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
        'code', concat(id, n), 'external_code', NULL, 'article', NULL))).*
      FROM products p, generate_series(1, 40) n WHERE organization_id = '${shop.organizationId}';
      SELECT feed_bump(); COMMIT`)
    const answer = await shop.api.post('/api/catalog/products/bulk-update', {
      filter: {},
      changes: { isArchived: true },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const [entry] = await entries(shop)
    expect(entry).toMatchObject({ action: 'POST /api/catalog/products/bulk-update', changedRecords: 123 })
    expect(entry.changes).toHaveLength(100)
  })

  it('masks secret values in the log', async () => {
    const shop = await signUp(door)
    const { items } = (await shop.api.get('/api/organization/employee-roles?isSystem=true')).body
    const roleId = items.find(({ name }: { name: string }) => name === 'Cashier').id
    const made = await shop.api.post('/api/organization/employees', {
      lastName: 'Serik',
      roleId,
      posPin: '904817',
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await shop.api.post('/api/me/change-password', {
      currentPassword: OWNER_PASSWORD,
      newPassword: 'a staple for the battery horse',
    })
    const [password, cashier] = await entries(shop)
    expect(password).toMatchObject({ action: 'POST /api/me/change-password' })
    expect(password.changes).toContainEqual(
      expect.objectContaining({ was: { passwordHash: '***' }, now: { passwordHash: '***' } }),
    )
    expect(cashier.changes[0].now).toMatchObject({ lastName: 'Serik', posPinHash: '***', posPinKey: '***' })
    expect(JSON.stringify(await entries(shop))).not.toMatch(/argon2|\\\\x[0-9a-f]{32}/)
  })

  it('returns pages without gaps, and filters by user, kind, record, action and day', async () => {
    const shop = await signUp(door)
    const manager = await hire(door, shop, 'Manager')
    for (const name of ['A', 'B', 'C']) await createType(shop.api, name)
    const { id } = await createType(manager, 'D')
    const names: string[] = []
    for (let after = ''; ; ) {
      const { items, next } = (await shop.api.get(`${LOG}?kind=price-types&pageSize=1${after}`)).body
      names.push(...items.map(({ recordName }: { recordName: string }) => recordName))
      if (next === null) break
      after = `&after=${next}`
    }
    expect(names).toEqual(['D', 'C', 'B', 'A'])
    const found = await entries(shop, `recordId=${id}`)
    expect(found).toMatchObject([{ recordName: 'D' }])
    const [{ accountId, at }] = found
    expect(await entries(shop, `accountId=${accountId}&kind=price-types`)).toHaveLength(1)
    expect(await entries(shop, 'action=POST%20/api/catalog/price-types')).toHaveLength(4)
    expect(await entries(shop, `from=${at.slice(0, 4)}-01-01&kind=price-types`)).toHaveLength(4)
    for (const query of ['to=2020-01-01', 'from=2200-01-01']) expect(await entries(shop, query)).toEqual([])
    for (const query of ['after=7', `after=9999999999999999:${id}`, 'accountId=7', 'from=7'])
      expect((await shop.api.get(`${LOG}?${query}`)).status, query).toBe(400)
  })

  it('requires the permission to view the log, and hides entries of other organizations', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    await createType(other.api, 'Theirs')
    expect(JSON.stringify(await entries(shop))).not.toContain('Theirs')
    const manager = await hireWithout(door, shop, 'costs.view')
    for (const answer of [await manager.get(LOG), await manager.post(`${LOG}/export`)])
      expect(answer.status).toBe(403)
    expect((await new ApiClient(door).get(LOG)).status).toBe(401)
  })

  it('exports a CSV file safe for spreadsheets, and logs the export', async () => {
    const shop = await signUp(door)
    await createType(shop.api, '=HYPERLINK("x")')
    const file = await shop.api.post(`${LOG}/export?language=ru`)
    expect(file.status).toBe(200)
    expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(file.body).toContain('Действие')
    expect(file.body).toContain(`'=HYPERLINK`)
    const [entry] = await entries(shop)
    expect(entry).toMatchObject({ action: 'POST /api/admin/audit-log/export', changes: [] })
  })

  it('exports all pages with the filters of the list', async () => {
    const shop = await signUp(door)
    await using owner = await door.database.connect()
    // All rows have the same time, so only the id orders the pages.
    await owner.query(
      `INSERT INTO audit_log (organization_id, id, at, is_super_admin, action, kind, changes, changed_records, record_name)
       SELECT $1, gen_random_uuid(), now(), false, 'POST /test', 'test', '[]', 0, 'row ' || n || ';' FROM generate_series(1, 2500) AS n`,
      [shop.organizationId],
    )
    await createType(shop.api, 'Other')
    const { body } = await shop.api.post(`${LOG}/export?kind=test`)
    const lines = (body as string).split('\r\n').flatMap((line) => line.match(/row \d+;/)?.[0] ?? [])
    expect([lines.length, new Set(lines).size]).toEqual([2500, 2500])
    expect(body).not.toContain('Other')
  })

  it('records changes by a SuperAdmin in the logs of the organization and of the platform', async () => {
    const shop = await signUp(door)
    const platform = await superAdmin(door, shop)
    await createType(await visit(platform, shop.organizationId), 'By the platform')
    const [entry] = await entries(shop)
    expect(entry).toMatchObject({ isSuperAdmin: true, recordName: 'By the platform', employeeId: null })
    const { items } = (await platform.get('/api/super-admin/audit-log?kind=price-types')).body
    expect(items[0]).toMatchObject({ id: entry.id, insideId: shop.organizationId })
    expect((await shop.api.get('/api/super-admin/audit-log')).status).toBe(403)
  })

  it.each([
    ['a row is changed', `UPDATE audit_log SET record_name = 'Nobody' WHERE record_name = 'B'`, 'B'],
    [
      'a row is changed with its hash',
      `UPDATE audit_log AS r SET hash = audit_row_hash(r) WHERE record_name = 'B';
      UPDATE audit_log SET record_name = 'Nobody', hash = sha256('x') WHERE record_name = 'B'`,
      'B',
    ],
    [
      'a row is inserted',
      `INSERT INTO audit_log SELECT (jsonb_populate_record(r, '{"id": "00000000-0000-4000-8000-000000000001"}')).*
      FROM audit_log r WHERE record_name = 'B'`,
      undefined,
    ],
    ['a row is deleted', `DELETE FROM audit_log WHERE record_name = 'B'`, null],
    ['a seal is changed', `UPDATE audit_seals SET hash = sha256('x') WHERE number = 1`, null],
    [
      'a seal is deleted with its rows',
      'DELETE FROM audit_log WHERE seal = 1; DELETE FROM audit_seals WHERE number = 1',
      null,
    ],
  ])('detects by seals that %s', async (_, damage, name) => {
    await using other = await startTestHub()
    const shop = await signUp(other)
    await using database = openDatabase(other)
    const seal = async () =>
      sealAuditLogs(
        { db: database.db, stopping: new AbortController().signal },
        new Date(Date.now() + 60_000),
      )
    const check = () => database.db.read(shop.organizationId, checkAuditLog)
    for (const names of [['A', 'B'], ['C']]) {
      for (const each of names) await createType(shop.api, each)
      await Promise.all([seal(), seal()])
    }
    const ids = new Map(
      (await entries(shop)).map((row: { recordName: string; id: string }) => [row.recordName, row.id]),
    )
    expect(await check()).toMatchObject({ seals: 2, finding: null })
    await createType(shop.api, 'D')
    expect(await check()).toMatchObject({ finding: null })
    await using owner = await other.database.connect()
    await owner.query(damage)
    const { finding } = await check()
    expect(finding).not.toBeNull()
    if (name !== undefined) expect(finding?.rowId ?? null).toBe(name && ids.get(name))
  })

  it('keeps a sealed entry unchanged and adds further changes of its command as new entries', async () => {
    await using other = await startTestHub()
    const shop = await signUp(other)
    await createType(shop.api, 'A')
    await using database = openDatabase(other)
    const hub = { db: database.db, stopping: new AbortController().signal }
    await using owner = await other.database.connect()
    const goOn = (commandId: string, records: number) =>
      owner.query(
        `SELECT audit_add(to_jsonb(r) - '{seal,hash}'::text[] || jsonb_build_object('id', $1::uuid),
        '[{"table": "x", "was": {}, "now": {}}]', $2) FROM audit_log r WHERE record_name = 'A'`,
        [commandId, records],
      )
    // Simulates a clock that was an hour ahead at the start of the change and was then set back.
    const { rows } = await owner.query(
      `SELECT left(replace(id::text, '-', ''), 12) AS at FROM audit_log WHERE record_name = 'A'`,
    )
    const ahead = (Number.parseInt(rows[0].at, 16) + 3600_000).toString(16).padStart(12, '0')
    const laterId = `${ahead.slice(0, 8)}-${ahead.slice(8)}-7000-8000-000000000000`
    await goOn(laterId, 1)
    await sealAuditLogs(hub, new Date(Date.now() + 60_000))
    // All entries have the time of the change, and the latest entry still comes first.
    for (const records of [2, 3, 4, 5, 6, 7]) await goOn(laterId, records)
    expect(await entries(shop, 'kind=price-types')).toMatchObject([
      ...[7, 6, 5, 4, 3, 2, 1].map((changedRecords) => ({ changedRecords })),
      { recordName: 'A', changedRecords: 1 },
    ])
    expect(await database.db.read(shop.organizationId, checkAuditLog)).toMatchObject({ finding: null })
  })

  it('refuses to let the hub role change or delete log entries, or delete seals', async () => {
    const shop = await signUp(door)
    await createType(shop.api, 'Wholesale')
    await using owner = await door.database.connect()
    await owner.query('SET ROLE counterfoil_app')
    await owner.query(`SET app.organization_id = '${shop.organizationId}'`)
    expect((await owner.query('SELECT FROM audit_log')).rowCount).toBeGreaterThan(0)
    for (const statement of [
      'DELETE FROM audit_log',
      'UPDATE audit_log SET action = $$x$$',
      'DELETE FROM audit_seals',
    ])
      await expect(owner.query(statement)).rejects.toThrow('permission denied')
  })
})
