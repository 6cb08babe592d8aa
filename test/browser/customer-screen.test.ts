import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { TillPage } from './till.ts'

const TEA = '4600000000015'

let shop: TestShop
let agent: TestAgent
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
  shop = await openTestShop()
  await createProduct(shop.organization, {
    ...{ name: 'Green tea', retailPrice: 950 },
    barcodes: [{ value: TEA, type: 'Ean13' }],
  })
  agent = await shop.openAgent()
})
afterAll(async () => {
  await shop?.[Symbol.asyncDispose]()
  await browser?.close()
})

it('the customer sees what goes into the cart, what it comes to, the change, and nothing of the next one', async () => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' })
  onTestFinished(() => context.close())
  const till = new TillPage(await context.newPage())
  await till.open(agent.url)
  await till.signIn('Owner', OWNER_PIN)
  await till.page.keyboard.press('F10')
  const opened = context.waitForEvent('page')
  await till.button('Screen for the customer').click()
  const customer = await opened
  await customer.getByText('Welcome').waitFor()
  await till.page.bringToFront()
  await till.scan(TEA)
  await customer.getByText('Green tea').waitFor()
  await till.scan(TEA)
  await customer.getByRole('status').filter({ hasText: '1,900.00' }).waitFor()
  await customer.reload()
  await customer.getByRole('status').filter({ hasText: '1,900.00' }).waitFor()
  await till.payExactly()
  await customer.getByText('Thank you').waitFor()
  await till.newSale()
  await customer.getByText('Welcome').waitFor()
  expect(await customer.getByText('Green tea').count()).toBe(0)
  // Training is told too: what is shown then is no sale.
  await till.page.keyboard.press('F10')
  await till.button('Training').click()
  await till.button('Begin training').click()
  await customer.getByText('TRAINING. NOT A SALE').waitFor()
})
