import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BlobReader,
  configure,
  type FileEntry,
  TextReader,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '#hub/db/pool.ts'
import { Database } from '#hub/db/transact.ts'
import { EXCLUDED_TABLES, EXPORTED_TABLES } from '#hub/features/data/export/exported-tables.ts'
import { importArchive } from '#hub/features/data/export/import-archive.ts'
import { FolderStore } from '#hub/files/folder-store.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { fillOffice } from '#test/hub/documents/fill-office.ts'
import { runCommand } from '#test/support/command.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { createTestFolder } from '#test/support/folders.ts'
import {
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  startTestHub,
  type TestHub,
} from '#test/support/hub.ts'
import { hire, hireAllowed, signIn } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

configure({ useWebWorkers: false })
const EXPORTS = '/api/org/export'
/** Name with characters that break naive line and spreadsheet parsers. */
const NASTY = '=1+1 "чай"; қант\\n'

describe('export of an organization', () => {
  const folder = createTestFolder()
  let door: TestHub
  let shop: Organization
  let other: Organization
  let made: { id: string; downloadUrl: string }
  let file: Uint8Array
  let entries: Map<string, FileEntry>

  beforeAll(async () => {
    door = await startTestHub()
    const office = await openOffice(door)
    shop = office.organization
    other = await signUp(door)
    const till = await fillOffice(door, office)
    await fillFields(office, till)
    await createProduct(other, { name: 'of another organization' })
    made = await create(shop.api)
    await ready(shop.api, made.id)
    file = await bytesOf(await fetchPart(made.downloadUrl, 'bytes=0-'))
    entries = await unpack(file)
  })
  afterAll(async () => {
    await door[Symbol.asyncDispose]()
    folder.remove()
  })

  /**
   * Adds data that a default office lacks, such as all fields of a product and a counterparty, future prices,
   * packs, points and shifts.
   */
  async function fillFields({ api, store, tea, dollar }: Office, till: Device): Promise<void> {
    const make = async (path: string, body: object) => {
      const answer = await api.post(path, body)
      expect([path, answer.status < 300 ? '' : answer.body]).toEqual([path, ''])
      return answer.body
    }
    const groups = (await api.get('/api/catalog/product-groups?pageSize=50')).body.items
    // The child group comes before its parent by name.
    const last = await make('/api/catalog/product-groups', { name: 'Z' })
    await make('/api/catalog/product-groups', { name: 'A', parentId: last.id })
    const units = (await api.get('/api/catalog/units-of-measure?pageSize=100')).body.items
    const box = units.find(({ name }: { name: string }) => name === 'упак')
    const productId = await createProduct(shop, {
      name: NASTY,
      article: 'an article',
      description: 'a description',
      externalCode: 'external',
      retailPrice: 1234.56,
      cost: 3.1234,
      minPrice: 9,
      minStock: 3,
      productGroupId: groups[0].id,
      weight: 0.125,
      volume: 0.000001,
      ntin: '00123',
      trackingType: 'Milk',
      barcode: '4006381333931',
      minStockByStore: [{ storeId: store, minStock: 1.5 }],
      futurePrices: [{ priceTypeId: shop.priceTypeId, value: 9, startsAt: '2100-01-01T00:00:00.000Z' }],
      packs: [{ uomId: box.id, quantity: 12, barcode: 'BOX-1' }],
    })
    await make('/api/catalog/counterparties', {
      name: 'Farm',
      taxId: '950540000524',
      legalTitle: 'Farm Ltd',
      legalAddress: 'Astana',
      actualAddress: 'Almaty',
      phone: '+7 701 123 45 67',
      email: 'farm@shop.test',
      code: 'F',
      tags: ['a'],
      bankAccounts: [{ accountNumber: 'KZ01', bic: 'CASPKZKA', isDefault: true }],
    })
    await make(`/api/catalog/currencies/${dollar}/rates`, { day: '2026-01-01', rate: 450.55 })
    await make('/api/loyalty/vouchers/issue', { number: 'GIFT-1', amount: 5000 })
    await make('/api/promotions', {
      name: 'Gift',
      kind: 'GiftPoints',
      effect: { points: 6 },
      requiresCard: true,
    })
    await make('/api/organization/shared-views', {
      key: '/api/catalog/products',
      name: 'Cheap',
      value: { to: '5' },
    })
    const [card] = (await api.get('/api/loyalty/cards')).body.items
    await make(`/api/loyalty/cards/${card.id}/correct-points`, { id: newId(), points: 30, reason: 'A gift' })
    const enter = await make('/api/inventory/enters', {
      storeId: store,
      lines: [{ productId, quantity: 6, price: 3 }],
    })
    await make(`/api/inventory/enters/${enter.id}/post`, {})
    // The only movement is reverted, so the balance row remains without a movement.
    const unmoved = await make('/api/inventory/enters', {
      storeId: store,
      lines: [{ productId: await createProduct(shop, { name: 'Unmoved' }), quantity: 6, price: 3 }],
    })
    await make(`/api/inventory/enters/${unmoved.id}/post`, {})
    await make(`/api/inventory/enters/${unmoved.id}/unpost`, {})
    const sale = await make('/api/sales/retail', {
      storeId: store,
      lines: [{ productId, quantity: 1, price: 1234.56 }],
      payments: [{ type: 'Cash', amount: 1234.56 }],
    })
    await make(`/api/sales/retail/${sale.id}/post`, {})
    const by = { cashierId: shop.employeeId, cashierName: 'Owner' }
    const at = {
      schema: 1,
      retailPointId: shop.retailPointId,
      tillId: 'till-1',
      ...by,
      clock: { utcOffsetMinutes: 300, timeZone: 'Asia/Almaty', bootId: 'b', monotonicMs: 1, hubOffsetMs: 0 },
    }
    const shiftId = newId()
    const now = new Date().toISOString()
    const handedOver = await till.upload([
      till.item(
        { ...at, id: shiftId, number: 7, openedAt: now, openingCash: 1000 },
        { type: 'shift_opened' },
      ),
      till.item(
        { ...at, id: newId(), shiftId, kind: 'In', amount: 50, reason: 'change', movedAt: now },
        { type: 'cash_movement' },
      ),
      till.item(saleBody(shop, [{ productId: tea, quantity: 2 }], { shiftId })),
      till.item(
        { ...at, id: newId(), kind: 'copy_printed', happenedAt: now, details: {} },
        { type: 'till_event' },
      ),
    ])
    expect(handedOver.body.results.map(({ result }: { result: string }) => result)).toEqual(
      Array(4).fill('accepted'),
    )
    const csv = new TextEncoder().encode('name;code\nCoffee;from-a-file\n')
    const imported = await api
      .with({ 'Content-Type': 'text/csv' })
      .sendBytes('/api/catalog/products/import-csv', csv)
    expect(imported.status).toBe(200)
    // Adds rows that would otherwise require a day of waiting, a provider or two tills.
    await using owner = await door.database.connect()
    const own = `organization_id = '${shop.organizationId}'`
    await owner.query(`SET app.organization_id = '${shop.organizationId}';
      INSERT INTO past_prices SELECT organization_id, product_id, price_type_id, now(), 5 FROM product_prices WHERE ${own};
      INSERT INTO retail_point_groups SELECT g.organization_id, p.id, g.id FROM product_groups g JOIN retail_points p USING (organization_id) WHERE g.${own};
      INSERT INTO retail_point_cashiers SELECT e.organization_id, p.id, e.id FROM employees e JOIN retail_points p USING (organization_id) WHERE e.${own};
      INSERT INTO upload_conflicts SELECT organization_id, id, 'a hash', device_id, 1, 'bytes', now() FROM uploads WHERE ${own};
      INSERT INTO retail_sale_vouchers SELECT organization_id, id, 1, 'GIFT-1', 500, true FROM retail_sales WHERE ${own};
      INSERT INTO retail_sale_marking_codes SELECT organization_id, sale_id, line_no, 1, 'a code', 'a key' FROM retail_sale_lines WHERE ${own};
      INSERT INTO fiscal_receipts (organization_id, sale_id, state) SELECT organization_id, id, 'Failed' FROM retail_sales WHERE ${own};
      INSERT INTO fiscal_events (organization_id, id, sale_id, at, state, attempt)
        SELECT organization_id, id, id, now(), 'Failed', 1 FROM retail_sales WHERE ${own};
      SELECT feed_bump()`)
  }

  const create = async (api: ApiClient) => {
    const answer = await api.post(EXPORTS)
    expect([answer.status, answer.body]).toEqual([
      202,
      expect.objectContaining({ downloadUrl: expect.any(String) }),
    ])
    return answer.body
  }
  const ready = (api: ApiClient, id: string) =>
    until('the export is ready', async () => {
      const { body } = await api.get(`${EXPORTS}/${id}`)
      expect(body.status).not.toBe('Failed')
      return body.status === 'Ready' && body
    })
  const fetchPart = (url: string, range?: string, method = 'GET', hub = door.hub) =>
    Promise.resolve(hub.request(url, { method, headers: range ? { Range: range } : {} }))
  /** Returns the cookie required to continue a download. */
  const claimOf = ({ headers }: Response) => headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
  const unpack = async (bytes: Uint8Array) => {
    const zip = new ZipReader(new BlobReader(new Blob([Buffer.from(bytes)])))
    return new Map((await zip.getEntries()).map((entry) => [entry.filename, entry as FileEntry]))
  }
  const text = (path: string, from = entries) => must(from.get(path), path).getData(new TextWriter())
  const rows = async (table: string, from = entries) =>
    (await text(`tables/${table}.jsonl`, from))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))

  it('includes every table of the organization except the listed ones', async () => {
    await using owner = await door.database.connect()
    const { rows: tenant } = await owner.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'organization_id'`,
    )
    const exported = EXPORTED_TABLES.map(({ name }) => name)
    expect(tenant.map(({ name }) => name).sort()).toEqual(
      [
        ...exported.filter((name) => !['organizations', 'units_of_measure'].includes(name)),
        ...Object.keys(EXCLUDED_TABLES),
      ].sort(),
    )
    for (const name of exported)
      for (const ending of [`tables/${name}.jsonl`, `csv/${name}.csv`])
        expect(entries.has(ending), ending).toBe(true)
    const { organizationId: id } = shop
    for (const { name } of EXPORTED_TABLES) {
      if (['organizations', 'units_of_measure', 'accounts', 'audit_log'].includes(name)) continue
      const { rows: counted } = await owner.query(
        `SELECT count(*)::int AS n FROM ${name} WHERE organization_id = $1`,
        [id],
      )
      expect([name, (await rows(name)).length]).toEqual([name, counted[0].n])
    }
    const empty = []
    for (const name of exported) if ((await rows(name)).length === 0) empty.push(name)
    // Only the table of pending cost recalculations is empty.
    expect(empty).toEqual(['cost_recalculations'])
  })

  it('exports rows as JSON exactly as stored, and as CSV in a form readable in spreadsheets', async () => {
    const product = (await rows('products')).find(({ name }) => name === NASTY)
    expect(product).toMatchObject({ cost: 31_234, organization_id: shop.organizationId })
    expect((await rows('product_prices')).map(({ value }) => value)).toContain(123_456)
    expect(await text('csv/product_prices.csv')).toMatch(/,1234\.56\r\n/)
    expect(await text('csv/products.csv')).toContain(`"'=1+1 ""чай""`)
    expect(await text('README.md')).toMatch(/## product_prices[^#]*\| value \| number, stored in 1\/100 \|/)
  })

  it('excludes secrets and data of other organizations', async () => {
    await using owner = await door.database.connect()
    const { rows: found } = await owner.query(`
      SELECT password_hash AS secret FROM accounts UNION SELECT pos_pin_hash FROM employees
      UNION SELECT encode(secret_hash, 'hex') FROM devices UNION SELECT encode(token_hash, 'hex') FROM export_links`)
    const secrets = found.flatMap(({ secret }) => secret ?? [])
    expect(secrets.length).toBeGreaterThan(4)
    for (const path of entries.keys()) {
      if (path.startsWith('files/')) continue
      const content = await text(path)
      for (const secret of [...secrets, 'of another organization', other.organizationId, other.email])
        expect(content.includes(secret), `${path}: ${secret}`).toBe(false)
    }
  })

  it('exports no column whose name suggests a secret', () => {
    const names = EXPORTED_TABLES.flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}`),
    )
    expect(
      names.filter((name) => /secret|token|sealed|passw|pin_|credential|private|session/.test(name)),
    ).toEqual([])
  })

  it('includes images and a checksum of every file', async () => {
    const ended = await ready(shop.api, made.id)
    expect(ended).toMatchObject({
      files: 3,
      missingFiles: 0,
      progress: 100,
      downloadUrl: null,
      size: file.length,
    })
    expect(ended.sha256).toBe(createHash('sha256').update(file).digest('hex'))
    const sums = (await text('SHA256SUMS')).trim().split('\n')
    expect(sums).toHaveLength(entries.size - 1)
    for (const line of sums) {
      const content = await must(entries.get(line.slice(66))).getData(new Uint8ArrayWriter())
      expect(createHash('sha256').update(content).digest('hex'), line).toBe(line.slice(0, 64))
    }
  })

  it('exports a consistent snapshot despite concurrent changes', async () => {
    await using owner = await door.database.connect()
    // Locks one of the first tables, which the creation of price types does not use.
    await owner.query('BEGIN; LOCK TABLE counters IN ACCESS EXCLUSIVE MODE')
    const { id } = await create(other.api)
    await until('it waits for the table', async () => {
      await using watcher = await door.database.connect()
      const { rowCount } = await watcher.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%jsonb_build_object%counters%'`,
      )
      return rowCount === 1
    })
    expect((await other.api.post('/api/catalog/price-types', { name: 'Too late' })).status).toBe(201)
    expect((await create(other.api)).id).toBe(id)
    expect((await other.api.get(EXPORTS)).body.total).toBe(1)
    await owner.query('ROLLBACK')
    await ready(other.api, id)
    const { downloadUrl } = (await other.api.post(`${EXPORTS}/${id}/link`)).body
    const late = await unpack(await bytesOf(await fetchPart(downloadUrl)))
    expect((await rows('price_types', late)).map(({ name }) => name)).not.toContain('Too late')
    expect(await text('tables/price_types.jsonl', late)).not.toBe('')
  })

  it('serves a download in parts without signing in, and only once', async () => {
    expect((await fetchPart(made.downloadUrl)).status).toBe(404)
    const { downloadUrl } = (await shop.api.post(`${EXPORTS}/${made.id}/link`)).body
    const head = await fetchPart(downloadUrl, undefined, 'HEAD')
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(file.length)])
    expect((await fetchPart(downloadUrl, `bytes=${file.length}-`)).status).toBe(416)
    const etag = must(head.headers.get('ETag'))
    const first = await fetchPart(downloadUrl, 'bytes=0-99')
    expect([first.status, first.headers.get('Content-Range')]).toEqual([206, `bytes 0-99/${file.length}`])
    const Cookie = claimOf(first)
    const goOn = (headers: Record<string, string>) =>
      Promise.resolve(door.hub.request(downloadUrl, { headers: { Cookie, ...headers } }))
    for (const [ifRange, status] of [
      [etag, 206],
      ['"another file"', 200],
    ] as const) {
      const answer = await goOn({ Range: 'bytes=0-9', 'If-Range': ifRange })
      expect([ifRange, answer.status]).toEqual([ifRange, status])
      await answer.body?.cancel()
    }
    const rest = await goOn({ Range: 'bytes=100-' })
    expect(Buffer.concat([await bytesOf(first), await bytesOf(rest)]).equals(Buffer.from(file))).toBe(true)
    await until('the link is used', async () => (await goOn({})).status === 404)
    expect((await fetchPart(`${EXPORTS}/download/${'x'.repeat(43)}`)).status).toBe(404)
  })

  it('reserves a link for the client that starts the download, and returns 404 to other clients', async () => {
    const { downloadUrl } = (await shop.api.post(`${EXPORTS}/${made.id}/link`)).body
    // Two concurrent requests: one for the whole file and one for a part.
    const begun = await Promise.all([fetchPart(downloadUrl), fetchPart(downloadUrl, 'bytes=0-9')])
    expect(begun.map(({ status }) => status).sort()).toEqual([expect.toBeOneOf([200, 206]), 404])
    const first = must(begun.find(({ status }) => status < 300))
    await first.body?.cancel()
    expect(first.headers.get('Set-Cookie')).toMatch(
      /^counterfoil-export-\w{16}=[\w-]{43}; Max-Age=\d+; Path=\/api\/org\/export\/download\/[\w-]{43}; HttpOnly; SameSite=Lax$/,
    )
    const name = must(claimOf(first).split('=')[0])
    for (const headers of [{}, { Range: 'bytes=0-9' }, { Cookie: `${name}=${'x'.repeat(43)}` }])
      for (const method of ['GET', 'HEAD'])
        expect((await door.hub.request(downloadUrl, { method, headers })).status).toBe(404)
    const goesOn = await door.hub.request(downloadUrl, { headers: { Cookie: claimOf(first) } })
    expect([goesOn.status, (await bytesOf(goesOn)).length]).toEqual([200, file.length])
    // A new link is not reserved.
    const next = (await shop.api.post(`${EXPORTS}/${made.id}/link`)).body.downloadUrl
    expect((await fetchPart(next, undefined, 'HEAD')).status).toBe(200)
  })

  it('invalidates the previous link when a new one is created', async () => {
    const [former, latter] = [
      await shop.api.post(`${EXPORTS}/${made.id}/link`),
      await shop.api.post(`${EXPORTS}/${made.id}/link`),
    ]
    expect((await fetchPart(former.body.downloadUrl, undefined, 'HEAD')).status).toBe(404)
    expect((await fetchPart(latter.body.downloadUrl, undefined, 'HEAD')).status).toBe(200)
    await using owner = await door.database.connect()
    const { rows: kept } = await owner.query('SELECT token_hash FROM export_links')
    const token = latter.body.downloadUrl.split('/').at(-1)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(kept.map(({ token_hash }) => token_hash)).toEqual([createHash('sha256').update(token).digest()])
  })

  it('requires access to all data of the organization, and hides exports from other organizations', async () => {
    expect((await new ApiClient(door).post(EXPORTS)).status).toBe(401)
    const clerk = await signIn(door, await hireAllowed(door, shop, 'Settings', ['organization.update']))
    const refused = await clerk.post(EXPORTS)
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('costs.view')])
    expect((await clerk.post(`${EXPORTS}/${made.id}/link`)).status).toBe(403)
    const ofOneStore = await hire(door, shop, 'Administrator')
    await using owner = await door.database.connect()
    await owner.query(`SET app.organization_id = '${shop.organizationId}';
      UPDATE employees SET store_ids = ARRAY['${shop.storeId}'::uuid]
      WHERE organization_id = '${shop.organizationId}' AND last_name = 'Administrator'; SELECT feed_bump()`)
    for (const path of [EXPORTS, `${EXPORTS}/${made.id}/link`])
      expect((await ofOneStore.post(path)).body).toMatchObject({ status: 403, code: 'all_stores_needed' })
    expect((await other.api.get(`${EXPORTS}/${made.id}`)).status).toBe(404)
    expect((await other.api.post(`${EXPORTS}/${made.id}/link`)).status).toBe(404)
    const seen = (await other.api.get(EXPORTS)).body.items.map((each: { id: string }) => each.id)
    expect(seen).not.toContain(made.id)
  })

  describe('import of an export into another hub', () => {
    let copy: TestHub
    let path: string
    beforeAll(async () => {
      copy = await startTestHub()
      path = join(folder.path, 'export.zip')
      await writeFile(path, file)
    })
    afterAll(() => copy[Symbol.asyncDispose]())

    const bringBackHere = async (archive: string) => {
      await using resources = new AsyncDisposableStack()
      const pool = openPool(copy.database.hubUrl, 1)
      resources.defer(() => pool.end())
      return await importArchive(
        new Database(pool),
        new FolderStore(join(copy.config.dataDir, 'files')),
        archive,
      )
    }
    const runImport = (archive: string) =>
      runCommand(
        'import-organization',
        {
          DATABASE_URL: copy.database.hubUrl,
          FILES_DIR: join(copy.config.dataDir, 'files'),
          HUB_SECRET: copy.config.secret ?? '',
        },
        [archive],
      )

    it('refuses an archive with a changed byte, and imports none of its data', async () => {
      const damaged = Buffer.from(file)
      const at = damaged.indexOf('tables/products.jsonl') + 60
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      const wrong = join(folder.path, 'damaged.zip')
      await writeFile(wrong, damaged)
      await expect(bringBackHere(wrong)).rejects.toThrow('is not as it was exported')
      await using owner = await copy.database.connect()
      expect((await owner.query('SELECT FROM organizations')).rowCount).toBe(0)
    })

    const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

    /** Returns the path of a valid ZIP with the given files changed. A null value removes the file. */
    const changed = async (changes: Record<string, string | null>): Promise<string> => {
      const zip = new ZipWriter(new Uint8ArrayWriter())
      for (const [path, entry] of entries)
        if (!(path in changes))
          await zip.add(path, new Uint8ArrayReader(await entry.getData(new Uint8ArrayWriter())))
      for (const [path, content] of Object.entries(changes))
        if (content !== null) await zip.add(path, new TextReader(content))
      const archive = join(folder.path, 'changed.zip')
      await writeFile(archive, await zip.close())
      return archive
    }

    it('refuses a valid ZIP with a changed, added or removed file', async () => {
      const prices = await text('tables/product_prices.jsonl')
      expect(prices).toContain('123456')
      for (const changes of [
        { 'tables/product_prices.jsonl': prices.replace('123456', '123457') },
        { 'tables/product_prices.jsonl': prices.split('\n').slice(1).join('\n') },
        { 'csv/more.csv': 'a,b' },
        { 'README.md': null },
      ]) {
        const [path] = Object.keys(changes)
        const refused = bringBackHere(await changed(changes))
        await expect(refused, path).rejects.toThrow(/is not as it was exported|is missing in the archive/)
      }
      // A forged archive could also contain forged checksums.
      const cut = prices.slice(0, -10)
      const sums = (await text('SHA256SUMS')).replace(sha256(prices), sha256(cut))
      const short = await changed({ 'tables/product_prices.jsonl': cut, SHA256SUMS: sums })
      await expect(bringBackHere(short)).rejects.toThrow('ends in the middle of a row')
      await using owner = await copy.database.connect()
      expect((await owner.query('SELECT FROM organizations')).rowCount).toBe(0)
    })

    it('refuses an archive created by a newer hub', async () => {
      const manifest = JSON.parse(await text('manifest.json'))
      const [table, ...tables] = manifest.tables
      for (const [newer, message] of [
        [{ format: manifest.format + 1 }, 'was made by a newer version'],
        [{ tables: [{ ...table, name: 'moons' }, ...tables] }, 'This hub does not know moons'],
        [
          { tables: [{ ...table, columns: [...table.columns, 'tides'] }, ...tables] },
          `This hub does not know ${table.name}.tides`,
        ],
      ] as const) {
        const archive = await changed({ 'manifest.json': JSON.stringify({ ...manifest, ...newer }) })
        await expect(bringBackHere(archive)).rejects.toThrow(message)
      }
    })

    it('refuses an archive that would write files outside its organization', async () => {
      const manifest = JSON.parse(await text('manifest.json'))
      const key = manifest.files[0].replace(shop.organizationId, other.organizationId)
      for (const files of [[key], ['uploads/../../somewhere.png'], [`${manifest.files[0]}/..`]]) {
        const archive = await changed({ 'manifest.json': JSON.stringify({ ...manifest, files }) })
        await expect(bringBackHere(archive)).rejects.toThrow('is no file of the organization')
      }
    })

    it('refuses an archive with the email address of another account, and imports none of its data', async () => {
      await using owner = await copy.database.connect()
      const namesake = await signUp(copy)
      const call = (email: string, now: string) =>
        owner.query('UPDATE accounts SET email = $2 WHERE email = $1', [email, now])
      await call(namesake.email, shop.email)
      await expect(bringBackHere(path)).rejects.toThrow(`The address ${shop.email} belongs to somebody else`)
      const { rows: there } = await owner.query('SELECT id FROM organizations')
      expect(there).toEqual([{ id: namesake.organizationId }])
      await call(shop.email, namesake.email)
    })

    it('imports an organization only once and completely, so that a new export equals the original one', async () => {
      const done = await runImport(path)
      expect([done.code, done.errors]).toEqual([0, ''])
      await expect(bringBackHere(path)).rejects.toThrow('This hub has the organization already')
      await using owner = await copy.database.connect()
      await using before = await door.database.connect()
      const hash = await before.query('SELECT password_hash FROM accounts WHERE email = $1', [shop.email])
      await owner.query('UPDATE accounts SET password_hash = $1, has_password = true WHERE email = $2', [
        hash.rows[0].password_hash,
        shop.email,
      ])
      const token = await new ApiClient(copy).token({
        grant_type: 'password',
        username: shop.email,
        password: OWNER_PASSWORD,
      })
      const api = new ApiClient(copy, token.body.access_token)
      const again = await create(api)
      await ready(api, again.id)
      const second = await unpack(
        await bytesOf(await fetchPart(again.downloadUrl, undefined, 'GET', copy.hub)),
      )
      expect([...second.keys()]).toEqual([...entries.keys()])
      for (const name of entries.keys()) {
        if (/manifest|SHA256SUMS|audit_log/.test(name)) continue
        const [one, two] = [entries, second].map((from) =>
          must(from.get(name)).getData(new Uint8ArrayWriter()),
        )
        expect(Buffer.from(must(await two)).equals(Buffer.from(must(await one))), name).toBe(true)
      }
      // The log on this hub begins with the new export.
      const log = (await api.get('/api/admin/audit-log')).body.items
      const known = new Set((await rows('audit_log')).map((entry) => entry.id))
      expect(known.size).toBeGreaterThan(10)
      expect(log.filter(({ id }: { id: string }) => known.has(id))).toEqual([])
      // Without a new series, receipts of a new till would repeat the numbers of an old till.
      const till = await enrolDevice(copy, { ...shop, api })
      expect((await rows('devices')).map(({ series }) => series)).not.toContain(till.series)
    })

    it('keeps correct books and images in the imported organization', async () => {
      const found = await runCommand('check-books', {
        DATABASE_URL: copy.database.hubUrl,
        HUB_SECRET: copy.config.secret ?? '',
      })
      expect([found.code, found.output]).toEqual([0, expect.stringContaining('add up')])
      const image = [...entries.keys()].find((name) => name.endsWith('thumb.webp'))
      expect((await copy.hub.request(`/${must(image).slice('files/'.length)}`)).status).toBe(200)
    })
  })

  it('expires a download link together with its file', async () => {
    const { downloadUrl } = (await shop.api.post(`${EXPORTS}/${made.id}/link`)).body
    await using owner = await door.database.connect()
    await owner.query(`UPDATE organization_exports SET expires_at = now() - interval '1 second'`)
    expect((await shop.api.get(`${EXPORTS}/${made.id}`)).body.status).toBe('Expired')
    expect((await fetchPart(downloadUrl)).status).toBe(404)
    const answer = await shop.api.post(`${EXPORTS}/${made.id}/link`)
    expect([answer.status, answer.body.code]).toEqual([409, 'export_ended'])
  })
})
