import { describe, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct } from '#test/support/device.ts'
import { NEW_TILL } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import { useTillShop } from './till-shop.ts'

const SHOES = '4006381333931'
const BOOTS = '4006381333948'

describe('an exchange', () => {
  const at = useTillShop(async ({ organization }) => {
    const make = (name: string, retailPrice: number, barcode: string) =>
      createProduct(organization, { name, retailPrice, barcode, kind: 'Service' })
    await make('Shoes', 5000, SHOES)
    await make('Boots', 7000, BOOTS)
    await changePoint(organization, { allowReturnWithoutBasis: true, receiptQr: true })
  })

  it('exchanges products of a receipt: selects, parks, undoes, pays, and prints both parts on one receipt', async () => {
    const till = await at.openTill()
    const { page } = till
    const dialog = page.getByRole('dialog').last()
    const owed = (name: string, sum: string) =>
      page.locator(`output[aria-label="${name}"]`, { hasText: sum }).first().waitFor()
    const closed = () => page.getByRole('dialog').first().waitFor({ state: 'detached' })
    const back = page.getByRole('list', { name: 'Customer returns' }).getByRole('listitem')
    await till.scan(SHOES)
    await till.cartLine('Shoes').waitFor()
    await till.scan(SHOES)
    await owed('Total', '10,000.00')
    const sold = await till.payExactly()
    await till.newSale()

    // The customer returns one of the two pieces.
    await page.keyboard.press('F8')
    await dialog.getByText(sold).first().click()
    await dialog.getByRole('button', { name: 'Exchange' }).click()
    await dialog.getByRole('button', { name: 'One more' }).click()
    await dialog.getByRole('button', { name: /^Exchange .*5,000\.00/ }).click()
    await owed('Refund due', '5,000.00')
    expect(await till.button(/^Refund/).isDisabled()).toBe(true)
    await closed()
    await till.scan(BOOTS)
    await owed('Total due', '2,000.00')

    // Returned and sold lines can be removed and restored.
    await till.takenLine('Boots').getByRole('button', { name: 'Remove Boots' }).click()
    await owed('Refund due', '5,000.00')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await owed('Total due', '2,000.00')
    await back.getByRole('button', { name: 'Remove Shoes' }).click()
    await owed('Total', '7,000.00')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await owed('Total due', '2,000.00')

    await page.keyboard.press('F4')
    await dialog.getByRole('button', { name: 'Park this cart' }).click()
    await page.getByText('Ready for the next customer').waitFor()
    await page.keyboard.press('F4')
    await dialog.getByText('Exchange').waitFor()
    await dialog.getByText('2,000.00').first().click()
    await owed('Total due', '2,000.00')
    await till.payExactly()
    const paper = page.getByRole('article', { name: /^Receipt / })
    expect(await paper.innerText()).toMatch(/Обмен[\s\S]+Возврат[\s\S]+Shoes[\s\S]+Продажа[\s\S]+Boots/)
    expect(await paper.innerText()).toMatch(/ОПЛАЧЕНО\s+2\s000,00/)
    const exchanged = await till.receiptNumber()
    const link = await till.receiptLink()
    await till.newSale()

    // One receipt contains both parts and is found by either number.
    await page.keyboard.press('F8')
    const numbers = dialog.getByRole('button', { name: /^[A-Z]+\d-\d{6}/ })
    await numbers.first().waitFor()
    await expect.poll(() => numbers.first().innerText()).toContain(exchanged)
    for (const number of [numbers.first(), numbers.nth(1)]) {
      await number.click()
      const both = dialog.getByRole('article', { name: /^Receipt / })
      await both.getByText('Boots').waitFor()
      expect(await both.innerText()).toMatch(/Обмен[\s\S]+Возврат[\s\S]+Shoes[\s\S]+Продажа[\s\S]+Boots/)
    }
    await page.keyboard.press('Escape')
    await closed()
    const online = await page.context().newPage()
    const address = at.shop.door.hub.url + new URL(link).pathname
    await until('head office has it', async () => (await online.goto(address))?.ok())
    expect(await online.getByRole('main').innerText()).toMatch(/Обмен[\s\S]+Shoes[\s\S]+Boots/)
    await online.close()

    // A return without a receipt can continue as an exchange. A cheaper product leads to a refund.
    await page.keyboard.press('F7')
    await dialog.getByRole('button', { name: 'Return without a receipt' }).click()
    await closed()
    await till.scan(BOOTS)
    await till.cartLine('Boots').waitFor()
    await till.button('Exchange for other products').click()
    await back.filter({ hasText: 'Boots' }).waitFor()
    await till.scan(SHOES)
    await owed('Refund due', '2,000.00')
    await till.button(/^Refund/).click()
    const left = () => dialog.getByText(/Left to refund/).locator('..')
    await dialog.getByLabel('Amount').fill('500')
    await dialog.getByRole('button', { name: /^Split, pay the rest/ }).click()
    await left().getByText('1,500.00').waitFor()
    await dialog.getByRole('button', { name: 'Remove this payment' }).click()
    await left().waitFor({ state: 'detached' })
    await dialog.getByLabel('Amount').fill('800')
    await dialog.getByRole('button', { name: /^Split, pay the rest/ }).click()
    await left().getByText('1,200.00').waitFor()
    await till.button(/^Complete refund/).click()
    await page.getByText('Refund to customer', { exact: true }).waitFor()
    await page.getByRole('article', { name: /^Receipt / }).waitFor()

    const checker = await at.agent.till(NEW_TILL)
    await until('nothing waiting', async () => (await checker.status()).upload.waiting === 0)
    const refund = await checker.receipt(await till.receiptNumber())
    const parts = [refund, refund.exchange].flatMap((half) => (half?.isReturn ? half.payments : []))
    expect(parts.filter(({ type }) => type !== 'SetOff')).toMatchObject([{ amount: 800 }, { amount: 1200 }])
    const { items } = (await at.shop.organization.api.get('/api/sales/retail?sort=number')).body
    expect(items).toHaveLength(5)
    for (const { id, exchangeSaleId, flags } of items.slice(1)) {
      expect(flags).toEqual([])
      expect(
        (await at.shop.organization.api.get(`/api/sales/retail/${must(exchangeSaleId)}`)).body.exchangeSaleId,
      ).toBe(id)
    }
  })
})
