import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { TillPage } from './till.ts'

const TEA = '4006381333931'

describe('offers at the till', () => {
  let shop: TestShop
  let agent: TestAgent
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    shop = await openTestShop()
    const { organization } = shop
    await createProduct(organization, {
      ...{ name: 'Green tea', retailPrice: 100 },
      barcodes: [{ value: TEA, type: 'Ean13' }],
    })
    const make = async (body: object) =>
      expect((await organization.api.post('/api/promotions', body)).status).toBe(201)
    await make({
      ...{ name: 'Two for one', kind: 'BuyXGetY', effect: { buyQuantity: 1, getQuantity: 1, percent: 50 } },
    })
    await make({
      ...{ name: 'Welcome', kind: 'ReceiptThreshold', effect: { threshold: 50, percent: 10 } },
      couponCode: 'HELLO',
    })
    agent = await shop.openAgent()
    const checker = await agent.till('checker-1')
    await until('the agent has the catalog', async () => (await checker.status()).settings)
  })
  afterAll(async () => {
    await shop?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  async function openTill(locale: string, viewport = { width: 1024, height: 768 }): Promise<TillPage> {
    const context = await browser.newContext({ viewport, locale })
    onTestFinished(() => context.close())
    const till = new TillPage(await context.newPage())
    await till.open(agent.url)
    await till.signIn('Owner', OWNER_PIN)
    return till
  }

  it('take off by themselves, say why or why not, and count a coupon that is typed', async () => {
    const till = await openTill('en-GB')
    await till.scan(TEA)
    await till.scan(TEA)
    await till.cartLine('Green tea').getByText('Two for one −50.00').waitFor()
    await till.page.keyboard.press('F5')
    const dialog = till.page.getByRole('dialog')
    await dialog.getByRole('listitem').filter({ hasText: 'Two for one' }).getByText('Counts').waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'Welcome' }).getByText('With a coupon').waitFor()
    await dialog.getByLabel('Coupon').fill('NONE')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog
      .getByText(/coupon/i)
      .nth(1)
      .waitFor()
    expect(await dialog.getByLabel('Coupon').inputValue()).toBe('NONE')
    await dialog.getByLabel('Coupon').fill('hello')
    await till.page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Take the coupon hello back' }).waitFor()
    if (process.env.SHOTS) await till.page.screenshot({ path: `${process.env.SHOTS}/offers-en.png` })
    await till.page.keyboard.press('Escape')
    await till.page.locator('output[aria-label="Total"]', { hasText: '135.00' }).waitFor()
    if (process.env.SHOTS) await till.page.screenshot({ path: `${process.env.SHOTS}/offers-cart.png` })
    await till.payExactly()
  })

  it('are told in Russian', async () => {
    const till = await openTill('ru-RU', { width: 1920, height: 1080 })
    await till.scan(TEA)
    await till.page.getByRole('button', { name: /^Акции/ }).click()
    const dialog = till.page.getByRole('dialog')
    await dialog.getByText('Ничего не снимает').waitFor()
    await dialog.getByText('С купоном').waitFor()
    if (process.env.SHOTS) await till.page.screenshot({ path: `${process.env.SHOTS}/offers-ru.png` })
  })
})
