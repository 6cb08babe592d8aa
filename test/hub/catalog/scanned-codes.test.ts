import { beforeAll, describe, expect, it } from 'vitest'
import { SEPARATOR } from '#shared/barcodes/gs1-elements.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import {
  CHEESE_CODE,
  PACK_OF_12,
  SCANNED_CODES,
  SCANNED_MASKS,
  SCANNED_PRODUCTS,
} from '#test/support/scanned-codes.ts'
import { kilogramOf } from '#test/support/units.ts'

const BASE = '/api/catalog/products'
const SETTINGS = '/api/organization/settings'

describe('codes sent by scanners', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
    const { items } = (await shop.api.get('/api/catalog/units-of-measure?pageSize=100')).body
    const packUnit = items.find(({ name }: { name: string }) => name === 'упак').id
    const kilogram = await kilogramOf(shop)
    for (const [name, barcode] of Object.entries(SCANNED_PRODUCTS)) {
      await createProduct(shop, {
        name,
        retailPrice: 8,
        barcode,
        ...(name === 'Cheese' && { isWeighed: true, weightCode: CHEESE_CODE, unitOfMeasureId: kilogram }),
        ...(name === 'Water' && { packs: [{ uomId: packUnit, quantity: 12, barcode: PACK_OF_12 }] }),
      })
    }
    const { costMethod: _, uniqueProductCode: __, ...settings } = (await shop.api.get(SETTINGS)).body
    const put = await shop.api.put(SETTINGS, { ...settings, weightBarcodePrefixes: SCANNED_MASKS })
    expect(put.status).toBe(200)
  })

  it.each(SCANNED_CODES)('looks a product up by the scanned code %j', async (code, meaning) => {
    const { body } = await shop.api.get(`${BASE}/by-barcode/${encodeURIComponent(code)}`)
    if (typeof meaning === 'string') expect(body.code).toBe(meaning)
    else if (Array.isArray(meaning))
      expect(body.items.map(({ name }: { name: string }) => name)).toEqual(meaning)
    else expect(body).toMatchObject(meaning)
  })

  it.each(SCANNED_CODES)(
    'finds a product for a document line by the scanned code %j',
    async (code, meaning) => {
      const { body } = await shop.api.get(`${BASE}/quick-search?query=${encodeURIComponent(code)}`)
      if (meaning === 'barcode_not_found') expect(body.items).toEqual([])
      else if (typeof meaning === 'string') expect(body.code).toBe(meaning)
      else if (Array.isArray(meaning)) {
        expect(body.items.map(({ name }: { name: string }) => name).sort()).toEqual(meaning)
      } else {
        const { name, quantity } = meaning
        // The group separator cannot be typed into a text field.
        const isStatedQuantity = quantity !== undefined && !code.includes(SEPARATOR)
        expect(body.items).toMatchObject([{ name, ...(isStatedQuantity && { quantity }) }])
      }
    },
  )

  it('looks up scanned codes in a column pasted into a document', async () => {
    const texts = [
      ']E04607027000011',
      '04607027000011',
      '04252614',
      'TS-RED-M',
      'TS-Red-M',
      '460702700001',
      ']d201046070270000111726123110LOT7',
    ]
    const { body } = await shop.api.post(`${BASE}/look-up`, { texts })
    expect(body.items.map((item: { name: string } | null) => item?.name ?? null)).toEqual([
      'Water',
      'Water',
      'Oats',
      null,
      'Shirt',
      null,
      'Water',
    ])
  })

  it('finds no products of another organization by scanned codes', async () => {
    const other = await signUp(door)
    for (const [code] of SCANNED_CODES) {
      const found = await other.api.get(`${BASE}/by-barcode/${encodeURIComponent(code)}`)
      expect(found.status).toBe(404)
    }
  })
})
