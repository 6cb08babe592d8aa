import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readBitmap } from '#shared/receipts/bitmap.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { enrolDevice } from '#test/support/device.ts'
import { type Answer, type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'

/** Returns an image of a black disc with a gray right half on a transparent background. */
const disc = (side: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 2 2">
      <circle cx="1" cy="1" r="1"/><path d="M1 0a1 1 0 0 1 0 2z" fill="#808080"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

async function put(api: ApiClient, path: string, content: Uint8Array): Promise<Answer> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(content)], 'logo.txt', { type: 'text/plain' }))
  const request = new Request('http://hub', { method: 'PUT', body: form })
  const body = new Uint8Array(await request.arrayBuffer())
  return api.with({ 'Content-Type': request.headers.get('Content-Type') ?? '' }).sendBytes(path, body, 'PUT')
}

describe('logos of retail points', () => {
  const door = useHub()
  const pathOf = ({ retailPointId }: Organization): string => `/api/catalog/retail-points/${retailPointId}`
  const logoOf = async (shop: Organization): Promise<string | null> =>
    (await shop.api.get(pathOf(shop))).body.logoUrl
  const fetchFile = (address: string) => door.hub.request(address)

  it('shows a logo to users, and sends it to tills in black and white for both paper widths', async () => {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const { version } = (await shop.api.get(pathOf(shop))).body
    const answer = await put(shop.api, `${pathOf(shop)}/logo`, await disc(900))
    expect([answer.status, answer.body.version]).toEqual([200, version + 1])
    const shown = await fetchFile(answer.body.logoUrl)
    expect(shown.headers.get('Content-Type')).toBe('image/png')
    const about = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect([about.width, about.height]).toEqual([576, 576])
    const { lines } = await device.download()
    const [settings] = lines.flatMap((line) => (line.t === 'settings' && line.op === 'put' ? [line.v] : []))
    const { logoPath } = must(settings)
    for (const width of [58, 80]) {
      const file = await fetchFile(`${logoPath}/${width}.pbm`)
      expect(file.headers.get('Content-Type')).toBe('image/x-portable-bitmap')
      const raster = must(readBitmap(new Uint8Array(await file.arrayBuffer())))
      expect([raster.width, raster.height]).toEqual([240, 240])
      const dots = Buffer.from(raster.dots, 'base64')
      const blackIn = (x: number, y: number) =>
        [...dots.subarray(y * 30 + x, y * 30 + x + 5)]
          .map((byte) => byte.toString(2).padStart(8, '0'))
          .join('')
      expect(blackIn(0, 0)).toBe('0'.repeat(40))
      expect(blackIn(8, 120)).toBe('1'.repeat(40))
      const grey = blackIn(17, 120).replaceAll('0', '').length
      expect(grey).toBeGreaterThan(10)
      expect(grey).toBeLessThan(30)
    }
  })

  it('keeps the logo when the retail point is saved, and replaces and removes it on request', async () => {
    const shop = await signUp(door)
    await put(shop.api, `${pathOf(shop)}/logo`, await disc(100))
    const first = must(await logoOf(shop))
    const point = (await shop.api.get(pathOf(shop))).body
    expect((await shop.api.put(pathOf(shop), { ...point, receiptFooter: 'Bye' })).status).toBe(200)
    expect(await logoOf(shop)).toBe(first)
    await put(shop.api, `${pathOf(shop)}/logo`, await disc(50))
    const second = must(await logoOf(shop))
    expect(second).not.toBe(first)
    expect([(await fetchFile(first)).status, (await fetchFile(second)).status]).toEqual([404, 200])
    expect((await shop.api.delete(`${pathOf(shop)}/logo`)).status).toBe(204)
    expect([await logoOf(shop), (await fetchFile(second)).status]).toEqual([null, 404])
    expect((await shop.api.delete(`${pathOf(shop)}/logo`)).status).toBe(204)
  })

  it('deletes the logo together with its retail point, and keeps it when the retail point cannot be deleted', async () => {
    const shop = await signUp(door)
    const { storeId, priceTypeId } = (await shop.api.get(pathOf(shop))).body
    const made = await shop.api.post('/api/catalog/retail-points', { name: 'Kiosk', storeId, priceTypeId })
    const kiosk = `/api/catalog/retail-points/${made.body.id}`
    const { logoUrl } = (await put(shop.api, `${kiosk}/logo`, await disc(60))).body
    expect((await fetchFile(logoUrl)).status).toBe(200)
    await enrolDevice(door, shop, made.body.id)
    expect((await shop.api.delete(kiosk)).status).toBe(409)
    expect((await fetchFile(logoUrl)).status).toBe(200)

    const empty = await shop.api.post('/api/catalog/retail-points', { name: 'Stall', storeId, priceTypeId })
    const stall = `/api/catalog/retail-points/${empty.body.id}`
    const gone = (await put(shop.api, `${stall}/logo`, await disc(60))).body.logoUrl
    expect((await shop.api.delete(stall)).status).toBe(204)
    expect((await fetchFile(gone)).status).toBe(404)
  })

  it('accepts only images, for retail points of the organization, from users with permission', async () => {
    const shop = await signUp(door)
    const refused = await put(shop.api, `${pathOf(shop)}/logo`, Buffer.from('no image'))
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/file'])
    const logo = await disc(10)
    const nowhere = await put(shop.api, `/api/catalog/retail-points/${newId()}/logo`, logo)
    const other = await signUp(door)
    const foreign = await put(other.api, `${pathOf(shop)}/logo`, logo)
    const looker = await hireWithout(door, shop, 'catalog.update')
    const unable = await put(looker, `${pathOf(shop)}/logo`, logo)
    expect([nowhere.status, foreign.status, unable.status]).toEqual([404, 404, 403])
    expect((await other.api.delete(`${pathOf(shop)}/logo`)).status).toBe(404)
    expect((await looker.delete(`${pathOf(shop)}/logo`)).status).toBe(403)
    expect(await logoOf(shop)).toBeNull()
  })
})
