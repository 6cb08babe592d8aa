import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

/** The hub checks a sale by the pricing version that its till used (docs/domain.md#pricing-versions). */
describe('pricing versions of uploaded sales', () => {
  const door = useHub({ runsJobs: false })
  let shop: Organization
  let device: Device
  let goods: string[]
  let third: string

  beforeAll(async () => {
    shop = await signUp(door)
    device = await enrolDevice(door, shop)
    goods = await Promise.all(
      ['Pear', 'Plum', 'Fig'].map((name) => createProduct(shop, { name, kind: 'Service', retailPrice: 25 })),
    )
    const made = await shop.api.post('/api/promotions', {
      name: 'Two and one',
      kind: 'BuyXGetY',
      effect: { buyQuantity: 2, getQuantity: 1 },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    third = made.body.id
  })

  const codesOf = async (body: object) => {
    const { results } = (await device.upload([device.item(body)])).body
    expect(results[0].result).toBe('accepted')
    return results[0].reasons.map(({ code }: { code: string }) => code)
  }

  /** Returns a sale of three products at 25.00 with the given line discounts. */
  function sold(pricing: number | undefined, offs: number[]): SaleBody {
    const plain = saleBody(
      shop,
      goods.map((productId) => ({ productId, price: 25 })),
    )
    const off = offs.reduce((sum, each) => sum + each, 0)
    const sum = Math.round((75 - off) * 100) / 100
    return {
      ...plain,
      ...(pricing && { pricing }),
      sum,
      discountSum: Math.round(off * 100) / 100,
      payments: [{ type: 'Cash', amount: sum }],
      lines: plain.lines.map((line, i) => {
        const discountAmount = must(offs[i])
        return { ...line, discountAmount, sum: Math.round((25 - discountAmount) * 100) / 100 }
      }),
      discounts: offs.flatMap((amount, i) =>
        amount > 0
          ? [
              {
                kind: 'Promotion' as const,
                refId: third,
                name: 'x',
                scope: 'Line' as const,
                lineNo: i + 1,
                amount,
              },
            ]
          : [],
      ),
    }
  }

  it('checks a sale of version 1 or without a version by version 1, which puts the whole discount on the gift', async () => {
    expect(await codesOf(sold(undefined, [0, 0, 24.99]))).toEqual([])
    expect(await codesOf(sold(1, [0, 0, 24.99]))).toEqual([])
  })

  it('checks a sale of version 2 by version 2, which spreads the discount over all lines', async () => {
    expect(await codesOf(sold(2, [8.34, 8.33, 8.33]))).toEqual([])
    expect(await codesOf(sold(2, [0, 0, 24.99]))).toEqual(['promotion_differs'])
    expect(await codesOf(sold(2, [10, 10, 10]))).toEqual(['promotion_differs'])
  })

  it('flags no differences for an unknown newer version', async () => {
    expect(await codesOf(sold(99, [20, 20, 20]))).toEqual([])
  })

  it('accepts a share of the VAT with each return, and the rounding remainder with the last one', async () => {
    const [pear] = goods
    const wine = { productId: must(pear), price: 7.5, quantity: 2 }
    const sale = saleBody(shop, [wine], { pricing: 2 })
    const lines = [{ ...must(sale.lines[0]), vatRate: 20, vatSum: 2.5 }]
    expect(await codesOf({ ...sale, lines, vatSum: 2.5 })).toEqual(['price_differs'])
    const back = (pricing: number, vatSum: number, sum: number, roundingSum: number) => ({
      ...saleBody(shop, [], { pricing, isReturn: true, originalSaleId: sale.id }),
      lines: [{ ...must(lines[0]), quantity: 1, sum: 7.5, vatSum, originalLineNo: 1 }],
      vatSum,
      sum,
      roundingSum,
      payments: [{ type: 'Cash', amount: sum }],
    })
    const { name, storeId, priceTypeId, version } = (
      await shop.api.get(`/api/catalog/retail-points/${shop.retailPointId}`)
    ).body
    const rounded = { cashRounding: 'Down', cashRoundingStep: 1 }
    const put = await shop.api.put(`/api/catalog/retail-points/${shop.retailPointId}`, {
      name,
      storeId,
      priceTypeId,
      version,
      ...rounded,
    })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    expect(await codesOf(back(2, 1.26, 7, -0.5))).toEqual([])
    expect(await codesOf(back(2, 1.24, 8, 0.5))).toEqual([])
    // Version 1 flags both this VAT amount and this rounding.
    const again = saleBody(shop, [wine], { id: newId() })
    expect(await codesOf({ ...again, lines, vatSum: 2.5 })).toEqual(['price_differs'])
    const old = { ...back(1, 1.26, 8, 0.5), originalSaleId: again.id }
    expect((await codesOf(old)).toSorted()).toEqual(['rounding_differs', 'totals_differ'])
  })

  it('flags a line whose amount is rounded to zero, and refuses it in the back office', async () => {
    const units = (await shop.api.get('/api/catalog/units-of-measure?pageSize=100')).body.items
    const unitOfMeasureId = units.find((unit: { code: string }) => unit.code === '166').id
    const spice = await createProduct(shop, { kind: 'Service', unitOfMeasureId, retailPrice: 3 })
    const pinch = { productId: spice, price: 3, quantity: 0.001 }
    const body = saleBody(shop, [pinch, { productId: spice, price: 3 }])
    expect(await codesOf(body)).toEqual(['sum_too_small'])
    const office = await shop.api.post('/api/sales/retail', {
      storeId: shop.storeId,
      lines: [pinch],
      payments: [],
    })
    expect([office.status, office.body.code, office.body.errors?.[0].pointer]).toEqual([
      400,
      'sum_too_small',
      '#/lines/0/quantity',
    ])
  })
})
