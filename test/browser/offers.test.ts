import { describe, expect, it } from 'vitest'
import { addTea, TEA, useTillShop } from './till-shop.ts'

describe('promotions on the till page', () => {
  const { openTill } = useTillShop(async (shop) => {
    await addTea(shop, 100)
    const make = async (body: object) =>
      expect((await shop.organization.api.post('/api/promotions', body)).status).toBe(201)
    await make({
      name: 'Two for one',
      kind: 'BuyXGetY',
      effect: { buyQuantity: 1, getQuantity: 1, percent: 50 },
    })
    await make({
      name: 'Welcome',
      kind: 'ReceiptThreshold',
      effect: { threshold: 50, percent: 10 },
      couponCode: 'HELLO',
    })
  })

  it('applies promotions automatically, explains why each applies or not, and accepts a typed coupon', async () => {
    const till = await openTill()
    await till.scan(TEA)
    await till.scan(TEA)
    await till.cartLine('Green tea').getByText('Two for one −50.00').waitFor()
    await till.page.keyboard.press('F5')
    const dialog = till.page.getByRole('dialog')
    await dialog.getByRole('listitem').filter({ hasText: 'Two for one' }).getByText('Applied').waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'Welcome' }).getByText('Coupon required').waitFor()
    await dialog.getByLabel('Coupon').fill('NONE')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog
      .getByText(/coupon/i)
      .nth(1)
      .waitFor()
    expect(await dialog.getByLabel('Coupon').inputValue()).toBe('NONE')
    await dialog.getByLabel('Coupon').fill('hello')
    await till.page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Remove coupon hello' }).waitFor()
    await till.page.keyboard.press('Escape')
    await till.page.locator('output[aria-label="Total"]', { hasText: '135.00' }).waitFor()
    await till.payExactly()
  })

  it('explains promotions in Russian', async () => {
    const till = await openTill({ locale: 'ru-RU', viewport: { width: 1920, height: 1080 } })
    await till.scan(TEA)
    await till.page.getByRole('button', { name: /^Акции/ }).click()
    const dialog = till.page.getByRole('dialog')
    await dialog.getByText('Не даёт скидки на этот чек').waitFor()
    await dialog.getByText('Нужен купон').waitFor()
  })
})
