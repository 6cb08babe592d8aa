import { beforeAll, describe, expect, it } from 'vitest'
import type { Cart } from '#shared/contracts/till/till.ts'
import {
  CHEESE_CODE,
  PACK_OF_12,
  SCANNED_CODES,
  SCANNED_MASKS,
  SCANNED_PRODUCTS,
} from '#test/support/scanned-codes.ts'
import { KILOGRAM, product } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const names = (items: unknown) => (items as { name: string }[]).map(({ name }) => name).sort()

describe('codes in the forms that scanners send', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    const lines = Object.entries(SCANNED_PRODUCTS).map(([name, barcode]) =>
      product({
        name,
        price: 8,
        barcodes: [barcode],
        ...(name === 'Cheese' && { unitId: KILOGRAM, isWeighed: true, weightCode: CHEESE_CODE }),
        ...(name === 'Water' && {
          packs: [{ uomId: KILOGRAM, quantity: 12, barcode: PACK_OF_12 }],
        }),
      }),
    )
    shop = await openShop({ lines, settings: { weightBarcodePrefixes: SCANNED_MASKS } })
    return () => shop[Symbol.asyncDispose]()
  })

  it.each(SCANNED_CODES)(
    'finds the product of a scanned code, offers several products, or reports an error: %j',
    async (code, meaning) => {
      await shop.till.send('DELETE', '/cart')
      const { status, body } = await shop.till.send('POST', '/cart/lines', { code })
      if (typeof meaning === 'string') {
        expect(body.code).toBe(meaning)
        return
      }
      if (Array.isArray(meaning)) {
        expect([status, names(body.items)]).toEqual([409, meaning])
        return
      }
      if (meaning.isCase) {
        expect(body).toMatchObject({ code: 'quantity_missing', productName: meaning.name, isCase: true })
        const requested = await shop.till.send('POST', '/cart/lines', { code, quantity: 6 })
        expect(requested.body.lines).toMatchObject([{ name: meaning.name, quantity: 6 }])
        return
      }
      expect(status).toBe(200)
      const [line = {}] = body.lines as Partial<Cart['lines'][number]>[]
      expect(line).toMatchObject({ name: meaning.name })
      if (meaning.quantity !== undefined) expect(line.quantity).toBe(meaning.quantity)
      if (meaning.sum !== undefined) expect(line.sum).toBe(meaning.sum)
    },
  )

  it('finds products by codes typed in another form than stored', async () => {
    for (const [typed, name] of [
      ['04607027000011', 'Water'],
      ['0042100005264', 'Oats'],
      ['24607027000015', 'Water'],
    ])
      expect((await shop.till.search(typed ?? '')).items.map((item) => item.name)).toEqual([name])
  })

  it('adds a product by a scanned product code or article, in any letter case', async () => {
    const coded = product({ name: 'Coded', price: 1, code: 'AB-1', article: 'CD-2' })
    await using other = await openShop({ lines: [coded] })
    for (const code of ['AB-1', 'ab-1', ']C0AB-1', 'CD-2', 'cd-2'])
      expect((await other.till.add({ code })).lines.at(-1)).toMatchObject({ name: 'Coded' })
  })

  it('refuses a price in a scanned code where custom prices are not allowed', async () => {
    const cheese = product({
      name: 'Cheese',
      price: 8,
      barcodes: [SCANNED_PRODUCTS.Cheese ?? ''],
      unitId: KILOGRAM,
      isWeighed: true,
      weightCode: CHEESE_CODE,
    })
    await using other = await openShop({ lines: [cheese], settings: { allowCustomPrice: false } })
    const cheap = ']C1010460702700002831030012503922001'
    const answer = await other.till.send('POST', '/cart/lines', { code: cheap })
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed_here'])
  })
})
