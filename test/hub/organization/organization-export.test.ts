import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BlobReader,
  configure,
  type FileEntry,
  TextReader,
  TextWriter,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '#hub/db/pool.ts'
import { Database } from '#hub/db/transact.ts'
import { bringBack } from '#hub/features/organization/export/bring-back.ts'
import { EXPORTED_TABLES, LEFT_OUT } from '#hub/features/organization/export/exported-tables.ts'
import { FolderStore } from '#hub/files/folder-store.ts'
import { must } from '#shared/std/must.ts'
import { runCommand } from '#test/support/command.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { createTestFolder } from '#test/support/folders.ts'
import {
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  startTestHub,
  type TestHub,
} from '#test/support/hub.ts'
import { hireAllowed, signIn } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

configure({ useWebWorkers: false })
const EXPORTS = '/api/org/export'
/** What a name may hold that readers of lines and spreadsheets stumble over. */
const NASTY = '=1+1 "чай"; қант\\n'

describe('the export of an organization', () => {
  const folder = createTestFolder()
  let door: TestHub
  let shop: Organization
  let other: Organization
  let made: { id: string; downloadUrl: string }
  let file: Uint8Array
  let entries: Map<string, FileEntry>

  beforeAll(async () => {
    door = await startTestHub()
    shop = await signUp(door)
    other = await signUp(door)
    const { api, storeId } = shop
    const group = await api.post('/api/catalog/product-groups', { name: 'Z' })
    const under = await api.post('/api/catalog/product-groups', { name: 'A', parentId: group.body.id })
    const productId = await createProduct(shop, {
      name: NASTY,
      retailPrice: 1234.56,
      productGroupId: under.body.id,
    })
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    expect((await api.sendFile(`/api/catalog/products/${productId}/images`, png)).status).toBe(201)
    const enter = await api.post('/api/inventory/enters', {
      storeId,
      lines: [{ productId, quantity: 6, price: 3 }],
    })
    expect((await api.post(`/api/inventory/enters/${enter.body.id}/post`)).status).toBe(200)
    const sale = await api.post('/api/sales/retail', {
      ...{ storeId, lines: [{ productId, quantity: 1, price: 1234.56 }] },
      payments: [{ type: 'Cash', amount: 1234.56 }],
    })
    expect((await api.post(`/api/sales/retail/${sale.body.id}/post`, {})).status).toBe(200)
    await enrolDevice(door, shop)
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

  it('has every table of the organization, or says why not', async () => {
    await using owner = await door.database.connect()
    const { rows: tenant } = await owner.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'organization_id'`,
    )
    const exported = EXPORTED_TABLES.map(({ name }) => name)
    expect(tenant.map(({ name }) => name).sort()).toEqual(
      [
        ...exported.filter((name) => !['organizations', 'units_of_measure'].includes(name)),
        ...Object.keys(LEFT_OUT),
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
  })

  it('has rows exactly as they are kept, and for spreadsheets as people read them', async () => {
    const [product] = await rows('products')
    expect(product).toMatchObject({ name: NASTY, organization_id: shop.organizationId })
    const [price] = await rows('product_prices')
    expect(price.value).toBe(123_456)
    expect(await text('csv/product_prices.csv')).toMatch(/,1234\.56\r\n/)
    expect(await text('csv/products.csv')).toContain(`"'=1+1 ""чай""`)
    expect(await text('README.md')).toMatch(/## product_prices[^#]*\| value \| number, kept in 1\/100 \|/)
    expect((await rows('stock_movements')).map(({ quantity }) => quantity)).toEqual([6000, -1000])
  })

  it('has nothing of other organizations, and no secrets', async () => {
    await using owner = await door.database.connect()
    const { rows: found } = await owner.query(`
      SELECT password_hash AS secret FROM accounts UNION SELECT pos_pin_hash FROM employees
      UNION SELECT encode(secret_hash, 'hex') FROM devices UNION SELECT encode(token_hash, 'hex') FROM export_links`)
    const secrets = found.flatMap(({ secret }) => secret ?? [])
    expect(secrets.length).toBeGreaterThan(4)
    for (const path of entries.keys()) {
      if (path.startsWith('files/')) continue
      const content = await text(path)
      for (const secret of [...secrets, 'of another organization', other.organizationId])
        expect(content.includes(secret), `${path}: ${secret}`).toBe(false)
    }
  })

  it('has no column that is named as a secret is', () => {
    const names = EXPORTED_TABLES.flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}`),
    )
    expect(
      names.filter((name) => /secret|token|sealed|passw|pin_|credential|private|session/.test(name)),
    ).toEqual([])
  })

  it('has images, and a checksum of every file', async () => {
    const told = await ready(shop.api, made.id)
    expect(told).toMatchObject({
      files: 3,
      missingFiles: 0,
      progress: 100,
      downloadUrl: null,
      size: file.length,
    })
    expect(told.sha256).toBe(createHash('sha256').update(file).digest('hex'))
    const sums = (await text('SHA256SUMS')).trim().split('\n')
    expect(sums).toHaveLength(entries.size - 1)
    for (const line of sums) {
      const content = await must(entries.get(line.slice(66))).getData(new Uint8ArrayWriter())
      expect(createHash('sha256').update(content).digest('hex'), line).toBe(line.slice(0, 64))
    }
  })

  it('is downloaded in parts, once, without signing in', async () => {
    expect((await fetchPart(made.downloadUrl)).status).toBe(404)
    const { downloadUrl } = (await shop.api.post(`${EXPORTS}/${made.id}/link`)).body
    const head = await fetchPart(downloadUrl, undefined, 'HEAD')
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(file.length)])
    expect((await fetchPart(downloadUrl, `bytes=${file.length}-`)).status).toBe(416)
    const first = await fetchPart(downloadUrl, 'bytes=0-99')
    expect([first.status, first.headers.get('Content-Range')]).toEqual([206, `bytes 0-99/${file.length}`])
    const rest = await fetchPart(downloadUrl, 'bytes=100-')
    expect(Buffer.concat([await bytesOf(first), await bytesOf(rest)]).equals(Buffer.from(file))).toBe(true)
    await until('the link is used', async () => (await fetchPart(downloadUrl)).status === 404)
    expect((await fetchPart(`${EXPORTS}/download/${'x'.repeat(43)}`)).status).toBe(404)
  })

  it('has one link: a new one ends the former', async () => {
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

  it('is for those who may see everything, of their own organization', async () => {
    expect((await new ApiClient(door).post(EXPORTS)).status).toBe(401)
    const clerk = await signIn(door, await hireAllowed(door, shop, 'Settings', ['organization.update']))
    const refused = await clerk.post(EXPORTS)
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('costs.view')])
    expect((await clerk.post(`${EXPORTS}/${made.id}/link`)).status).toBe(403)
    expect((await other.api.get(`${EXPORTS}/${made.id}`)).status).toBe(404)
    expect((await other.api.post(`${EXPORTS}/${made.id}/link`)).status).toBe(404)
    expect((await other.api.get(EXPORTS)).body.items).toEqual([])
  })

  describe('brought back to another hub', () => {
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
      return await bringBack(new Database(pool), new FolderStore(join(copy.config.dataDir, 'files')), archive)
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

    it('is refused when a byte has changed, and nothing of it is there', async () => {
      const damaged = Buffer.from(file)
      const at = damaged.indexOf('tables/products.jsonl') + 60
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      const wrong = join(folder.path, 'damaged.zip')
      await writeFile(wrong, damaged)
      await expect(bringBackHere(wrong)).rejects.toThrow('is not as it was exported')
      await using owner = await copy.database.connect()
      expect((await owner.query('SELECT FROM organizations')).rowCount).toBe(0)
    })

    it('is refused when it would write a file of another organization', async () => {
      const manifest = JSON.parse(await text('manifest.json'))
      const key = manifest.files[0].replace(shop.organizationId, other.organizationId)
      for (const files of [[key], ['uploads/../../somewhere.png'], [`${manifest.files[0]}/..`]]) {
        const zip = new ZipWriter(new Uint8ArrayWriter())
        await zip.add('manifest.json', new TextReader(JSON.stringify({ ...manifest, files })))
        const path = join(folder.path, 'of-another.zip')
        await writeFile(path, await zip.close())
        await expect(bringBackHere(path)).rejects.toThrow('is no file of the organization')
      }
    })

    it('gives an organization whose export equals the first, once', async () => {
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
      // Receipts of a new till would have the numbers of an old one's.
      const till = await enrolDevice(copy, { ...shop, api })
      expect((await rows('devices')).map(({ series }) => series)).not.toContain(till.series)
    })

    it('sells and counts on: its books add up, and its images are there', async () => {
      const found = await runCommand('check-books', {
        ...{ DATABASE_URL: copy.database.hubUrl, HUB_SECRET: copy.config.secret ?? '' },
      })
      expect([found.code, found.output]).toEqual([0, expect.stringContaining('add up')])
      const image = [...entries.keys()].find((name) => name.endsWith('thumb.webp'))
      expect((await copy.hub.request(`/${must(image).slice('files/'.length)}`)).status).toBe(200)
    })
  })

  it('expires with its file', async () => {
    const { downloadUrl } = (await shop.api.post(`${EXPORTS}/${made.id}/link`)).body
    await using owner = await door.database.connect()
    await owner.query(`UPDATE organization_exports SET expires_at = now() - interval '1 second'`)
    expect((await shop.api.get(`${EXPORTS}/${made.id}`)).body.status).toBe('Expired')
    expect((await fetchPart(downloadUrl)).status).toBe(404)
    const answer = await shop.api.post(`${EXPORTS}/${made.id}/link`)
    expect([answer.status, answer.body.code]).toEqual([409, 'export_ended'])
  })
})
