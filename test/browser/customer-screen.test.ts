import { describe, expect, it } from 'vitest'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct } from '#test/support/device.ts'
import { drawPicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import type { TillPage } from './till.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

const BREAD = '4006381333948'

describe('the customer screen', () => {
  const { openTill } = useTillShop(async (shop) => {
    const { organization } = shop
    const tea = await addTea(shop)
    await organization.api.sendFile(`/api/catalog/products/${tea}/images`, await drawPicture('#2f7d4f'))
    await createProduct(organization, { name: 'Bread', retailPrice: 100, barcode: BREAD })
    await changePoint(organization, { receiptQr: true })
  })

  async function openCustomer(till: TillPage) {
    await till.page.keyboard.press('F10')
    const opened = till.page.context().waitForEvent('page')
    await till.button('Customer display').click()
    const customer = await opened
    await customer.getByText('Welcome').waitFor()
    await till.page.bringToFront()
    return customer
  }

  it('shows the cart, its total and the change, and clears them for the next sale', async () => {
    const till = await openTill()
    const customer = await openCustomer(till)
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
    // The screen also announces training, so that nobody takes it for a sale.
    await till.page.keyboard.press('F10')
    await till.button('Training mode').click()
    await till.button('Start training').click()
    await customer.getByText('TRAINING. NOT A SALE').waitFor()
    await till.scan(TEA)
    await till.payExactly()
    await customer.getByText('Thank you').waitFor()
    expect(await customer.getByRole('img').count()).toBe(0)
  })

  it('shows the picture of the last added product, and the QR code of the receipt', async () => {
    const till = await openTill()
    const customer = await openCustomer(till)
    const widths = () =>
      customer
        .locator('img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth))
    await till.scan(TEA)
    await until('the picture is shown', async () => Number((await widths())[0]) > 0)
    await till.scan(BREAD)
    await customer.getByText('Bread').waitFor()
    await customer.locator('img').waitFor({ state: 'detached' })
    await till.scan(TEA)
    await until('its picture is shown again', async () => Number((await widths())[0]) > 0)
    await till.payExactly()
    const code = customer.getByRole('img')
    await code.waitFor()
    expect(await code.getAttribute('alt')).toBe(await till.receiptLink())
  })
})
