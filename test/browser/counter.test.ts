import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct } from '#test/support/device.ts'
import { NEW_TILL } from '#test/support/till.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

declare global {
  interface Window {
    /** Number of tones played by the page. */
    tones: number
    /** Marker set by a test. Reloading the page clears it. */
    isStill?: boolean
  }
}

const WINE = '4006381333948'
const UNKNOWN = ['9999999999994', '9999999999987', '9999999999970']
const TENDERS = [
  ['F6', /^Cash/],
  ['F7', /^Card/],
  ['F8', /^QR code/],
] as const

describe('the till page in daily use', () => {
  const at = useTillShop(async (shop) => {
    await addTea(shop)
    await createProduct(shop.organization, {
      name: 'Red wine',
      retailPrice: 3000,
      barcode: WINE,
      isDiscountProhibited: true,
    })
    await changePoint(shop.organization, {
      paymentTypes: ['Cash', 'Card', 'Qr'],
      allowRefundOtherTender: true,
    })
  })

  it('uses the same keys for each tender in payments and refunds', async () => {
    const till = await at.openTill()
    const dialog = till.page.getByRole('dialog').last()
    const chooseEach = async (): Promise<void> => {
      for (const [key, name] of TENDERS) {
        await till.page.keyboard.press(key)
        const chosen = dialog.getByRole('radio', { name, checked: true })
        await chosen.waitFor()
        expect(await chosen.getAttribute('aria-keyshortcuts')).toBe(key)
      }
    }
    await till.scan(TEA)
    await till.button(/^Pay/).click()
    await chooseEach()
    await till.page.keyboard.press('F7')
    await till.page.keyboard.press('F9')
    const sold = await till.receiptNumber()
    await till.newSale()
    await till.button(/^Return/).click()
    await dialog.getByRole('textbox').first().fill(sold)
    await dialog.getByRole('button', { name: /Find receipt/ }).click()
    await dialog.getByRole('button', { name: 'Select all' }).click()
    await dialog.getByRole('button', { name: /^Return ₸/ }).click()
    await till.button(/^Refund/).click()
    // The sale was paid by card, so the card is preselected.
    await dialog.getByRole('radio', { name: /^Card/, checked: true }).waitFor()
    await chooseEach()
    await till.page.keyboard.press('F7')
    await till.page.keyboard.press('F9')
    const checker = await at.agent.till(NEW_TILL)
    expect(await checker.receipt(await till.receiptNumber())).toMatchObject({
      isReturn: true,
      payments: [{ type: 'Card', amount: 950 }],
    })
  })

  it('signs in a cashier who was hired while the page was open, without a reload', async () => {
    const till = await at.openTill({ signIn: false })
    await till.button('Owner').first().waitFor()
    await till.page.evaluate(() => {
      window.isStill = true
    })
    const { api } = at.shop.organization
    const role = await api.post('/api/organization/employee-roles', {
      name: 'Cashier on trial',
      permissions: ['pos.sell'],
    })
    const newcomer = { lastName: 'Newcomer', roleId: role.body.id, posPin: '730519' }
    expect((await api.post('/api/organization/employees', newcomer)).status).toBe(201)
    await till.signIn('Newcomer', '730519')
    expect(await till.page.evaluate(() => window.isStill)).toBe(true)
  })

  it('shows the newest of four errors next to the cart with a sound, and hides all of them after a while', async () => {
    const till = await at.openTill({
      prepare: (context) =>
        context.addInitScript(() => {
          window.tones = 0
          const make = AudioContext.prototype.createOscillator
          AudioContext.prototype.createOscillator = function count() {
            window.tones += 1
            return make.call(this)
          }
        }),
    })
    const { page } = till
    const notices = page.locator('.mantine-Notification-root')
    await till.scan(WINE)
    await till.cartLine('Red wine').waitFor()
    for (const code of UNKNOWN) {
      await till.scan(code)
      await page.getByText(`No product with barcode ${code}`).waitFor()
    }
    expect(await notices.count()).toBe(3)
    const before = await tonesOf(page)
    // Sounds within 100 ms count as one.
    const soundedAt = await page.evaluate(() => performance.now())
    await page.waitForFunction((at) => performance.now() - at > 100, soundedAt)
    await page.keyboard.press('F3')
    const newest = notices.filter({ hasText: 'This product cannot be discounted.' })
    await newest.waitFor()
    expect((await tonesOf(page)) - before).toBe(3)
    await page.getByText(`No product with barcode ${UNKNOWN[0]}`).waitFor({ state: 'detached' })
    const [notice, cart] = [await newest.boundingBox(), await till.cartLine('Red wine').boundingBox()]
    const height = page.viewportSize()?.height ?? 0
    expect(notice?.x).toBeGreaterThanOrEqual(cart?.x ?? Number.POSITIVE_INFINITY)
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(height)
    await newest.waitFor({ state: 'detached' })
    expect(await notices.count()).toBe(0)
  })
})

const tonesOf = (page: Page): Promise<number> => page.evaluate(() => window.tones)
