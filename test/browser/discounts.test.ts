import { describe, expect, it } from 'vitest'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct } from '#test/support/device.ts'
import { NEW_TILL } from '#test/support/till.ts'
import type { TillPage } from './till.ts'
import { TEA, useTillShop } from './till-shop.ts'

const GIFT = '4006381333962'
const WINE = '4006381333948'
const WATER = '4600000000015'

describe('discounts and prices on the till page', () => {
  const at = useTillShop(async ({ organization }) => {
    const make = (name: string, retailPrice: number, barcode: string, more: object = {}) =>
      createProduct(organization, { name, retailPrice, barcode, ...more })
    await make('Green tea', 950.4, TEA)
    await make('Red wine', 3000, WINE, { isDiscountProhibited: true })
    await make('Gift card holder', 0, GIFT)
    await make('Water', 250, WATER, { trackingType: 'Water', ntin: '0201000000012' })
    await changePoint(organization, {
      allowCustomPrice: true,
      maxDiscountPercent: 20,
      cashRounding: 'Nearest',
      cashRoundingStep: 1,
      receiptLanguage: 'en',
    })
  })

  async function openTill(...scans: string[]): Promise<TillPage> {
    const till = await at.openTill()
    for (const code of scans) await till.scan(code)
    await till.page.getByText(`${scans.length} item`).waitFor()
    return till
  }

  /** Types more slowly than a scanner. */
  const type = ({ page }: TillPage, keys: string) => page.keyboard.type(keys, { delay: 120 })
  const total = (till: TillPage, sum: string) =>
    till.page.locator('output[aria-label="Total"]', { hasText: sum }).waitFor()

  it('prompts for the price of a product without one, whether scanned or searched', async () => {
    const till = await openTill()
    const enter = async (price: string): Promise<void> => {
      const dialog = till.page.getByRole('dialog')
      await dialog.getByText('Gift card holder').waitFor()
      await dialog.getByLabel('Price').fill(price)
      await dialog.getByRole('button', { name: 'OK' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await till.scan(GIFT)
    await enter('25')
    await total(till, '25.00')
    await till.search('holder')
    const option = till.option('Gift card holder')
    await option.getByText('no price').waitFor()
    await option.click()
    await enter('30')
    await total(till, '55.00')
  })

  it('prompts for the marking code of a piece, accepts it from a scanner, and prints it', async () => {
    const till = await openTill()
    const code = (serial: string) => `01046000000000152100000000${serial}`
    const dialog = till.page.getByRole('dialog')
    await till.scan(WATER)
    await dialog.getByText('Water', { exact: true }).waitFor()
    await till.scan(code('1'))
    await dialog.waitFor({ state: 'detached' })
    await till.page.getByText('serial no. 000000001').waitFor()
    // Scanning a marking code adds its product. The plus button of the line prompts for another code.
    await till.scan(code('2'))
    await till.page.getByText('2 items').waitFor()
    await till.scan(code('2'))
    await till.page.getByText('has already been sold or returned, or is in the cart').waitFor()
    await till.page.keyboard.press('F9')
    await dialog.getByLabel('Cash received').waitFor()
    await till.page.keyboard.press('F9')
    const paper = till.page.getByRole('article')
    await paper.getByText(`Marking code ${code('2')}`).waitFor()
    expect(await paper.innerText()).toContain('0201000000012')
  })

  it('gives a discount on a line and on the receipt with the keyboard alone', async () => {
    const till = await openTill(TEA, WINE)
    const { keyboard } = till.page
    await keyboard.press('ArrowUp')
    await keyboard.press('F3')
    await till.page.getByText('Item discount').waitFor()
    await type(till, '10')
    await till.page.getByText('855.36').waitFor()
    await keyboard.press('Enter')
    await total(till, '3,855.36')
    await till.cartLine('Green tea').getByText('−95.04 (10%)').waitFor()
    await keyboard.press('F6')
    await till.page.getByText('Receipt discount').waitFor()
    await keyboard.press('F7')
    await type(till, '55.36')
    await keyboard.press('Enter')
    await total(till, '3,800.00')
    await keyboard.press('F9')
    await till.page.getByRole('dialog').getByLabel('Cash received').waitFor()
    await keyboard.press('F9')
    const receipt = await (await at.agent.till(NEW_TILL)).receipt(await till.receiptNumber())
    expect(receipt).toMatchObject({ sum: 3800, discountSum: 150.4, roundingSum: 0 })
    const paper = await till.page.getByRole('article').innerText()
    expect(paper.replace(/\s+/g, ' ')).toContain('Subtotal 3,950.40 Discount −150.40 TOTAL')
  })

  it('shows the rounded total while a discount is typed, and charges that total', async () => {
    const till = await openTill(TEA, WINE)
    await till.page.keyboard.press('F6')
    const figures = till.page.getByRole('dialog').locator('dl')
    const shows = (text: RegExp) => figures.filter({ hasText: text }).waitFor()
    await shows(/Before discount.*3,950\.40.*Discount.*0\.00.*Rounding.*−0\.40.*Total due.*3,950\.00/s)
    await type(till, '7')
    await shows(/Discount.*−66\.53.*Rounding.*0\.13.*Total due.*3,884\.00/s)
    await till.page.keyboard.press('F7')
    await type(till, '100.9')
    await shows(/Discount.*−100\.90.*Rounding.*0\.50.*Total due.*3,850\.00/s)
    // The discount is not applied yet.
    await total(till, '3,950.40')
    await till.page.keyboard.press('Enter')
    await total(till, '3,849.50')
    await till.page.keyboard.press('F9')
    await till.page.locator('output[aria-label="Total due"]', { hasText: '3,850.00' }).waitFor()
  })

  it('shows the refund for each tender while products are selected, and refunds it', async () => {
    const till = await openTill(TEA, WINE)
    await till.scan(TEA)
    await total(till, '4,900.80')
    const dialog = till.page.getByRole('dialog')
    await till.page.keyboard.press('F9')
    await till.page.keyboard.press('F7')
    await dialog.getByLabel('Amount').fill('4000')
    await dialog.getByRole('button', { name: /Split, pay the rest/ }).click()
    await till.page.keyboard.press('F9')
    const sold = await till.receiptNumber()
    await till.newSale()
    await till.button(/^Return/).click()
    await dialog.getByRole('textbox').first().fill(sold)
    await dialog.getByRole('button', { name: /Find receipt/ }).click()
    const more = (name: string) =>
      dialog.getByRole('listitem', { name }).getByRole('button', { name: 'More' })
    await more('Green tea').click()
    const figures = dialog.getByLabel('Refund summary')
    await figures.filter({ hasText: /Card.*950\.40.*Refund due.*950\.40/s }).waitFor()
    await more('Red wine').click()
    await more('Green tea').click()
    await figures.filter({ hasText: /Card.*4,000\.00.*Cash.*901\.00.*Refund due.*4,901\.00/s }).waitFor()
    await dialog.getByRole('button', { name: /^Return ₸.*4,901\.00/ }).click()
    await till.button(/^Refund/).click()
    await till.page.locator('output[aria-label="Refund due"]', { hasText: '4,901.00' }).waitFor()
    await till.button(/^Complete refund/).click()
    const checker = await at.agent.till(NEW_TILL)
    expect(await checker.receipt(await till.receiptNumber())).toMatchObject({
      isReturn: true,
      payments: [
        { type: 'Card', amount: 4000 },
        { type: 'Cash', amount: 901 },
      ],
    })
  })

  it('removes a discount of the receipt', async () => {
    const till = await openTill(TEA)
    await till.button(/^Discount$/).click()
    await till.button(/^20.?%$/).click()
    await till.button(/^Apply discount/).click()
    await total(till, '760.32')
    await till.page.keyboard.press('F6')
    await till.page.getByText('Receipt discount').waitFor()
    await type(till, '0')
    await till.button(/^Remove discount/).click()
    await total(till, '950.40')
  })

  it('disables a discount above the allowed maximum', async () => {
    const till = await openTill(TEA)
    await till.page.keyboard.press('F6')
    await till.page.getByText(/Up to 20.?% \(.*190\.08/).waitFor()
    await type(till, '21')
    expect(await till.button(/^Apply discount/).isDisabled()).toBe(true)
    await till.page.keyboard.press('Enter')
    await till.page.getByText('Receipt discount').waitFor()
  })

  it('explains that a product cannot be discounted', async () => {
    const till = await openTill(WINE)
    await till.page.keyboard.press('F3')
    await till.page.getByText('This product cannot be discounted.').waitFor()
    expect(await till.cartLine('Red wine').getByText('Discount').count()).toBe(0)
  })

  it('rounds a cash payment but not a card payment', async () => {
    const till = await openTill(TEA)
    const toPay = (sum: string) =>
      till.page.locator('output[aria-label="Total due"]', { hasText: sum }).waitFor()
    await till.page.keyboard.press('F9')
    await toPay('950.00')
    await till.page.getByRole('dialog').getByText('−0.40').waitFor()
    await till.page.keyboard.press('F7')
    await toPay('950.40')
    await till.page.keyboard.press('F6')
    await toPay('950.00')
    await till.page.keyboard.press('F9')
    const receipt = await (await at.agent.till(NEW_TILL)).receipt(await till.receiptNumber())
    expect(receipt).toMatchObject({ sum: 950, roundingSum: -0.4, payments: [{ type: 'Cash', amount: 950 }] })
    const paper = await till.page.getByRole('article').innerText()
    expect(paper.replace(/\s+/g, ' ')).toContain('Subtotal 950.40 Rounding −0.40 TOTAL')
  })
})
