import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { TillPage } from './till.ts'

const TEA = '4006381333931'

describe('the menu and the keys of the till', () => {
  let shop: TestShop
  let agent: TestAgent
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    shop = await openTestShop()
    await createProduct(shop.organization, {
      name: 'Green tea',
      retailPrice: 950,
      barcodes: [{ value: TEA, type: 'Ean13' }],
    })
    agent = await shop.openAgent()
  })
  afterAll(async () => {
    await shop?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  async function openTill(): Promise<TillPage> {
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' })
    onTestFinished(() => context.close())
    const till = new TillPage(await context.newPage())
    await till.open(agent.url)
    await till.signIn('Owner', OWNER_PIN)
    return till
  }

  it('opens the menu with F10 and from it what is asked for', async () => {
    const till = await openTill()
    await till.page.keyboard.press('F10')
    const menu = till.page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('button', { name: 'Receipts' }).click()
    await till.page.getByRole('dialog', { name: 'Receipts' }).waitFor()
  })

  it('greys in the menu what cannot be done now and says why', async () => {
    const till = await openTill()
    await till.button(/^Menu/).click()
    const menu = till.page.getByRole('dialog', { name: 'Menu' })
    const discount = menu.getByRole('button', { name: /^Discount on the receipt.*The cart is empty/ })
    await discount.click({ force: true })
    await menu.waitFor()
    await till.page.keyboard.press('Escape')
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.button(/^Menu/).click()
    await menu.getByRole('button', { name: 'Discount on the receipt' }).click()
    await till.page.getByRole('dialog', { name: 'Discount on the whole receipt' }).waitFor()
  })

  it('says why a key does nothing now', async () => {
    const till = await openTill()
    await till.page.keyboard.press('F6')
    await till.page.getByText('The cart is empty.').waitFor()
  })

  it('lists all keys with F1', async () => {
    const till = await openTill()
    await till.page.keyboard.press('F1')
    const help = till.page.getByRole('dialog', { name: 'Keys' })
    await help.getByText('Complete the sale').waitFor()
    await help.getByText('F11').waitFor()
  })
})
