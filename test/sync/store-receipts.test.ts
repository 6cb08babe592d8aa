import { expect, it } from 'vitest'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import { createProduct } from '#test/support/device.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import type { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'

/** Opens two agents of one store. The first has sold a receipt of 3 pieces, and both have it. */
async function openTwoTills(shop: TestShop) {
  const tea = await createProduct(shop.organization)
  const one = await (await shop.openAgent()).till()
  const two = await (await shop.openAgent()).till()
  const receipt = await one.sell(tea, 3)
  await expectLeft(two, receipt, 3)
  return { tea, one, two, receipt }
}

const expectLeft = (till: Till, { receiptNumber }: Receipt, left: number) =>
  until(`${left} are left to return`, async () => {
    const { status, body } = await till.send<Receipt>('GET', `/receipts/${receiptNumber}`)
    return status === 200 && body.lines[0]?.returnable === left
  })

async function takeBack(till: Till, { receiptNumber }: Receipt, quantity: number): Promise<Receipt> {
  const cart = await till.expect<Cart>('POST', '/cart/return', { receiptNumber })
  await till.expect('PATCH', `/cart/lines/${must(cart.lines[0]).id}`, { quantity })
  return till.pay()
}

const isUploaded = (till: Till) =>
  until('all is uploaded', async () => (await till.status()).upload.waiting === 0)

const saleOf = async ({ organization }: TestShop, { id }: Receipt) =>
  (await organization.api.get(`/api/sales/retail/${id}`)).body
const codesOf = ({ flags }: { flags: { code: string }[] }) => flags.map(({ code }) => code)

it('returns products at another till of the store, and updates the remaining quantity at both tills', async () => {
  await using shop = await openTestShop()
  const { one, two, receipt } = await openTwoTills(shop)
  const back = await takeBack(two, receipt, 1)
  await isUploaded(two)
  expect(await saleOf(shop, back)).toMatchObject({
    isReturn: true,
    originalSaleId: receipt.id,
    sum: 100,
    lines: [{ originalLineId: (await saleOf(shop, receipt)).lines[0].id, quantity: 1 }],
  })
  expect(codesOf(await saleOf(shop, back))).not.toContain('original_unknown')
  await expectLeft(one, receipt, 2)
  await takeBack(one, receipt, 2)
  await expectLeft(two, receipt, 0)
  expect(await two.send('POST', '/cart/return', { receiptNumber: receipt.receiptNumber })).toMatchObject({
    status: 409,
    body: { code: 'basis_exceeded' },
  })
})

it.each(['the seller', 'the other'])(
  'accepts the returns of two offline tills and flags one when that of %s arrives first',
  async (first) => {
    await using shop = await openTestShop()
    const { one, two, receipt } = await openTwoTills(shop)
    await shop.stopHub()
    const tills = first === 'the seller' ? [one, two] : [two, one]
    const backs = [
      await takeBack(must(tills[0]), receipt, 2),
      await takeBack(must(tills[1]), receipt, 2),
    ] as const
    await shop.startHub()
    for (const till of tills) await isUploaded(till)
    const booked = [await saleOf(shop, backs[0]), await saleOf(shop, backs[1])]
    expect(booked.map(({ originalSaleId }) => originalSaleId)).toEqual([receipt.id, receipt.id])
    expect(booked.map(codesOf).filter((codes) => codes.includes('basis_exceeded'))).toHaveLength(1)
    // More was returned than sold, so nothing is left to return at any till.
    for (const till of tills)
      await until('nothing is left', async () => {
        const { lines } = await till.receipt(receipt.receiptNumber)
        return must(lines[0]).returnable <= 0
      })
  },
)

it('keeps the receipts of a removed till available at a new till', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const gone = await shop.openAgent()
  const till = await gone.till()
  const receipt = await till.sell(tea, 3)
  await isUploaded(till)
  await gone[Symbol.asyncDispose]()
  const fresh = await (await shop.openAgent()).till()
  await expectLeft(fresh, receipt, 3)
  expect((await takeBack(fresh, receipt, 3)).sum).toBe(300)
})
