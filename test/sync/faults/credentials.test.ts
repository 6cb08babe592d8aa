import { expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { ApiClient, OWNER_PASSWORD } from '#test/support/hub.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { expectEachOnce, salesOf, sellMany, uploaded } from './selling.ts'

/** Signs the owner in again, with a token of the current hub. */
async function signInAgain(shop: TestShop): Promise<ApiClient> {
  const form = { grant_type: 'password', username: shop.organization.email, password: OWNER_PASSWORD }
  return new ApiClient(shop.door, (await new ApiClient(shop.door).token(form)).body.access_token)
}

it('keeps devices working after the signing keys change', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const till = await (await shop.openAgent()).till()
  const receipts = await sellMany(till, tea, 1)
  await uploaded(till)
  await using owner = await shop.door.database.connect()
  await shop.stopHub()
  await owner.query('DELETE FROM signing_keys')
  await shop.startHub()
  receipts.push(...(await sellMany(till, tea, 2)))
  await uploaded(till)
  const api = await signInAgain(shop)
  await expectEachOnce({ ...shop.organization, api }, tea, receipts)
  await api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: 120 })
  await until('the price comes', async () => (await till.search('tea')).items[0]?.price === 120)
})

it("keeps devices working after the hub's secret changes", async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const till = await (await shop.openAgent()).till()
  await shop.stopHub()
  shop.door.config.secret = 'another secret of the tests, long enough too'
  const receipts = await sellMany(till, tea, 2)
  await shop.startHub()
  await uploaded(till)
  const api = await signInAgain(shop)
  await expectEachOnce({ ...shop.organization, api }, tea, receipts)
  await api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: 120 })
  await until('the price comes', async () => (await till.search('tea')).items[0]?.price === 120)
})

it('keeps a device working after the account of the user who enrolled it is closed', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const till = await (await shop.openAgent()).till()
  await using owner = await shop.door.database.connect()
  // The password is changed, every session ended, and the account closed.
  await owner.query(`UPDATE accounts SET password_hash = 'another', is_active = false`)
  await owner.query('DELETE FROM refresh_tokens')
  expect((await shop.organization.api.get('/api/sales/retail')).status).toBe(401)
  await sellMany(till, tea, 3)
  await uploaded(till)
  await owner.query('UPDATE accounts SET is_active = true')
  expect((await salesOf(shop.organization)).length).toBe(3)
  await shop.organization.api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: 120 })
  await until('the price comes', async () => (await till.search('tea')).items[0]?.price === 120)
})

it('accepts sales from a revoked device, but sends it no changes', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const agent = await shop.openAgent()
  const till = await agent.till()
  const { deviceId } = await till.status()
  await shop.stopHub()
  const receipts = await sellMany(till, tea, 150)
  await shop.startHub()
  await shop.organization.api.post(`/api/devices/${deviceId}/revoke`)
  await shop.organization.api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: 120 })
  await uploaded(till)
  await expectEachOnce(shop.organization, tea, receipts)
  await until('the till says so', async () =>
    (await till.status()).trouble.some(({ code }) => code === 'hub_refused_device'),
  )
  expect((await till.search('tea')).items[0]?.price).toBe(100)
})
