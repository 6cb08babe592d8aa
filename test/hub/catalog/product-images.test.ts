import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct } from '#test/support/device.ts'
import { type Answer, ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff'

const picture = (width = 1200, height = 900, format: Format = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a06030' } })
    .toFormat(format)
    .toBuffer()

async function send(
  api: ApiClient,
  path: string,
  content: Uint8Array,
  { name = 'photo.jpg', part = 'file' } = {},
): Promise<Answer> {
  const form = new FormData()
  // The declared type is wrong on purpose: the hub must ignore it.
  form.append(part, new File([new Uint8Array(content)], name, { type: 'text/html' }))
  const request = new Request('http://hub', { method: 'POST', body: form })
  const body = new Uint8Array(await request.arrayBuffer())
  return api.with({ 'Content-Type': request.headers.get('Content-Type') ?? '' }).sendBytes(path, body)
}

describe('images of products', () => {
  const door = useHub()
  let shop: Organization
  let api: ApiClient
  beforeAll(async () => {
    shop = await signUp(door)
    api = shop.api
  })

  async function product(): Promise<string> {
    return `/api/catalog/products/${await createProduct(shop)}/images`
  }
  const add = async (base: string, content?: Uint8Array): Promise<Answer['body']> => {
    const { status, body } = await send(api, base, content ?? (await picture(40, 30)))
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const list = async (base: string): Promise<Answer['body'][]> => (await api.get(base)).body.items
  const fetchFile = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    door.hub.request(address, { method, headers })
  const decoded = async (address: string) =>
    sharp(Buffer.from(await (await fetchFile(address)).arrayBuffer())).metadata()

  it.each(['jpeg', 'png', 'webp'] as const)('keeps a %s image in three sizes', async (format) => {
    const base = await product()
    const image = await add(base, await picture(1200, 900, format))
    expect(image).toMatchObject({
      fileName: 'photo.jpg',
      contentType: `image/${format}`,
      width: 1200,
      height: 900,
      isMain: true,
      sortOrder: 0,
    })
    expect(await list(base)).toEqual([image])
    expect(await decoded(image.url)).toMatchObject({ format, width: 1200, height: 900 })
    expect(await decoded(image.cardUrl)).toMatchObject({ format: 'webp', width: 800, height: 600 })
    expect(await decoded(image.thumbUrl)).toMatchObject({ format: 'webp', width: 200, height: 150 })
  })

  it('rotates images upright and removes their EXIF data', async () => {
    const sideways = await sharp(await picture(60, 30))
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const image = await add(await product(), sideways)
    expect([image.width, image.height]).toEqual([30, 60])
    const about = await decoded(image.url)
    expect([about.width, about.height, about.orientation, about.exif]).toEqual([30, 60, undefined, undefined])
  })

  it('removes data appended after the end of an image', async () => {
    const image = await add(
      await product(),
      Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')]),
    )
    expect(await (await fetchFile(image.url)).text()).not.toContain('script')
  })

  describe('serving images', () => {
    it('serves an image publicly at its URL, cacheable forever', async () => {
      const image = await add(await product())
      const answer = await fetchFile(image.url)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(image.size),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cross-origin-resource-policy': 'cross-origin',
      })
      const etag = answer.headers.get('ETag') ?? ''
      const known = await fetchFile(image.url, { 'If-None-Match': `"x", W/${etag}` })
      expect([known.status, await known.text()]).toEqual([304, ''])
      const head = await fetchFile(image.url, {}, 'HEAD')
      expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(image.size)])
    })

    it('returns 404 for invalid image URLs', async () => {
      const { url } = await add(await product())
      const [, , organizationId, fileKey] = url.split('/')
      const odd = [
        `/uploads/${organizationId}/${fileKey}/original.png`,
        `/uploads/${organizationId}/${fileKey}/original.jpg.TYPE`,
        `/uploads/${organizationId}/${fileKey}/original.JPG`,
        `/uploads/${newId()}/${fileKey}/original.jpg`,
        `/uploads/${organizationId}/${'0'.repeat(40)}/original.jpg`,
        `/uploads/${organizationId}/${fileKey}`,
        `/uploads/${organizationId}/${fileKey}/..%2f..%2f..%2fhub-secret`,
        '/uploads/..%2f..%2fhub-secret/x/y',
        `/uploads/${organizationId}/%2e%2e/original.jpg`,
        '/uploads/',
      ]
      for (const address of odd) expect((await fetchFile(address)).status, address).toBe(404)
    })
  })

  describe('the main image', () => {
    it('makes the first image the main image until another is selected', async () => {
      const base = await product()
      const [first, second] = [await add(base), await add(base)]
      expect([first.isMain, second.isMain]).toEqual([true, false])
      const chosen = await api.post(`${base}/${second.id}/main`)
      expect([chosen.status, chosen.body]).toEqual([200, { ...second, isMain: true }])
      expect((await api.post(`${base}/${second.id}/main`)).status).toBe(200)
      expect((await list(base)).map(({ id, isMain }) => [id, isMain])).toEqual([
        [second.id, true],
        [first.id, false],
      ])
    })

    it('makes the oldest image the main image when the main image is deleted', async () => {
      const base = await product()
      const [first, second, third] = [await add(base), await add(base), await add(base)]
      await api.post(`${base}/${third.id}/main`)
      expect((await api.delete(`${base}/${third.id}`)).status).toBe(204)
      expect((await list(base)).map(({ id, isMain }) => [id, isMain])).toEqual([
        [first.id, true],
        [second.id, false],
      ])
      expect((await fetchFile(third.url)).status).toBe(404)
      expect((await fetchFile(third.thumbUrl)).status).toBe(404)
      expect((await api.delete(`${base}/${third.id}`)).status).toBe(404)
    })

    it('keeps exactly one main image during concurrent changes', async () => {
      const base = await product()
      await Promise.all([add(base), add(base), add(base), add(base)])
      const images = await list(base)
      expect(images.filter(({ isMain }) => isMain).length).toBe(1)
      expect(new Set(images.map(({ sortOrder }) => sortOrder)).size).toBe(4)
      const answers = await Promise.all([
        ...images.map(({ id }) => api.post(`${base}/${id}/main`)),
        api.delete(`${base}/${images[0].id}`),
        api.delete(`${base}/${images[1].id}`),
      ])
      expect(
        answers.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status)),
      ).toEqual([])
      const left = await list(base)
      expect([left.length, left.filter(({ isMain }) => isMain).length]).toEqual([2, 1])
    })
  })

  it('allows at most ten images per product', async () => {
    const base = await product()
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => send(api, base, await picture(20, 20))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 400, 400])
    expect((await list(base)).length).toBe(10)
  })

  it('returns a product with its images', async () => {
    const base = await product()
    const image = await add(base)
    const { body } = await api.get(base.replace('/images', ''))
    expect(body.images).toEqual([image])
  })

  it('deletes the images of a deleted product', async () => {
    const base = await product()
    const image = await add(base)
    expect((await api.delete(base.replace('/images', ''))).status).toBe(204)
    expect((await fetchFile(image.url)).status).toBe(404)
    expect((await api.get(base)).status).toBe(404)
  })

  describe('refused images', () => {
    it.each([
      ['a GIF', () => picture(10, 10, 'gif')],
      ['a TIFF', () => picture(10, 10, 'tiff')],
      ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      ['text', async () => Buffer.from('not an image')],
      ['half an image', async () => (await picture(800, 800, 'png')).subarray(0, 300)],
      ['a bomb', async () => bomb()],
    ])('refuses %s as a product image', async (_, content) => {
      const base = await product()
      const { status, body } = await send(api, base, await content())
      expect([status, body.code, body.errors?.[0].pointer]).toEqual([400, 'invalid_request', '#/file'])
      expect(await list(base)).toEqual([])
    })

    it.each([
      [64_000_000, 1],
      [1, 64_000_000],
      [16_384, 16],
    ])('refuses an image of %i × %i pixels after reading only its header', async (width, height) => {
      const { status, body } = await send(api, await product(), bomb(width, height))
      expect([status, body.errors?.[0].detail]).toEqual([400, 'is more than 16383 pixels long or wide'])
    })

    it('refuses an image larger than 5 MiB', async () => {
      const { status, body } = await send(api, await product(), Buffer.alloc(5 * 1024 * 1024 + 1))
      expect([status, body.code]).toEqual([413, 'payload_too_large'])
    })

    it('refuses a form without the file field', async () => {
      const base = await product()
      const { status, body } = await send(api, base, await picture(9, 9), { part: 'image' })
      expect([status, body.errors?.[0].pointer]).toEqual([400, '#/file'])
      expect((await api.post(base, {})).status).toBe(415)
      const odd = api.with({ 'Content-Type': 'multipart/form-data; boundary=x' })
      expect((await odd.send('POST', base, '--y')).status).toBe(400)
    })

    it('removes the folder from the name of an uploaded file', async () => {
      const { body } = await send(api, await product(), await picture(9, 9), { name: '../../etc/пароль.jpg' })
      expect(body.fileName).toBe('пароль.jpg')
    })
  })

  it('processes the upload of one organization without waiting for all queued uploads of another', async () => {
    const base = await product()
    const other = await signUp(door)
    const otherBase = `/api/catalog/products/${await createProduct(other)}/images`
    const done: string[] = []
    const add = async (who: ApiClient, path: string, name: string): Promise<void> => {
      expect((await send(who, path, large)).status).toBe(201)
      done.push(name)
    }
    const large = await picture(1500, 1500)
    const many = Array.from({ length: 10 }, () => add(api, base, 'many'))
    await Promise.all([...many, add(other.api, otherBase, 'one')])
    expect(done.indexOf('one')).toBeLessThan(7)
  })

  it('adds an image only once for a repeated idempotency key', async () => {
    const base = await product()
    const keyed = api.with({ 'Idempotency-Key': newId() })
    const form = new FormData()
    form.append('file', new File([new Uint8Array(await picture(9, 9))], 'a.jpg'))
    const request = new Request('http://hub', { method: 'POST', body: form })
    const bytes = new Uint8Array(await request.arrayBuffer())
    const sender = keyed.with({ 'Content-Type': request.headers.get('Content-Type') ?? '' })
    const [first, second] = [await sender.sendBytes(base, bytes), await sender.sendBytes(base, bytes)]
    expect(first.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect((await list(base)).length).toBe(1)
  })

  it('requires the permission to add, delete and select images', async () => {
    const base = await product()
    const { id } = await add(base)
    const nobody = new ApiClient(door)
    const storekeeper = await hire(door, shop, 'Storekeeper')
    expect((await storekeeper.get(base)).status).toBe(200)
    for (const [who, status] of [
      [nobody, 401],
      [storekeeper, 403],
    ] as const) {
      expect((await send(who, base, await picture(9, 9))).status).toBe(status)
      expect((await who.delete(`${base}/${id}`)).status).toBe(status)
      expect((await who.post(`${base}/${id}/main`)).status).toBe(status)
    }
  })

  it('hides images from other organizations', async () => {
    const base = await product()
    const { id } = await add(base)
    const other = (await signUp(door)).api
    const answers = [
      await other.get(base),
      await send(other, base, await picture(9, 9)),
      await other.delete(`${base}/${id}`),
      await other.post(`${base}/${id}/main`),
      await api.delete(`${await product()}/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await list(base)).length).toBe(1)
  })
})

/** Returns a PNG of a few hundred bytes whose header declares the given dimensions. */
function bomb(width = 15_000, height = 15_000): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.byteLength)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
