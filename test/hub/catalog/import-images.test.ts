import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#hub/config/config.ts'
import { fetchFile } from '#hub/files/fetch-file.ts'
import { MAX_IMAGE_BYTES } from '#shared/catalog/image-limits.ts'
import { type Answer, type ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const BASE = '/api/catalog/products'
const IMPORT = `${BASE}/import-csv`

/** Starts a server for the files of a supplier on loopback. */
async function serve(answer: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const stop = (server: Server) => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

describe('images linked in an import', () => {
  const door = useHub({ fetchableAddresses: ['127.0.0.1'] })
  let supplier: Awaited<ReturnType<typeof serve>>
  let png: Buffer
  const requested: string[] = []
  let flaky = 0
  beforeAll(async () => {
    png = await sharp({ create: { width: 9, height: 5, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    supplier = await serve((request, response) => {
      const path = request.url ?? ''
      requested.push(path)
      if (path.startsWith('/good')) response.end(png)
      else if (path === '/moved') response.writeHead(302, { Location: '/good-moved.png' }).end()
      else if (path === '/around') response.writeHead(302, { Location: '/around' }).end()
      else if (path === '/inside') response.writeHead(302, { Location: 'http://[::1]:9/' }).end()
      else if (path === '/file') response.writeHead(302, { Location: 'file:///etc/passwd' }).end()
      else if (path === '/text') response.end('<html>')
      else if (path === '/large') response.end(Buffer.alloc(MAX_IMAGE_BYTES + 1))
      else if (path === '/flaky' && flaky++ === 0) response.writeHead(503).end()
      else if (path === '/flaky') response.end(png)
      else response.writeHead(404).end()
    })
  })
  afterAll(() => stop(supplier.server))

  const send = (api: ApiClient, lines: string[], query = '') =>
    api
      .with({ 'Content-Type': 'text/csv' })
      .sendBytes(`${IMPORT}${query}`, new TextEncoder().encode(lines.join('\n')))
  const lastImport = async (api: ApiClient): Promise<string> =>
    (await api.get(`${BASE}/imports`)).body.items[0].id
  const settled = async (api: ApiClient, importId: string, count: number): Promise<Answer['body'][]> =>
    until('all links are settled', async () => {
      const { body } = await api.get(`${BASE}/imports/${importId}/images`)
      return (
        body.total === count &&
        body.items.every(({ status }: { status: string }) => status !== 'Pending') &&
        body.items
      )
    })
  const imagesOf = async (api: ApiClient, code: string) =>
    (await api.get(`${BASE}?search=${code}`)).body.items[0].images

  it('downloads linked images after the import, and reports failures by row', async () => {
    const { api } = await signUp(door)
    const link = (path: string) => `${supplier.origin}${path}`
    const lines = [
      'Name;Code;Изображение(ссылка)',
      `Good;code-good;"${link('/good-a.png')} ${link('/good-b.png')}"`,
      `Moved;code-moved;${link('/moved')}`,
      `Flaky;code-flaky;${link('/flaky')}`,
      `Missing;code-missing;${link('/missing')}`,
      `Text;code-text;${link('/text')}`,
      `Large;code-large;${link('/large')}`,
      `Around;code-around;${link('/around')}`,
      `Inside;code-inside;${link('/inside')}`,
      `File;code-file;${link('/file')}`,
      'Metadata;code-metadata;http://169.254.169.254/latest/meta-data',
      'Named;code-named;http://localhost:9/',
      'None;code-none;',
      'Other;code-other;ftp://here/x.png',
    ]
    const plan = await send(api, lines, '?dryRun=true')
    expect(plan.body.imageLinks).toBe(12)
    const done = await send(api, lines)
    expect([done.status, done.body.created, done.body.imageLinks]).toEqual([200, 13, 12])
    expect(done.body.warnings).toMatchObject([{ row: 14, column: 'Изображение(ссылка)' }])
    const importId = await lastImport(api)
    const links = await settled(api, importId, 12)
    expect(links.map(({ row, status, message }) => [row, status, message])).toEqual([
      [2, 'Done', null],
      [2, 'Done', null],
      [3, 'Done', null],
      [4, 'Done', null],
      [5, 'Failed', 'is answered with the status 404'],
      [6, 'Failed', 'is not a JPEG, PNG or WebP image'],
      [7, 'Failed', `has more than ${MAX_IMAGE_BYTES} bytes`],
      [8, 'Failed', 'redirects more than 5 times'],
      [9, 'Failed', 'does not stand at a public address'],
      [10, 'Failed', 'redirects to no web address'],
      [11, 'Failed', 'does not stand at a public address'],
      // The name resolves to ::1 and 127.0.0.1, or to ::1 alone, where no server listens.
      [12, 'Failed', expect.stringMatching(/public address|cannot be reached/)],
    ])
    const images = await imagesOf(api, 'code-good')
    expect(images.map(({ isMain }: { isMain: boolean }) => isMain).sort()).toEqual([false, true])
    expect(images[0]).toMatchObject({ contentType: 'image/png', width: 9, height: 5 })
    expect(images[0].fileName).toMatch(/^good-[ab]\.png$/)
    expect(await imagesOf(api, 'code-moved')).toHaveLength(1)
    expect(await imagesOf(api, 'code-text')).toEqual([])
    const failed = await api.get(`${BASE}/imports/${importId}/images?status=Failed&pageSize=2&page=2`)
    expect([failed.body.total, failed.body.items[0].row]).toEqual([8, 7])
    const { api: other } = await signUp(door)
    expect((await other.get(`${BASE}/imports/${importId}/images`)).status).toBe(404)
  })

  it('downloads an image once, however often the file is imported, and retries failed ones', async () => {
    const { api } = await signUp(door)
    const lines = [
      'Name;Code;Image',
      `Once;code-once;${supplier.origin}/good-once.png`,
      `Never;code-never;${supplier.origin}/never`,
    ]
    expect((await send(api, lines)).body.imageLinks).toBe(2)
    await settled(api, await lastImport(api), 2)
    const again = await send(api, lines)
    expect([again.body.unchanged, again.body.imageLinks]).toEqual([2, 1])
    await settled(api, await lastImport(api), 1)
    expect(requested.filter((path) => path === '/good-once.png')).toHaveLength(1)
    expect(requested.filter((path) => path === '/never')).toHaveLength(2)
    expect(await imagesOf(api, 'code-once')).toHaveLength(1)
  })

  it('limits a product to ten images, and reports the others as failed', async () => {
    const { api } = await signUp(door)
    const links = Array.from({ length: 12 }, (_, i) => `${supplier.origin}/good-${i}.png`)
    await send(api, ['Name;Code;Image', `Many;code-many;"${links.join(' ')}"`])
    const all = await settled(api, await lastImport(api), 12)
    const failed = all.filter(({ status }) => status === 'Failed')
    expect(failed.map(({ message }) => message)).toEqual(Array(2).fill('a product has at most 10 images'))
    expect(await imagesOf(api, 'code-many')).toHaveLength(10)
  })

  it('does not download images of a skipped row', async () => {
    const { api } = await signUp(door)
    const lines = ['Name;Code;Retail price;Image', `Wrong;code-wrong;dear;${supplier.origin}/wrong.png`]
    const { body } = await send(api, lines, '?onFaults=skip')
    expect([body.created, body.imageLinks]).toEqual([0, 0])
    expect(requested).not.toContain('/wrong.png')
  })

  it('lists images of an import only for users with permission to view the catalog', async () => {
    const organization = await signUp(door)
    await send(organization.api, ['Name;Code', 'Tea;t'])
    const importId = await lastImport(organization.api)
    const manager = await hireWithout(door, organization, 'catalog.view')
    expect((await manager.get(`${BASE}/imports/${importId}/images`)).status).toBe(403)
  })
})

describe('images from hosts allowed by the operator', () => {
  const IMAGE_HOSTS = 'IMG.shop.example, *.cdn.example,127.0.0.1'
  const door = useHub({
    fetchableAddresses: ['127.0.0.1', '127.0.0.2'],
    imageHosts: readConfig({ IMAGE_HOSTS }).imageHosts,
  })

  it('downloads only from hosts allowed by the operator, also after redirects', async () => {
    const { server, origin } = await serve((request, response) => {
      const elsewhere = `http://127.0.0.2:${(server.address() as AddressInfo).port}/`
      if (request.url === '/away') response.writeHead(302, { Location: elsewhere }).end()
      else response.end('<html>')
    })
    try {
      const { api } = await signUp(door)
      const links = [
        `${origin}/here`,
        `${origin}/away`,
        origin.replace('127.0.0.1', '127.0.0.2'),
        'http://cdn.example/x',
        'http://evilcdn.example/x',
        'http://img.shop.example.evil/x',
      ]
      const lines = ['Name;Code;Image', ...links.map((link, i) => `P${i};p-${i};${link}`)]
      const content = new TextEncoder().encode(lines.join('\n'))
      expect((await api.with({ 'Content-Type': 'text/csv' }).sendBytes(IMPORT, content)).status).toBe(200)
      const { id } = (await api.get(`${BASE}/imports`)).body.items[0]
      const settled: Answer['body'][] = await until('all links are settled', async () => {
        const { items } = (await api.get(`${BASE}/imports/${id}/images`)).body
        return items.every(({ status }: { status: string }) => status !== 'Pending') && items
      })
      expect(settled.map(({ message }) => message)).toEqual([
        'is not a JPEG, PNG or WebP image',
        ...Array.from({ length: 5 }, () => 'is not of a host that the hub may ask'),
      ])
    } finally {
      await stop(server)
    }
  })
})

describe('fetchFile', () => {
  const limits = {
    maxBytes: 100,
    timeoutMs: 60_000,
    allowed: [] as string[],
    signal: new AbortController().signal,
  }

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://169.254.169.254/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://localhost/',
  ])('refuses to download from the address %s', async (address) => {
    await expect(fetchFile(new URL(address), limits)).rejects.toThrow('does not stand at a public address')
  })

  it('stops a download at the size limit, whatever size is declared, and after a time-out', async () => {
    const { server, origin } = await serve((request, response) => {
      if (request.url === '/endless') response.writeHead(200).write('x'.repeat(101))
      else if (request.url === '/silent') response.writeHead(200).write('x')
    })
    try {
      const here = { ...limits, allowed: ['127.0.0.1'] }
      await expect(fetchFile(new URL(`${origin}/endless`), here)).rejects.toThrow('more than 100 bytes')
      await expect(fetchFile(new URL(`${origin}/silent`), { ...here, timeoutMs: 50 })).rejects.toThrow(
        'takes too long',
      )
    } finally {
      await stop(server)
    }
  })
})
