import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { type ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { byCode, OWN, sendCsv } from '../catalog/imports.ts'
import { TillReplica } from './till-replica.ts'

const PRODUCTS = '/api/catalog/products'

describe('minimum age of a product', () => {
  const door = useHub()

  it('sets and removes the minimum age, and refuses invalid ages', async () => {
    const { api } = await signUp(door)
    const made = await api.post(PRODUCTS, { name: 'Wine', minimumAge: 18 })
    expect([made.status, made.body.minimumAge]).toEqual([201, 18])
    const path = `${PRODUCTS}/${made.body.id}`
    expect((await api.put(path, { name: 'Wine', version: 1 })).body.minimumAge).toBeNull()
    for (const minimumAge of [0, -1, 100, 17.5, '18']) {
      const { status, body } = await api.put(path, { name: 'Wine', version: 2, minimumAge })
      expect([status, body.errors[0].pointer]).toEqual([400, '#/minimumAge'])
    }
  })

  it('imports and exports the minimum age', async () => {
    const { api } = await signUp(door)
    const file = 'Наименование;Код;Возрастное ограничение\nВино;W1;18+\nСок;J1;\n'
    expect((await sendCsv(api, OWN, file)).body).toMatchObject({ created: 2, errors: [] })
    expect((await byCode(api, 'W1')).minimumAge).toBe(18)
    expect((await byCode(api, 'J1')).minimumAge).toBeNull()
    const wrong = await sendCsv(api, OWN, 'Наименование;Код;Возраст\nВино;W1;180\n')
    expect(JSON.stringify(wrong.body)).toContain('must be from 1 to 99 years')
    const exported = await api.get(`${PRODUCTS}/export?format=csv`)
    expect(exported.body).toMatch(/Minimum age/)
    expect(exported.body).toMatch(/Вино.*18/)
  })

  it('sends the minimum age to tills', async () => {
    const own = await signUp(door)
    const till = new TillReplica(await enrolDevice(door, own))
    await till.sync()
    const id = await createProduct(own, { name: 'Wine', minimumAge: 18 })
    const { lines, footer } = await till.sync({ digest: 'true' })
    expect(lines).toMatchObject([{ t: 'product', id, v: { minimumAge: 18, thumbUrl: null } }])
    expect(footer.digest).toEqual(till.digest())
  })
})

describe('product images at tills', () => {
  const door = useHub()

  async function addImage(api: ApiClient, productId: string): Promise<{ id: string; thumbUrl: string }> {
    const form = new FormData()
    const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a06030' } })
      .png()
      .toBuffer()
    form.append('file', new File([new Uint8Array(content)], 'photo.png'))
    const request = new Request('http://hub', { method: 'POST', body: form })
    const body = new Uint8Array(await request.arrayBuffer())
    const answer = await api
      .with({ 'Content-Type': request.headers.get('Content-Type') ?? '' })
      .sendBytes(`${PRODUCTS}/${productId}/images`, body)
    expect(answer.status).toBe(201)
    return answer.body
  }

  it('sends tills the thumbnail URL of the current main image, or null without images', async () => {
    const own = await signUp(door)
    const id = await createProduct(own, { name: 'Wine' })
    const till = new TillReplica(await enrolDevice(door, own))
    await till.sync()
    const first = await addImage(own.api, id)
    const synced = await till.sync({ digest: 'true' })
    expect(synced.lines).toMatchObject([{ t: 'product', id, v: { thumbUrl: first.thumbUrl } }])
    expect(synced.footer.digest).toEqual(till.digest())
    expect((await door.hub.request(first.thumbUrl)).headers.get('Content-Type')).toBe('image/webp')

    const second = await addImage(own.api, id)
    await own.api.delete(`${PRODUCTS}/${id}/images/${first.id}`)
    await till.sync()
    expect(till.of('product').get(id)).toMatchObject({ thumbUrl: second.thumbUrl })
    await own.api.delete(`${PRODUCTS}/${id}/images/${second.id}`)
    await till.sync()
    expect(till.of('product').get(id)).toMatchObject({ thumbUrl: null })
    await till.expectComplete()
  })
})

describe('favorites of a retail point', () => {
  const door = useHub()
  const FAVOURITES = '/api/pos/v1/favourites'

  it('sends favorites to the other tills of the retail point, and keeps the latest arrangement', async () => {
    const own = await signUp(door)
    const [wine, tea] = [
      await createProduct(own, { name: 'Wine' }),
      await createProduct(own, { name: 'Tea' }),
    ]
    const [first, second] = [await enrolDevice(door, own), await enrolDevice(door, own)]
    const till = new TillReplica(second)
    await till.sync()
    const arrange = (device: typeof first, productIds: string[], arrangedAt: string) =>
      device.api.post(FAVOURITES, { productIds, arrangedAt })
    const settings = async (replica: TillReplica) => {
      await replica.sync()
      return [...replica.of('settings').values()][0]
    }

    expect((await arrange(first, [wine, tea], '2026-03-02T09:00:00.000Z')).status).toBe(204)
    expect(await settings(till)).toMatchObject({
      favouriteProductIds: [wine, tea],
      favouritesArrangedAt: '2026-03-02T09:00:00.000Z',
    })
    await arrange(second, [tea], '2026-03-02T09:00:01.000Z')
    // An earlier arrangement arrives late because its till was offline.
    expect((await arrange(first, [], '2026-03-02T08:00:00.000Z')).status).toBe(204)
    expect(await settings(till)).toMatchObject({ favouriteProductIds: [tea] })
    await till.expectComplete()
  })

  it('limits the time of an arrangement from a till with a fast clock, and separates the favorites of organizations', async () => {
    const own = await signUp(door)
    const elsewhere = await signUp(door)
    const wine = await createProduct(own, { name: 'Wine' })
    const [device, other] = [
      await enrolDevice(door, own),
      new TillReplica(await enrolDevice(door, elsewhere)),
    ]
    await other.sync()
    await device.api.post(FAVOURITES, { productIds: [wine], arrangedAt: '2099-01-01T00:00:00.000Z' })
    const till = new TillReplica(device)
    await till.sync()
    const [settings] = [...till.of('settings').values()] as { favouritesArrangedAt: string }[]
    expect(settings).toMatchObject({ favouriteProductIds: [wine] })
    expect(settings && settings.favouritesArrangedAt < '2099').toBe(true)
    expect((await other.sync()).lines).toEqual([])
  })

  it('refuses favorites with a duplicate product, and requests without a device', async () => {
    const own = await signUp(door)
    const device = await enrolDevice(door, own)
    const id = await createProduct(own)
    const arrangedAt = '2026-03-02T09:00:00.000Z'
    const twice = await device.api.post(FAVOURITES, { productIds: [id, id], arrangedAt })
    expect([twice.status, twice.body.errors[0].pointer]).toEqual([400, '#/productIds'])
    expect((await own.api.post(FAVOURITES, { productIds: [id], arrangedAt })).status).toBe(403)
    expect(
      (await own.api.with({ Authorization: '' }).post(FAVOURITES, { productIds: [], arrangedAt })).status,
    ).toBe(401)
  })
})
