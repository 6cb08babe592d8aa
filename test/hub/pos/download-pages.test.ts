import { describe, expect, it } from 'vitest'
import { DOWNLOAD_LISTS, DownloadPage } from '#shared/sync/download-page.ts'
import { REPLICA_KINDS } from '#shared/sync/replica-kinds.ts'
import { createProduct, type Device, enrolDevice } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { TillReplica } from './till-replica.ts'

/** A client that stores the records of all pages. */
class PagingClient {
  readonly records = new Map<string, object>()
  readonly #device: Device
  cursor: string | null = null

  constructor(device: Device) {
    this.#device = device
  }

  async page(query: Record<string, string> = {}): Promise<DownloadPage> {
    const all = { ...(this.cursor !== null && { since: this.cursor }), ...query }
    const api = this.#device.api.with({ Accept: 'application/json' })
    const { status, body } = await api.get(`/api/pos/v1/sync?${new URLSearchParams(all)}`)
    expect(status).toBe(200)
    DownloadPage.parse(body)
    const page = body as DownloadPage
    if (page.full) this.records.clear()
    for (const kind of REPLICA_KINDS) {
      const list = DOWNLOAD_LISTS[kind]
      for (const record of page[list]) {
        const { productId, id = productId, ...value } = record as { id?: string; productId?: string }
        this.records.set(`${kind} ${id}`, value)
      }
      for (const id of page.deleted[list]) this.records.delete(`${kind} ${id}`)
    }
    this.cursor = page.cursor
    return page
  }

  async sync(query: Record<string, string> = {}): Promise<number> {
    for (let pages = 1; ; pages++) if (!(await this.page(query)).more) return pages
  }

  /** Checks that the client holds the same records as a till. */
  async expectComplete(): Promise<void> {
    const till = new TillReplica(this.#device)
    await till.sync()
    const held = [...till.records].flatMap(([kind, records]) =>
      [...records].map(([id, value]) => [`${kind} ${id}`, value]),
    )
    expect(Object.fromEntries(this.records)).toEqual(Object.fromEntries(held))
  }
}

describe.concurrent('GET /api/pos/v1/sync as JSON pages', () => {
  const door = useHub()

  async function shopWithClient() {
    const shop = await signUp(door)
    const products = [
      await createProduct(shop),
      await createProduct(shop),
      await createProduct(shop),
    ] as const
    const device = await enrolDevice(door, shop)
    return { shop, products, device, client: new PagingClient(device) }
  }

  it('sends the same records as the stream, in pages of any size', async () => {
    const { client } = await shopWithClient()
    expect((await client.page()).full).toBe(true)
    expect((await client.page()).full).toBe(false)
    await client.expectComplete()
    for (const limit of ['1', '3']) {
      client.cursor = null
      expect(await client.sync({ limit })).toBeGreaterThan(3)
      await client.expectComplete()
    }
  })

  it('sends changed and deleted records across pages', async () => {
    const { shop, client, products } = await shopWithClient()
    await client.sync()
    for (const id of products)
      await shop.api.patch(`/api/catalog/products/${id}/price`, { retailPrice: 12.34 })
    await shop.api.delete(`/api/catalog/products/${products[1]}`)
    expect(await client.sync({ limit: '2' })).toBe(2)
    await client.expectComplete()
    expect(await client.sync()).toBe(1)
  })

  it('includes changes made between two pages', async () => {
    const { shop, client, products } = await shopWithClient()
    const { settings } = await client.page({ limit: '1' })
    expect(settings).toHaveLength(1)
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const { storeId, priceTypeId, version } = (await shop.api.get(path)).body
    const renamed = await shop.api.put(path, { name: 'Renamed', storeId, priceTypeId, version })
    expect(renamed.status).toBe(200)
    await shop.api.delete(`/api/catalog/products/${products[0]}`)
    const late = await createProduct(shop)
    await client.sync({ limit: '4' })
    await client.sync()
    expect(client.records.has(`product ${late}`)).toBe(true)
    await client.expectComplete()
  })

  it('restarts from the first page for a changed scope and for an invalid cursor', async () => {
    const { shop, client } = await shopWithClient()
    await client.sync()
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const { name, storeId, priceTypeId, version } = (await shop.api.get(path)).body
    await shop.api.post('/api/catalog/counterparties', { name: 'Dana' })
    await shop.api.put(path, { name, storeId, priceTypeId, version, syncCustomers: true })
    const page = await client.page()
    expect(page).toMatchObject({ full: true, customers: [{ name: 'Dana' }] })
    await client.expectComplete()
    client.cursor = 'c'
    expect((await client.page()).full).toBe(true)
  })

  it('resets a streamed download with a page cursor', async () => {
    const { client, device } = await shopWithClient()
    const { cursor } = await client.page({ limit: '1' })
    const { header } = await device.download(`?cursor=${cursor}`)
    expect(header).toMatchObject({ kind: 'reset', reason: 'unreadable' })
  })

  it('restarts from the first page for a page cursor of another organization', async () => {
    const [one, two] = [await shopWithClient(), await shopWithClient()]
    await one.client.page({ limit: '5' })
    two.client.cursor = one.client.cursor
    expect((await two.client.page()).full).toBe(true)
    await two.client.expectComplete()
  })

  it.for([
    ['retailPointId=0198c000-0000-7000-8000-00000000000a', '/query/retailPointId'],
    ['digest=true', '/query/digest'],
    ['repair=unit:00', '/query/repair'],
    ['limit=2001', '/query/limit'],
    ['limit=0', '/query/limit'],
  ])('refuses the query %s for JSON pages', async ([query]) => {
    const { device } = await shopWithClient()
    const answer = await device.api.with({ Accept: 'application/json' }).get(`/api/pos/v1/sync?${query}`)
    expect(answer.status).toBe(400)
  })

  it.for([[undefined], ['*/*'], ['application/*'], ['application/json;q=0.5, application/x-ndjson']])(
    'sends the stream instead of pages to a client that accepts %s',
    async ([accept]) => {
      const { device } = await shopWithClient()
      const api = accept === undefined ? device.api : device.api.with({ Accept: accept })
      const { headers } = await api.get('/api/pos/v1/sync')
      expect(headers.get('Content-Type')).toContain('x-ndjson')
    },
  )
})
