import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { TillPage } from './till.ts'

const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement)

const TEA = '4006381333931'
const RICH = '7000000000000017'
const POOR = '7000000000000024'
const BLOCKED = '7000000000000031'

describe('gift vouchers at the till', () => {
  let shop: TestShop
  let agent: TestAgent
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    shop = await openTestShop()
    const { api, retailPointId } = shop.organization
    await createProduct(shop.organization, {
      ...{ name: 'Green tea', retailPrice: 100, kind: 'Service' },
      barcodes: [{ value: TEA, type: 'Ean13' }],
    })
    const point = `/api/catalog/retail-points/${retailPointId}`
    const changed = await api.put(point, {
      ...(await api.get(point)).body,
      ...{ paymentTypes: ['Cash', 'Card', 'GiftCard'], offlineVoucherLimit: 20 },
    })
    expect([changed.status, changed.body.errors]).toEqual([200, undefined])
    const issue = async (number: string, amount: number): Promise<string> =>
      (await api.post('/api/loyalty/vouchers/issue', { number, amount })).body.id
    await issue(RICH, 500)
    await issue(POOR, 30)
    await api.post(`/api/loyalty/vouchers/${await issue(BLOCKED, 50)}/block`, { reason: 'Lost' })
    agent = await shop.openAgent()
    const checker = await agent.till('checker-1')
    await until('the agent takes vouchers', async () =>
      (await checker.cart()).paymentTypes.includes('GiftCard'),
    )
  })
  afterAll(async () => {
    await shop?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  async function openPayment(viewport = { width: 1024, height: 768 }) {
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' })
    onTestFinished(() => context.close())
    const till = new TillPage(await context.newPage())
    await till.open(agent.url)
    await till.signIn('Owner', OWNER_PIN)
    await till.scan(TEA)
    await till.page.locator('output[aria-label="Total"]', { hasText: '100.00' }).first().waitFor()
    await till.page.setViewportSize(viewport)
    await till.page.keyboard.press('F9')
    const dialog = till.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Gift voucher' }).click()
    return { till, dialog }
  }

  it('are scanned or typed, pay what is on them, and the receipt says what is left', async () => {
    const { till, dialog } = await openPayment()
    await dialog.getByText('Scan the voucher or type its number, then check it.').waitFor()
    expect(await hasFocus(dialog.getByLabel('Number of the voucher'))).toBe(true)
    await till.scan(POOR)
    await dialog.getByText(/The voucher may pay up to .*30\.00/).waitFor()
    await dialog.getByText(/30\.00 on it, as head office says at /).waitFor()
    await dialog.getByText(/Left on it after this payment: .*0\.00/).waitFor()
    await dialog.getByRole('button', { name: /^Pay .*30\.00 with the voucher$/ }).click()
    await dialog.getByText('Gift voucher ***0024').waitFor()
    await dialog.getByRole('radio', { name: 'Gift voucher' }).click()
    await till.scan(POOR)
    await dialog.getByText('This voucher pays already. Take it out first.').waitFor()
    await dialog.getByLabel('Number of the voucher').fill(RICH)
    await till.page.keyboard.press('Enter')
    await dialog.getByText(/Left on it after this payment: .*430\.00/).waitFor()
    await till.page.keyboard.press('F9')
    const paper = till.page.getByRole('article', { name: /^Receipt / })
    await paper.getByText(/\*\*\*0017/).waitFor()
    await paper.getByText(/^430[.,]00$/).waitFor()
    expect(await paper.innerText()).not.toContain(RICH)
    const receipt = await (await agent.till('checker-1')).receipt(await till.receiptNumber())
    expect(receipt.payments).toMatchObject([
      { type: 'GiftCard', amount: 30, reference: '***0024', balanceLeft: 0 },
      { type: 'GiftCard', amount: 70, reference: '***0017', balanceLeft: 430 },
    ])
  })

  it('that are blocked or unknown are refused in words', async () => {
    const { till, dialog } = await openPayment()
    await till.scan(BLOCKED)
    await dialog.getByText('The voucher is blocked. Take another way to pay.').waitFor()
    await dialog.getByLabel('Number of the voucher').fill('nobody')
    await dialog.getByRole('button', { name: 'Check the voucher' }).click()
    await dialog.getByText('There is no voucher of this number. Check the number.').waitFor()
    expect(await dialog.getByRole('button', { name: /^Complete sale/ }).isDisabled()).toBe(true)
  })

  it('go offline up to the limit, and the cashier is told; all of it fits the screen of a phone', async () => {
    const { till, dialog } = await openPayment({ width: 390, height: 844 })
    await shop.stopHub()
    onTestFinished(() => shop.startHub())
    await dialog.getByLabel('Number of the voucher').fill(RICH)
    await till.page.keyboard.press('Enter')
    await dialog.getByText(/The voucher may pay up to .*20\.00/).waitFor()
    await dialog.getByText('Head office does not answer: its balance is not known.').waitFor()
    await dialog.getByRole('button', { name: /^Pay .*20\.00 with the voucher$/ }).click()
    const wider = await till.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
    await dialog.getByRole('button', { name: /^Complete sale/ }).click()
    await till.page
      .getByRole('article', { name: /^Receipt / })
      .getByText(/\*\*\*0017/)
      .waitFor()
  })
})
