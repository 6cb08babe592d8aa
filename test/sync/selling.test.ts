import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'

const salesOf = async (shop: TestShop) =>
  (await shop.organization.api.get('/api/sales/retail?sort=receivedAt')).body
const stockOf = async (shop: TestShop, productId: string) =>
  (await shop.organization.api.get(`/api/inventory/stock?productId=${productId}`)).body.items[0]?.quantity

describe('sales synchronized with the hub', () => {
  it('uploads sales made offline once the hub is online again', async () => {
    await using shop = await openTestShop()
    const tea = await createProduct(shop.organization)
    const agent = await shop.openAgent()
    const till = await agent.till()
    await shop.stopHub()
    const receipts = [await till.sell(tea, 2), await till.sell(tea)]
    expect((await till.status()).upload.waiting).toBe(2)
    await shop.startHub()
    await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
    const sales = await salesOf(shop)
    expect(sales.items.map(({ id, receiptNumber, sum }: never) => ({ id, receiptNumber, sum }))).toEqual(
      receipts.map(({ id, receiptNumber, sum }) => ({ id, receiptNumber, sum })),
    )
    expect(await stockOf(shop, tea)).toBe(-3)
  })

  it('keeps the open cart and unsent sales after a restart of the agent', async () => {
    await using shop = await openTestShop()
    const tea = await createProduct(shop.organization)
    const agent = await shop.openAgent()
    const till = await agent.till()
    await shop.stopHub()
    await till.sell(tea)
    await till.add({ productId: tea, quantity: 5 })
    await agent.restart()
    expect((await till.cart()).lines).toMatchObject([{ productId: tea, quantity: 5 }])
    await till.pay()
    await shop.startHub()
    await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
    expect((await salesOf(shop)).items.map(({ sum }: never) => sum)).toEqual([100, 500])
  })

  it('returns products to stock with a return at the till', async () => {
    await using shop = await openTestShop()
    const tea = await createProduct(shop.organization)
    const till = await (await shop.openAgent()).till()
    const receipt = await till.sell(tea, 3)
    const cart = await till.expect<{ lines: { id: string }[] }>('POST', '/cart/return', {
      receiptNumber: receipt.receiptNumber,
    })
    await till.expect('PATCH', `/cart/lines/${cart.lines[0]?.id}`, { quantity: 2 })
    const back = await till.pay()
    await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
    const booked = (await shop.organization.api.get(`/api/sales/retail/${back.id}`)).body
    expect(booked).toMatchObject({ isReturn: true, originalSaleId: receipt.id, sum: 200 })
    expect(await stockOf(shop, tea)).toBe(-1)
    expect((await till.receipt(receipt.receiptNumber)).lines[0]?.returnable).toBe(1)
  })

  it('assigns different receipt numbers at two agents', async () => {
    await using shop = await openTestShop()
    const tea = await createProduct(shop.organization)
    const tills = [await (await shop.openAgent()).till(), await (await shop.openAgent()).till()]
    for (const till of tills) for (let i = 0; i < 3; i += 1) await till.sell(tea)
    for (const till of tills)
      await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
    const sales = await salesOf(shop)
    const numbers = sales.items.map(({ receiptNumber }: { receiptNumber: string }) => receiptNumber).sort()
    expect(numbers).toEqual(['A1-000001', 'A1-000002', 'A1-000003', 'A2-000001', 'A2-000002', 'A2-000003'])
    expect(
      sales.items.every(({ flags }: { flags: { code: string }[] }) =>
        flags.every(({ code }) => code === 'negative_stock'),
      ),
    ).toBe(true)
    expect(await stockOf(shop, tea)).toBe(-6)
  })
})
