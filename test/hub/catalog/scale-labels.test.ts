import { beforeAll, describe, expect, it } from 'vitest'
import { gs1CheckDigit } from '#shared/domain/barcode.ts'
import { ReplicaSettings } from '#shared/sync/download.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

const BASE = '/api/catalog/products'
const SETTINGS = '/api/organization/settings'
const label = (digits: string): string => `${digits}${gs1CheckDigit(digits)}`

describe('scale labels', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })
  const layOut = async (weightBarcodePrefixes: unknown[], { api } = shop) => {
    const { costMethod: _, uniqueProductCode: __, ...settings } = (await api.get(SETTINGS)).body
    return api.put(SETTINGS, { ...settings, weightBarcodePrefixes })
  }
  const price = { prefix: '23', itemDigits: 5, valueDigits: 5, kind: 'Price', divisor: 100 }
  const pieces = { prefix: '24', itemDigits: 5, valueDigits: 5, kind: 'Pieces', divisor: 1 }

  it('reads scale labels by the layout of the same organization only', async () => {
    const other = await signUp(door)
    for (const each of [shop, other])
      await createProduct(each, { name: 'Ham', retailPrice: 40, isWeighed: true, weightCode: '77' })
    expect((await layOut([price, pieces])).status).toBe(200)
    const scanned = async (code: string, { api } = shop) => (await api.get(`${BASE}/by-barcode/${code}`)).body
    expect(await scanned(label('230007701000'))).toMatchObject({ name: 'Ham', sum: 10, quantity: 0.25 })
    expect(await scanned(label('240007700012'))).toMatchObject({ name: 'Ham', quantity: 12 })
    const [found] = (await shop.api.get(`${BASE}/quick-search?query=${label('230007701000')}`)).body.items
    expect(found).toMatchObject({ name: 'Ham', quantity: 0.25 })
    expect(await scanned(label('210007701500'))).toMatchObject({ code: 'barcode_not_found' })
    expect(await scanned(label('210007701500'), other)).toMatchObject({ name: 'Ham', quantity: 1.5 })
    expect(await scanned(label('230007701000'), other)).toMatchObject({ code: 'barcode_not_found' })
  })

  it('sends a changed label layout to the tills', async () => {
    const device = await enrolDevice(door, shop)
    await layOut([price])
    const { cursor } = (await device.download()).footer
    await layOut([pieces])
    const { lines } = await device.download(`?cursor=${encodeURIComponent(String(cursor))}`)
    expect(lines).toMatchObject([{ t: 'settings', v: { weightBarcodePrefixes: [pieces] } }])
    // The till computes the digest of the parsed record, and the hub that of the sent record. A different key
    // order would make the digests differ permanently.
    const { v } = lines[0] as { v: object }
    const parsed = ReplicaSettings.parse(v).weightBarcodePrefixes
    expect(JSON.stringify(v)).toContain(JSON.stringify(parsed))
  })

  it('publishes all divisors of a label layout', async () => {
    const { schemas } = (await shop.api.get('/openapi/v1/openapi.json')).body.components
    const { anyOf } = schemas.WeightMask.properties.divisor
    expect(anyOf.flatMap((each: { enum: number[] }) => each.enum)).toEqual([1, 10, 100, 1000])
  })

  it.each([
    ['of 12 digits', [{ ...price, valueDigits: 4 }], '#/weightBarcodePrefixes/0/valueDigits'],
    [
      'with a prefix that is not for internal use',
      [price, { ...price, prefix: '46' }],
      '#/weightBarcodePrefixes/1/prefix',
    ],
    ['with the same prefix twice', [price, { ...pieces, prefix: '23' }], '#/weightBarcodePrefixes'],
  ])('refuses a layout %s', async (_, masks, pointer) => {
    const answer = await layOut(masks)
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([400, pointer])
  })

  it('accepts a label price when the line total differs by at most the price of one gram, and flags a larger difference', async () => {
    const ham = await createProduct(shop, { retailPrice: 1299, isWeighed: true, weightCode: '78' })
    const tea = await createProduct(shop, { retailPrice: 1299 })
    const device = await enrolDevice(door, shop)
    const sold = (productId: string, price: number) => saleBody(shop, [{ productId, quantity: 0.385, price }])
    const sales = [sold(ham, 1298.7), sold(ham, 999), sold(tea, 1298.7)]
    await device.upload(sales.map((sale) => device.item(sale)))
    const flags = await Promise.all(
      sales.map(async ({ id }) => {
        const { body } = await shop.api.get(`/api/sales/retail/${id}`)
        return body.flags.some(({ code }: { code: string }) => code === 'price_differs')
      }),
    )
    expect(flags).toEqual([false, true, true])
  })
})

describe('UPC-A and EAN-13 barcodes', () => {
  const door = useHub()

  it('finds a product by either of its UPC-A and EAN-13 forms', async () => {
    const shop = await signUp(door)
    const other = await signUp(door)
    await createProduct(shop, { name: 'Upc', barcodes: [{ value: '036000291452', type: 'UpcA' }] })
    await createProduct(shop, { name: 'Ean', barcodes: [{ value: '0042100005264', type: 'Ean13' }] })
    const names = async ({ api }: Organization) => {
      const found: unknown[] = []
      for (const code of ['036000291452', '0036000291452', '042100005264', '0042100005264']) {
        found.push((await api.get(`${BASE}/by-barcode/${code}`)).body.name)
        found.push((await api.get(`${BASE}/quick-search?query=${code}`)).body.items[0]?.name)
      }
      return found
    }
    expect(await names(shop)).toEqual(['Upc', 'Upc', 'Upc', 'Upc', 'Ean', 'Ean', 'Ean', 'Ean'])
    expect(await names(other)).toEqual(new Array(8).fill(undefined))
  })
})
