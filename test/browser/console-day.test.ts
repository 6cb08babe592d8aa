import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { signUp } from '#test/support/hub.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { ConsolePage } from './console.ts'

describe('a day of sales in the console', () => {
  let shop: TestShop
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    shop = await openTestShop()
  })
  afterAll(async () => {
    await shop?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  it('shows the first steps until they are done, then the receipts and the state of tills', async () => {
    const { organization, door } = shop
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/')
    await console.signIn(organization.email)
    const steps = console.page.getByRole('list').filter({ hasText: 'Connect a till' })
    await steps.getByRole('link', { name: 'Add your products' }).waitFor()
    await expect.poll(() => steps.getByRole('img', { name: 'Done' }).count()).toBe(1)
    // Users can also dismiss the first steps.
    const theirs = await ConsolePage.open(browser, door.hub.url)
    await theirs.goto('/')
    await theirs.signIn((await signUp(door)).email)
    await theirs.button("Don't show again").click()
    await theirs.page.getByText('Connect a till').waitFor({ state: 'detached' })
    await theirs.page.reload()
    await theirs.page.getByText('No sales yet').first().waitFor()
    await theirs.rest()
    expect(await theirs.page.getByText('Connect a till').count()).toBe(0)

    const tea = await createProduct(organization, { name: 'Green tea', retailPrice: 950, minPrice: 900 })
    // Neither a revoked till nor a draft document completes a step.
    const { id: revoked } = await enrolDevice(door, organization)
    expect((await organization.api.post(`/api/devices/${revoked}/revoke`)).status).toBe(200)
    const draft = { storeId: organization.storeId, lines: [], payments: [] }
    expect((await organization.api.post('/api/sales/retail', draft)).status).toBe(201)
    await console.page.reload()
    await expect.poll(() => steps.getByRole('img', { name: 'Done', exact: true }).count()).toBe(2)
    for (const name of ['Connect a till', 'Make your first sale'])
      await steps.getByRole('link', { name }).waitFor()

    const agent = await shop.openAgent()
    const till = await agent.till()
    await till.add({ productId: tea, quantity: 2 })
    const receipt = await till.pay()
    const sales = () => organization.api.get('/api/sales/retail?source=Pos')
    await until('the sale has come', async () => (await sales()).body.total === 1)
    await console.page.reload()
    await console.page.getByText('₸ 1,900.00').or(console.page.getByText('₸1,900.00')).first().waitFor()
    await console.page.getByText('All receipts').waitFor()
    await until('the steps, all of them done, go', async () => (await steps.count()) === 0)

    await console.page.getByRole('link', { name: 'All receipts' }).click()
    await console.heading('Receipts').waitFor()
    await console.row(receipt.receiptNumber).click()
    await console.heading(`Receipt ${receipt.receiptNumber}`).waitFor()
    await console.page.getByRole('table', { name: 'Lines' }).getByText('Green tea').waitFor()

    await console.page.getByRole('link', { name: 'Tills' }).click()
    await console.page.getByText('OK', { exact: true }).waitFor()
  })
})
