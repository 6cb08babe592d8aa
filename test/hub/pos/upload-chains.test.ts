import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { Chain, UploadItem, UploadRequest } from '#shared/sync/upload.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

describe('upload chains of a device', () => {
  const door = useHub()
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
  })
  afterAll(() => owner.end())

  async function shopWithTill() {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop)
    const item = (overrides: Partial<UploadItem> = {}, of = device) =>
      of.item(saleBody(shop, [{ productId: tea }]), overrides)
    return { shop, device, tea, item }
  }
  const send = async (device: Device, request: Partial<UploadRequest>) => {
    const answer = await device.api.post('/api/pos/v1/sales', { sales: [], ...request })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const results = (body: { results: { result: string }[] }) => body.results.map(({ result }) => result)
  const workItems = async (shop: Organization, kind: string) => {
    const { rows } = await owner.query(
      'SELECT subject, reasons, settled_at FROM work_items WHERE organization_id = $1 AND kind = $2',
      [shop.organizationId, kind],
    )
    return rows
  }
  const restored = (id: string): Chain => ({ id, series: 'R1', reason: 'journal_restored' })

  it('separates the chains of a device and returns their custody, oldest first', async () => {
    const { device, item } = await shopWithTill()
    const second = restored(newId())
    const sales = [item(), item({ chain: second.id, seq: 1, prevHash: '' })]
    const body = await send(device, { chains: [second], sales })
    expect(results(body)).toEqual(['accepted', 'accepted'])
    expect(body.custody).toEqual([
      { chain: device.id, watermark: 1, highest: 1, holes: [] },
      { chain: second.id, watermark: 1, highest: 1, holes: [] },
    ])
  })

  it('requests a chain again when an acknowledged item is missing on the hub', async () => {
    const { device, item } = await shopWithTill()
    const sale = item()
    await send(device, { sales: [sale] })
    const reported = { id: device.id, series: 'K1', reason: 'enrolled' as const }
    const known = await send(device, { chains: [{ ...reported, acknowledged: sale.id.toUpperCase() }] })
    expect(known.directives).toEqual([])
    const lost = await send(device, { chains: [{ ...reported, acknowledged: newId() }] })
    expect(lost.directives).toEqual([{ code: 'offer_again', chain: device.id }])
    const also = { acknowledged: sale.id, alsoAcknowledged: [newId()] }
    const lostToo = await send(device, { chains: [{ ...reported, ...also }] })
    expect(lostToo.directives).toEqual([{ code: 'offer_again', chain: device.id }])
  })

  it('creates a chain for items of an unknown chain', async () => {
    const { device, item } = await shopWithTill()
    const chain = newId()
    const body = await send(device, { sales: [item({ chain: chain.toUpperCase(), seq: 1, prevHash: '' })] })
    expect(results(body)).toEqual(['accepted'])
    expect(body.custody.at(-1)).toMatchObject({ chain, watermark: 1 })
    await send(device, { chains: [restored(chain)] })
    const { rows } = await owner.query('SELECT series, reason FROM device_chains WHERE id = $1', [chain])
    expect(rows).toEqual([{ series: 'R1', reason: 'journal_restored' }])
  })

  it('accepts and flags items that another device uploads to a chain', async () => {
    const { shop, device, item } = await shopWithTill()
    const thief = await enrolDevice(door, shop)
    const chain = restored(newId())
    await send(device, { chains: [chain], sales: [item()] })
    for (const stolen of [device.id, chain.id]) {
      const sale = item({ chain: stolen, seq: 2, prevHash: 'x' }, thief)
      const body = await send(thief, { chains: [restored(stolen)], sales: [sale] })
      expect(results(body)).toEqual(['accepted'])
      expect(body.results[0].reasons[0].code).toBe('chain_of_another')
      expect(body.custody).toEqual([{ chain: thief.id, watermark: 0, highest: 0, holes: [] }])
      expect((await shop.api.get(`/api/sales/retail/${sale.id}`)).body.flags[0].code).toBe('chain_of_another')
    }
    const own = await send(device, {})
    expect(own.custody.map(({ highest }: { highest: number }) => highest)).toEqual([1, 0])
    expect(await workItems(shop, 'fork')).toEqual([])
  })

  it('allows the same chain id in another organization', async () => {
    const { device, item } = await shopWithTill()
    const other = await shopWithTill()
    const chain = newId()
    await send(device, { sales: [item({ chain, seq: 1, prevHash: '' })] })
    const body = await send(other.device, { sales: [other.item({ chain, seq: 1, prevHash: '' })] })
    expect(body.custody.at(-1)).toMatchObject({ chain, highest: 1 })
    expect(body.results[0].reasons).toMatchObject([{ code: 'negative_stock' }])
  })

  it('follows a chain through many batches without reporting a fork', async () => {
    const { shop, device, item } = await shopWithTill()
    for (let n = 1; n <= 5; n += 1) {
      const body = await send(device, { bootId: 'a', sales: [item(), item()] })
      expect(body.custody[0]).toMatchObject({ watermark: 2 * n, highest: 2 * n })
      expect(body.directives).toEqual([])
    }
    expect(await workItems(shop, 'fork')).toEqual([])
  })

  it.each<[string, (last: UploadItem) => Partial<UploadItem>]>([
    ['a second item with the same number', (last) => ({ seq: last.seq, prevHash: last.prevHash })],
    ['an item with a wrong previous hash', (last) => ({ seq: last.seq + 1, prevHash: 'f'.repeat(64) })],
  ])('answers a fork by %s with a new chain', async (_title, fork) => {
    const { shop, device, item } = await shopWithTill()
    const first = item()
    const last = item()
    await send(device, { bootId: 'a', sales: [first, last] })
    const other = item(fork(last))
    const body = await send(device, { bootId: 'b', sales: [other] })
    expect(results(body)).toEqual(['accepted'])
    expect(body.directives).toEqual([
      { code: 'new_chain', chain: expect.any(String), series: expect.stringMatching(/^A1[a-z]{3}$/) },
    ])
    expect((await shop.api.get('/api/sales/retail')).body.total).toBe(3)
    expect(await workItems(shop, 'fork')).toMatchObject([{ subject: device.id, settled_at: null }])

    const again = await send(device, { bootId: 'b', sales: [other] })
    expect(again.directives).toEqual(body.directives)
    const [{ chain, series }] = body.directives
    const begun = { id: chain, series, reason: 'fork' as const }
    expect((await send(device, { bootId: 'b', chains: [begun] })).directives).toEqual([])
  })

  it('assigns one new chain to a run that forks several times concurrently', async () => {
    const { device, item } = await shopWithTill()
    await send(device, { bootId: 'a', sales: [item()] })
    const forks = [1, 2, 3, 4].map(() => item({ seq: 1, prevHash: '' }))
    const bodies = await Promise.all(forks.map((sale) => send(device, { bootId: 'b', sales: [sale] })))
    expect(new Set(bodies.map((body) => body.directives[0].chain)).size).toBe(1)
    expect(bodies.at(0).custody.length).toBeLessThanOrEqual(2)
  })

  it('follows a chain for any order of items within a batch', async () => {
    const { shop, device, item } = await shopWithTill()
    const body = await send(device, { sales: [item(), item(), item()].reverse() })
    expect(body.custody).toEqual([{ chain: device.id, watermark: 3, highest: 3, holes: [] }])
    const next = await send(device, { sales: [item()] })
    expect(next.custody[0]).toMatchObject({ watermark: 4, highest: 4 })
    expect(await workItems(shop, 'fork')).toEqual([])
  })

  it('assigns a separate new chain to each run that forks', async () => {
    const { device, item } = await shopWithTill()
    await send(device, { bootId: 'a', sales: [item()] })
    const forked = []
    for (const bootId of ['b', 'c']) {
      const body = await send(device, { bootId, sales: [item({ seq: 1, prevHash: '' })] })
      forked.push(body.directives[0].chain)
    }
    expect(new Set(forked).size).toBe(2)
  })

  it('assigns no new chain for the remaining items of a known fork', async () => {
    const { device, item } = await shopWithTill()
    await send(device, { bootId: 'a', sales: [item()] })
    const chains = [{ id: device.id, series: 'A1', reason: 'enrolled' as const }, restored(newId())]
    const body = await send(device, { bootId: 'b', chains, sales: [item({ seq: 1, prevHash: '' })] })
    expect(body.directives).toEqual([])
  })

  it('continues a chain after an unreadable item', async () => {
    const { shop, device, item } = await shopWithTill()
    const broken = { ...item(), body: 7 } as unknown as UploadItem
    const body = await send(device, {
      bootId: 'a',
      sales: [item(), broken, item({ seq: 3 })].sort((a, b) => a.seq - b.seq),
    })
    expect(body.directives).toEqual([])
    expect(await workItems(shop, 'fork')).toEqual([])
  })

  it('detects two running agents with one identity', async () => {
    const { shop, device, item } = await shopWithTill()
    expect((await send(device, { bootId: 'a', sales: [item()] })).directives).toEqual([])
    expect((await send(device, { bootId: 'b' })).directives).toEqual([])
    const back = await send(device, { bootId: 'a' })
    expect(back.directives).toMatchObject([
      { code: 'new_chain', series: expect.stringMatching(/^A1[a-z]{3}$/) },
    ])
    expect((await send(device, { bootId: 'b' })).directives).toEqual([])
    expect((await send(device, { bootId: 'a' })).directives).toEqual(back.directives)
    expect(await workItems(shop, 'clone')).toMatchObject([{ subject: device.id, settled_at: null }])
    const { rows } = await owner.query('SELECT cloned_at, boot_ids FROM devices WHERE id = $1', [device.id])
    expect(rows).toEqual([{ cloned_at: expect.any(Date), boot_ids: ['b', 'a'] }])
  })

  it('lists only the first hundred holes of a huge gap', async () => {
    const { device, item } = await shopWithTill()
    const body = await send(device, { sales: [item(), item({ seq: 2_147_483_647 })] })
    expect(body.custody[0]).toMatchObject({ watermark: 1, highest: 2_147_483_647 })
    expect(body.custody[0].holes).toEqual(Array.from({ length: 100 }, (_, i) => i + 2))
  })

  it('lists the holes at both ends of a chain in responses to items, and all holes in other responses', async () => {
    const { shop, device, item } = await shopWithTill()
    await send(device, { sales: [item({ seq: 2 })] })
    // 10,000 items with holes at 1, in the middle and near the head.
    await owner.query(
      `INSERT INTO uploads (organization_id, id, device_id, chain_id, seq, type, prev_hash, hash, bytes, status)
       SELECT $1, gen_random_uuid(), $2, $2, n, 'sale', '', '', '', 'posted'
       FROM generate_series(3, 10000) AS n WHERE n NOT IN (5000, 9999)`,
      [shop.organizationId, device.id],
    )
    await owner.query('UPDATE device_chains SET highest = 10000 WHERE id = $1', [device.id])
    const body = await send(device, { sales: [item({ seq: 10_001 })] })
    expect(body.custody[0]).toMatchObject({ watermark: 0, highest: 10_001, holes: [1, 9999] })
    expect((await send(device, {})).custody[0].holes).toEqual([1, 5000, 9999])
    const filled = await send(device, { sales: [item({ seq: 1 })] })
    expect(filled.custody[0]).toMatchObject({ watermark: 4999, holes: [5000, 9999] })
  })
})
