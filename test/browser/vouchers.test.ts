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

describe('gift vouchers on the till page', () => {
  const at = useTillShop(async (shop) => {
    const { api } = shop.organization
    await addTea(shop, 100)
    await changePoint(shop.organization, {
      paymentTypes: ['Cash', 'Card', 'GiftCard'],
      offlineVoucherLimit: 20,
      maxVoucherSale: 200,
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

  it('accepts a scanned or typed gift voucher, and prints its remaining balance on the receipt', async () => {
    const { till, dialog } = await openPayment()
    await dialog.getByText('Scan the voucher or type its number, then check it.').waitFor()
    expect(await hasFocus(dialog.getByLabel('Voucher number'))).toBe(true)
    await till.scan(POOR)
    await dialog.getByText(/The voucher can pay up to .*30\.00/).waitFor()
    await dialog.getByText(/Balance .*30\.00, checked with head office at /).waitFor()
    await dialog.getByText(/Balance after this payment: .*0\.00/).waitFor()
    await dialog.getByRole('button', { name: /^Pay .*30\.00 with the voucher$/ }).click()
    await dialog.getByText('Gift voucher ***0024').waitFor()
    await dialog.getByRole('radio', { name: 'Gift voucher' }).click()
    await till.scan(POOR)
    await dialog.getByText('This voucher is already in the payment. Remove it first.').waitFor()
    await dialog.getByLabel('Voucher number').fill(RICH)
    await till.page.keyboard.press('Enter')
    await dialog.getByText(/Balance after this payment: .*430\.00/).waitFor()
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

  it('refuses blocked and unknown gift vouchers with a message', async () => {
    const { till, dialog } = await openPayment()
    await till.scan(BLOCKED)
    await dialog.getByText('The voucher is blocked. Use another payment method.').waitFor()
    await dialog.getByLabel('Voucher number').fill('nobody')
    await dialog.getByRole('button', { name: 'Check voucher' }).click()
    await dialog.getByText('No voucher with this number. Check the number.').waitFor()
    expect(await dialog.getByRole('button', { name: /^Complete sale/ }).isDisabled()).toBe(true)
  })

  it('accepts a gift voucher offline up to the limit with a notice, and fits the screen of a phone', async () => {
    const { folder } = at.agent
    const { organizationId } = at.shop.organization
    await until(
      'the agent is told of the voucher',
      () => heldBalance(folder, organizationId, RICH) !== undefined,
    )
    const { till, dialog } = await openPayment(PHONE)
    at.cutOff()
    await dialog.getByLabel('Voucher number').fill('invented')
    await till.page.keyboard.press('Enter')
    await dialog
      .getByText(/^This till does not know this voucher, and head office is not responding\./)
      .waitFor()
    await dialog.getByLabel('Voucher number').fill(RICH)
    await till.page.keyboard.press('Enter')
    await dialog.getByText(/The voucher can pay up to .*20\.00/).waitFor()
    await dialog.getByText('Head office is not responding and the balance is unknown.').waitFor()
    await dialog.getByRole('button', { name: /^Pay .*20\.00 with the voucher$/ }).click()
    const wider = await till.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
    await dialog.getByRole('button', { name: /^Complete sale/ }).click()
    await till.page
      .getByRole('article', { name: /^Receipt / })
      .getByText(/\*\*\*0017/)
      .waitFor()
  })

  it('sells a gift voucher together with a product while the hub is unreachable, and adds the unspent voucher to a return', async () => {
    const { till, dialog } = await openSale()
    at.cutOff()
    await till.page.keyboard.press('F10')
    await dialog.getByRole('button', { name: 'Sell or top up gift voucher', exact: true }).click()
    await till.scan(NEW)
    await dialog.getByRole('button', { name: '50.00', exact: true }).click()
    await dialog.getByRole('button', { name: 'Add to cart' }).click()
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
    await dialog.getByRole('button', { name: 'Return voucher' }).click()
    await sold.getByText('Returned voucher').waitFor()
    await till.page
      .locator('output[aria-label="Refund due"], output[aria-label="Total"]', { hasText: '50.00' })
      .first()
      .waitFor()
  })
})
