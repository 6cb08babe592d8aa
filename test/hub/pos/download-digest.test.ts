import { describe, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { bucketOf, differingBuckets } from '#shared/sync/digest.ts'
import { MAX_WAIT_SECONDS } from '#shared/sync/download.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { addDownloadSchema } from '#test/support/download-schema.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { idsOf, TillReplica } from './till-replica.ts'

describe('GET /api/pos/v1/sync with a digest', () => {
  const door = useHub()

  async function shopWithProducts() {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const till = new TillReplica(device)
    const group = await shop.api.post('/api/catalog/product-groups', { name: 'Drinks' })
    const products = [
      await createProduct(shop, { retailPrice: 990.55, vatRate: 12.5, productGroupId: group.body.id }),
      await createProduct(shop, { barcodes: [{ value: '4006381333931' }, { value: '12345' }] }),
      await createProduct(shop, { name: 'Зелёный "чай" \\ № 1', minPrice: 0.01 }),
    ]
    return { shop, device, till, products }
  }

  it('sends a digest only on request', async () => {
    const { till } = await shopWithProducts()
    expect((await till.sync()).footer.digest).toBeUndefined()
    expect((await till.sync({ digest: 'false' })).footer.digest).toBeUndefined()
  })

  it('sends the digest of the records that the till stores', async () => {
    const { shop, till, products } = await shopWithProducts()
    const { footer } = await till.sync({ digest: 'true' })
    expect(Object.keys(must(footer.digest)).sort()).toEqual([
      'cashier',
      'group',
      'priceType',
      'product',
      'settings',
      'unit',
      'vatRate',
    ])
    expect(footer.digest).toEqual(till.digest())
    await shop.api.patch(`/api/catalog/products/${products[0]}/price`, { retailPrice: 12.34 })
    await shop.api.delete(`/api/catalog/products/${products[1]}`)
    const changed = await till.sync({ digest: 'true' })
    expect(changed.lines).toHaveLength(2)
    expect(changed.footer.digest).toEqual(till.digest())
    expect(changed.footer.digest).not.toEqual(footer.digest)
  })

  it('sends different digests for different price types and retail points', async () => {
    const { shop, till } = await shopWithProducts()
    const priceType = await shop.api.post('/api/catalog/price-types', { name: 'Wholesale' })
    const point = await shop.api.post('/api/catalog/retail-points', {
      name: 'Two',
      storeId: shop.storeId,
      priceTypeId: priceType.body.id,
    })
    const other = new TillReplica(await enrolDevice(door, shop, point.body.id))
    const [first, second] = await Promise.all([till.sync({ digest: 'true' }), other.sync({ digest: 'true' })])
    expect(first.footer.digest).toEqual(till.digest())
    expect(second.footer.digest).toEqual(other.digest())
    const kinds = differingBuckets(must(first.footer.digest), must(second.footer.digest))
    expect(new Set(kinds.map((each) => each.split(':')[0]))).toEqual(new Set(['settings', 'product']))
  })

  it('sends different digests for different schemas', async () => {
    addDownloadSchema({ product: ['thumbUrl'] })
    const { shop, till } = await shopWithProducts()
    const old = new TillReplica(await enrolDevice(door, shop))
    const first = await old.sync({ schema: '1', digest: 'true' })
    const second = await till.sync({ digest: 'true' })
    expect(first.footer.digest).toEqual(old.digest())
    expect(second.footer.digest).toEqual(till.digest())
    expect(second.footer.digest).not.toEqual(first.footer.digest)
  })

  it('repairs the buckets whose digests differ', async () => {
    const { till, products } = await shopWithProducts()
    await till.sync()
    const [flipped, lost, kept] = products as [string, string, string]
    const held = till.of('product')
    held.set(flipped, { ...held.get(flipped), price: 1 })
    held.delete(lost)
    const invented = `${lost.slice(0, -2)}${bucketOf(kept)}`
    held.set(invented, { ...held.get(kept) })
    till.of('unit').clear()
    const { footer } = await till.sync({ digest: 'true' })
    const buckets = differingBuckets(till.digest(), must(footer.digest))
    expect(buckets).toEqual(
      expect.arrayContaining([flipped, lost, kept].map((id) => `product:${bucketOf(id)}`)),
    )
    const repair = await till.sync({ repair: buckets.join(','), digest: 'true' })
    expect(repair.header.kind).toBe('delta')
    expect(repair.lines.filter((line) => line.op === 'empty')).toHaveLength(buckets.length)
    expect(repair.footer.digest).toEqual(till.digest())
    expect(held.has(invented)).toBe(false)
    await till.expectComplete()
  })

  it('sends a requested repair together with changes', async () => {
    const { shop, till, products } = await shopWithProducts()
    await till.sync()
    const [inBucket, elsewhere] = products as [string, string]
    await shop.api.patch(`/api/catalog/products/${inBucket}/price`, { retailPrice: 1 })
    await shop.api.patch(`/api/catalog/products/${elsewhere}/price`, { retailPrice: 2 })
    await shop.api.delete(`/api/catalog/products/${inBucket}`)
    const { lines } = await till.sync({ repair: `product:${bucketOf(inBucket)},cashier:00,cashier:00` })
    expect(lines.filter((line) => line.op === 'empty')).toHaveLength(2)
    expect(lines.filter((line) => line.op === 'del')).toEqual([])
    expect(idsOf(lines)).toContain(elsewhere)
    await till.expectComplete()
  })

  it('sends a requested repair immediately, even if the request allows waiting', async () => {
    const { shop, device, till } = await shopWithProducts()
    await till.sync()
    const wait = String(MAX_WAIT_SECONDS)
    let isOver = false
    const waiting = till.sync({ wait }).then(() => {
      isOver = true
    })
    await new TillReplica(device).sync({ cursor: must(till.cursor), repair: 'settings:00', wait })
    expect(isOver).toBe(false)
    await createProduct(shop)
    await waiting
  })

  it('ignores a requested repair when it sends a snapshot', async () => {
    const { till, products } = await shopWithProducts()
    const { header, lines } = await till.sync({ repair: `product:${bucketOf(must(products[0]))}` })
    expect(header.kind).toBe('snapshot')
    expect(lines.filter((line) => line.op === 'empty')).toEqual([])
  })

  it.each(['product', 'product:3', 'product:3G', 'product:3f,', 'price:3f', 'product:3f;unit:00'])(
    'refuses the invalid repair %s',
    async (repair) => {
      const device = await enrolDevice(door, await signUp(door))
      const answer = await device.api.get(`/api/pos/v1/sync?${new URLSearchParams({ repair })}`)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ pointer: '#/query/repair' }] },
      })
    },
  )
})
