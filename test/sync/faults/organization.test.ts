import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { createProduct } from '#test/support/device.ts'
import { openDatabase } from '#test/support/people.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { expectEachOnce, postWhatIsHeld, sellMany, sellWhile, uploaded } from './selling.ts'

async function archive(
  { door, organization: { organizationId } }: TestShop,
  isArchived: boolean,
): Promise<void> {
  await using database = openDatabase(door)
  await database.db.transact(organizationId, (tx) =>
    tx.update(organizations).set({ isArchived }).where(eq(organizations.id, organizationId)),
  )
}

async function statuses(shop: TestShop): Promise<string[]> {
  await using owner = await shop.door.database.connect()
  return (await owner.query('SELECT status FROM uploads ORDER BY seq')).rows.map(({ status }) => status)
}

it('keeps all sales of an archived organization that continues to sell', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const till = await (await shop.openAgent()).till()
  const receipts: Receipt[] = await sellMany(till, tea, 2)
  await uploaded(till)
  await archive(shop, true)
  receipts.push(...(await sellMany(till, tea, 3)))
  await uploaded(till)
  expect(await statuses(shop)).toEqual(['posted', 'posted', 'held', 'held', 'held'])
  expect((await till.status()).connection).toBe('online')
  await archive(shop, false)
  await postWhatIsHeld(shop)
  await expectEachOnce(shop.organization, tea, receipts)
})

it('keeps all sales while the organization is archived and restored repeatedly', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const till = await (await shop.openAgent()).till()
  const toAndFro = async (): Promise<void> => {
    for (let i = 0; i < 10; i += 1) {
      await archive(shop, i % 2 === 0)
      await until('something has been sold', async () => (await statuses(shop)).length > i * 2)
    }
  }
  const receipts = await sellWhile([till], tea, toAndFro())
  await uploaded(till)
  await postWhatIsHeld(shop)
  await expectEachOnce(shop.organization, tea, receipts)
})

it('sells a product that is deleted while in an open cart', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const till = await (await shop.openAgent()).till()
  await till.add({ productId: tea, quantity: 2 })
  const gone = await shop.organization.api.delete(`/api/catalog/products/${tea}`)
  expect(gone.status).toBe(204)
  await until('the till has heard', async () => (await till.search('tea')).total === 0)
  const receipt = await till.pay()
  expect(receipt.lines).toMatchObject([{ name: 'Tea', price: 100, quantity: 2 }])
  await uploaded(till)
  const booked = await shop.organization.api.get(`/api/sales/retail/${receipt.id}`)
  expect(booked.body).toMatchObject({ status: 'Posted', sum: 200, lines: [{ productName: 'Tea' }] })
  expect(booked.body.flags.map(({ code }: { code: string }) => code)).toContain('product_unknown')
})
