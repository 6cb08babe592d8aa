import { describe, expect, it } from 'vitest'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { BASES, type Office, openOffice, stockOf } from './book-keeping.ts'
import { done } from './histories.ts'

/**
 * Worked examples of docs/domain.md#moving-average and docs/domain.md#landed-cost, with the numbers of their
 * sources.
 */
describe('worked examples of stock costs', () => {
  const door = useHub()

  async function openShop(product: Record<string, unknown> = {}) {
    const office = await openOffice(door)
    const tea = await createProduct(office.organization, product)
    return { office: { ...office, tea }, device: await enrolDevice(door, office.organization) }
  }

  async function post({ api, header }: Office, base: string, line: object) {
    const { id } = await done(api.post(base, { ...header(base), lines: [line] }))
    return done(api.post(`${base}/${id}/post`))
  }

  const buy = (office: Office, quantity: number, price: number) =>
    post(office, BASES.supply, { productId: office.tea, quantity, price })

  async function sell(
    { office, device }: { office: Office; device: Device },
    line: object,
    overrides: Parameters<typeof saleBody>[2] = {},
  ) {
    const sale = saleBody(office.organization, [{ productId: office.tea, ...line }], overrides)
    const { body } = await device.upload([device.item(sale)])
    expect(body.results[0].result).toBe('accepted')
    return done(office.api.get(`/api/sales/retail/${sale.id}`))
  }

  it('returns goods to a supplier at the average cost instead of the purchase price (Odoo, average cost)', async () => {
    const shop = await openShop()
    const { office } = shop
    await buy(office, 8, 10)
    await buy(office, 4, 16)
    expect(await stockOf(office, office.store)).toEqual({ quantity: 12, averageCost: 12 })
    const sale = await sell(shop, { quantity: 10 })
    expect(sale.lines[0].unitCost).toBe(12)
    const back = await post(office, BASES.supplierReturn, { productId: office.tea, quantity: 1, price: 10 })
    expect(back).toMatchObject({ costSum: 12, lines: [{ unitCost: 12, costSum: 12, sum: 10 }] })
    expect(await stockOf(office, office.store)).toEqual({ quantity: 1, averageCost: 12 })
  })

  it('sells goods at the product cost before the first supply, and takes the average from the supply (ERPNext)', async () => {
    const shop = await openShop({ cost: 60 })
    const { office } = shop
    const sale = await sell(shop, { quantity: 3 })
    await buy(office, 5, 16)
    expect(await stockOf(office, office.store)).toEqual({ quantity: 2, averageCost: 16 })
    expect((await done(office.api.get(`/api/sales/retail/${sale.id}`))).lines[0].unitCost).toBe(60)
  })

  it('keeps the average cost of negative stock until a supply exceeds the shortage (Odoo and ERPNext)', async () => {
    const shop = await openShop()
    const { office } = shop
    await buy(office, 5, 10)
    expect((await sell(shop, { quantity: 7 })).lines[0].unitCost).toBe(10)
    await buy(office, 1, 16)
    expect(await stockOf(office, office.store)).toEqual({ quantity: -1, averageCost: 10 })
    await buy(office, 3, 16)
    expect(await stockOf(office, office.store)).toEqual({ quantity: 2, averageCost: 16 })
  })

  it('subtracts returns and their costs from sales to compute profit (MoySklad, sample of the profit report)', async () => {
    const shop = await openShop()
    await buy(shop.office, 20, 3000)
    const sold = await sell(shop, { quantity: 10, price: 5000 })
    const back = await sell(
      shop,
      { quantity: 3, price: 5000, originalLineNo: 1 },
      { isReturn: true, originalSaleId: sold.id },
    )
    const figures = ({ lines: [{ sum, quantity, unitCost }] }: typeof sold) => [sum, quantity * unitCost]
    expect([figures(sold), figures(back)]).toEqual([
      [50_000, 30_000],
      [15_000, 9_000],
    ])
    const [[sellSum, sellCost], [returnSum, returnCost]] = [figures(sold), figures(back)]
    const [revenue, cost] = [sellSum - returnSum, sellCost - returnCost]
    const profit = revenue - cost
    expect([profit, (profit / cost).toFixed(4), (profit / revenue).toFixed(4)]).toEqual([
      14_000,
      '0.6667',
      '0.4000',
    ])
    expect(await stockOf(shop.office, shop.office.store)).toEqual({ quantity: 13, averageCost: 3000 })
  })
})
