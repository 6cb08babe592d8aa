import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { changePoint } from '#test/support/change-point.ts'
import { heldBalance } from '#test/support/held-vouchers.ts'
import { NEW_TILL } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import { addTea, PHONE, TEA, useTillShop } from './till-shop.ts'

const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement)

const RICH = '7000000000000017'
const POOR = '7000000000000024'
const BLOCKED = '7000000000000031'
const NEW = '7000000000000048'

describe('gift vouchers at the till', () => {
  const at = useTillShop(async (shop) => {
    const { api } = shop.organization
    await addTea(shop, 100)
    await changePoint(shop.organization, {
      paymentTypes: ['Cash', 'Card', 'GiftCard'],
      ...{ offlineVoucherLimit: 20, maxVoucherSale: 200 },
    })
    const issue = async (number: string, amount: number): Promise<string> =>
      (await api.post('/api/loyalty/vouchers/issue', { number, amount })).body.id
    await issue(RICH, 500)
    await issue(POOR, 30)
    await api.post(`/api/loyalty/vouchers/${await issue(BLOCKED, 50)}/block`, { reason: 'Lost' })
  })

  async function openSale() {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.page.locator('output[aria-label="Total"]', { hasText: '100.00' }).first().waitFor()
    return { till, dialog: till.page.getByRole('dialog') }
  }

  async function openPayment(viewport = { width: 1024, height: 768 }) {
    const { till, dialog } = await openSale()
    await till.page.setViewportSize(viewport)
    await till.page.keyboard.press('F9')
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
    const receipt = await (await at.agent.till(NEW_TILL)).receipt(await till.receiptNumber())
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
    const { folder } = at.agent
    const { organizationId } = at.shop.organization
    await until(
      'the agent is told of the voucher',
      () => heldBalance(folder, organizationId, RICH) !== undefined,
    )
    const { till, dialog } = await openPayment(PHONE)
    at.cutOff()
    await dialog.getByLabel('Number of the voucher').fill('invented')
    await till.page.keyboard.press('Enter')
    await dialog
      .getByText(/^This till knows no voucher of this number, and head office does not answer\./)
      .waitFor()
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

  it('are sold with goods and without head office, and come back while nothing is spent of them', async () => {
    const { till, dialog } = await openSale()
    at.cutOff()
    await till.page.keyboard.press('F10')
    await dialog.getByRole('button', { name: 'Sell or reload a gift voucher', exact: true }).click()
    await till.scan(NEW)
    await dialog.getByRole('button', { name: '50.00', exact: true }).click()
    await dialog.getByRole('button', { name: 'Put into the sale' }).click()
    const sold = till.page.getByRole('list', { name: 'Gift vouchers' })
    await sold.getByText('New voucher').waitFor()
    await till.page.locator('output[aria-label="Total"]', { hasText: '150.00' }).first().waitFor()
    const number = await till.payExactly()
    const paper = till.page.getByRole('article', { name: /^Receipt / })
    await paper.getByText(/0048/).first().waitFor()
    await till.page.getByRole('status').getByText('150.00').waitFor()
    at.line.become({})
    await until('head office has it', async () => {
      const { body } = await at.shop.organization.api.get(`/api/loyalty/vouchers?search=${NEW}`)
      return body.items[0]?.balance === 50
    })
    await till.newSale()
    await till.page.keyboard.press('F8')
    await dialog.getByText(number).first().click()
    await dialog.getByRole('button', { name: 'Take voucher back' }).click()
    await sold.getByText('Voucher comes back').waitFor()
    await till.page
      .locator('output[aria-label="To give back"], output[aria-label="Total"]', { hasText: '50.00' })
      .first()
      .waitFor()
  })
})
