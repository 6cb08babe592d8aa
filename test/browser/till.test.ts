import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { NEW_TILL } from '#test/support/till.ts'
import { kilogramOf } from '#test/support/units.ts'
import { until } from '#test/support/until.ts'
import { TEA, useTillShop } from './till-shop.ts'

describe('the till page', () => {
  const at = useTillShop(async ({ organization }) => {
    await createProduct(organization, { name: 'Green tea', article: 'GT-1', retailPrice: 950, barcode: TEA })
    await createProduct(organization, { name: 'Кофе молотый', retailPrice: 2100, article: 'ЩК-7' })
    await createProduct(organization, {
      name: 'Cheese',
      retailPrice: 1299,
      isWeighed: true,
      weightCode: '12345',
      unitOfMeasureId: await kilogramOf(organization),
    })
  })

  it('prompts for the weight of a product sold by weight, or reads it from a scale label', async () => {
    const till = await at.openTill()
    await till.search('cheese')
    await till.option('Cheese').click()
    const dialog = till.page.getByRole('dialog', { name: /sold by weight/ })
    await dialog.getByLabel('Weight', { exact: true }).fill('0.385')
    await dialog.getByRole('button', { name: 'OK' }).click()
    await till.cartLine('Cheese').getByText('500.12').waitFor()
    await till.scan('2112345015002')
    await till.cartLine('Cheese').getByText('1,948.50').waitFor()
    expect(await till.cartLine('Cheese').count()).toBe(2)
  })

  it('prompts for the weight of one of several equal pieces, and adds all of them', async () => {
    const till = await at.openTill()
    await till.search('3*')
    await till.search('cheese')
    await till.option('Cheese').click()
    const dialog = till.page.getByRole('dialog', { name: /sold by weight/ })
    await dialog.getByText('3 pieces of the same weight').waitFor()
    await dialog.getByLabel('Weight', { exact: true }).fill('0.2')
    expect(await dialog.innerText()).toContain('3 pieces: 0.6')
    await dialog.getByRole('button', { name: 'OK' }).click()
    await till.cartLine('Cheese').getByText('779.40').waitFor()
  })

  it('sells a product found by name for cash and shows the change', async () => {
    const till = await at.openTill()
    await till.search('кофе')
    await till.option('Кофе молотый').click()
    await till.cartLine('Кофе молотый').waitFor()
    await till.button(/^Pay/).click()
    const dialog = till.page.getByRole('dialog')
    await dialog.getByLabel('Cash received').fill('2000')
    await dialog.getByText(/Not enough/).waitFor()
    expect(await till.button(/^Complete sale/).isDisabled()).toBe(true)
    await dialog.getByLabel('Cash received').fill('5000')
    await till.button(/^Complete sale/).click()
    await till.page
      .getByRole('status')
      .filter({ hasText: /2[\s,]?900/ })
      .first()
      .waitFor()
  })

  it('starts a search when letters are typed with no field focused', async () => {
    const till = await at.openTill()
    await till.page.keyboard.type('gree', { delay: 120 })
    await till.option('Green tea').waitFor()
    await till.page.keyboard.press('Enter')
    await till.cartLine('Green tea').waitFor()
  })

  it('accepts a payment partly by card and partly in cash', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.button(/^Pay/).click()
    const dialog = till.page.getByRole('dialog')
    await dialog.getByText(/^Card/).click()
    await dialog.getByLabel('Amount').fill('500')
    await dialog.getByRole('button', { name: 'Split, pay the rest by: cash' }).click()
    await dialog.getByRole('button', { name: 'Exact' }).click()
    await till.button(/^Complete sale/).click()
    const number = await till.receiptNumber()
    const receipt = await (await at.agent.till(NEW_TILL)).receipt(number)
    expect(receipt.payments).toMatchObject([
      { type: 'Card', amount: 500 },
      { type: 'Cash', amount: 450 },
    ])
  })

  it('reads a scanner correctly under a Cyrillic keyboard layout', async () => {
    const till = await at.openTill()
    await till.page.getByRole('combobox', { name: 'Search products' }).click()
    await till.scanPhysicalKeys([
      { code: 'KeyG', types: 'П', isShifted: true },
      { code: 'KeyT', types: 'Е', isShifted: true },
      { code: 'Minus', types: '-' },
      { code: 'Digit1', types: '1' },
    ])
    await till.cartLine('Green tea').waitFor()
    expect(await till.page.getByRole('combobox', { name: 'Search products' }).inputValue()).toBe('')
  })

  it('reports an unknown barcode on the page', async () => {
    const till = await at.openTill()
    await till.scan('9999999999994')
    await till.page.getByText('No product with barcode 9999999999994').waitFor()
  })

  it('parks a cart with a note and restores it', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.page.keyboard.press('F4')
    await till.page.getByLabel('Note').fill('man in the red coat')
    await till.button('Park this cart').click()
    await till.page.getByText('Ready for the next customer').waitFor()
    await till.button(/^Parked/).click()
    await till.page.getByRole('dialog').getByText('man in the red coat').click()
    await till.cartLine('Green tea').waitFor()
  })

  it('returns products by the receipt number', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.scan(TEA)
    await till.page.getByRole('button', { name: /^Change quantity, now 2/ }).waitFor()
    const sold = await till.payExactly()
    await till.newSale()
    await till.button(/^Return/).click()
    const dialog = till.page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill(sold)
    await dialog.getByRole('button', { name: /Find receipt/ }).click()
    await dialog.getByRole('button', { name: 'Select all' }).click()
    await dialog.getByRole('button', { name: /^Return ₸/ }).click()
    await till.button(/^Refund/).click()
    await till.button(/^Complete refund/).click()
    const returned = await till.receiptNumber()
    const checker = await at.agent.till(NEW_TILL)
    expect(await checker.receipt(returned)).toMatchObject({
      isReturn: true,
      originalReceiptNumber: sold,
      sum: 1900,
    })
  })

  it.each([
    ['en-GB', /Sold at another till .* Owner/, /^Return for receipt .*From another till$/],
    ['ru-RU', /Продано на другой кассе этой точки: .* Owner/, /^Возврат по чеку .*Чек другой кассы$/],
  ])(
    'returns products of a receipt of another till, and marks it as such in %s',
    async (locale, soldElsewhere, title) => {
      const seller = await (await at.shop.openAgent()).till()
      const { items } = await seller.search('green')
      const { receiptNumber } = await seller.sell(items[0]?.id ?? '', 2)
      const checker = await at.agent.till(NEW_TILL)
      await until(
        'it is told',
        async () => (await checker.send('GET', `/receipts/${receiptNumber}`)).status === 200,
      )
      const till = await at.openTill({ locale })
      await till.button(locale === 'ru-RU' ? /^Возврат/ : /^Return/).click()
      const dialog = till.page.getByRole('dialog')
      await dialog.getByRole('textbox').first().fill(receiptNumber)
      await dialog.getByRole('button', { name: /Find receipt|Найти чек/ }).click()
      await dialog.getByText(soldElsewhere).waitFor()
      await dialog.getByRole('button', { name: /^(Select all|Выбрать всё)$/ }).click()
      await dialog.getByRole('button', { name: /^(Return|Вернуть) .?\d/ }).click()
      await till.page.getByRole('heading', { name: title }).waitFor()
      await till.button(/^(Refund|Вернуть деньги)/).click()
      await dialog.getByRole('button', { name: /^(Complete refund|Вернуть деньги)/ }).click()
      await until(
        'it is known',
        async () => (await checker.receipt(receiptNumber)).lines[0]?.returnable === 0,
      )
    },
  )

  it('offers only a return, without a reprint, for a scanned receipt of another till', async () => {
    const seller = await (await at.shop.openAgent()).till()
    const { items } = await seller.search('green')
    const { receiptNumber } = await seller.sell(items[0]?.id ?? '')
    const checker = await at.agent.till(NEW_TILL)
    await until('it is told', async () => {
      return (await checker.send('GET', `/receipts/${receiptNumber}`)).status === 200
    })
    const till = await at.openTill()
    await till.scanPhysicalKeys(
      [...receiptNumber].map((types) => ({
        code: types === '-' ? 'Minus' : /\d/.test(types) ? `Digit${types}` : `Key${types}`,
        types,
      })),
    )
    const dialog = till.page.getByRole('dialog')
    await dialog.getByText('From another till').waitFor()
    expect(await dialog.getByRole('button', { name: /Print/ }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Return products' }).click()
    await dialog.getByText(/Sold at another till .* Owner/).waitFor()
  })

  it('refunds with the original tender and offers no other', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.button(/^Pay/).click()
    const dialog = till.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Card/ }).click()
    await till.button(/^Complete sale/).click()
    const sold = await till.receiptNumber()
    await till.newSale()
    await till.button(/^Return/).click()
    await dialog.getByRole('textbox').first().fill(sold)
    await dialog.getByRole('button', { name: /Find receipt/ }).click()
    await dialog.getByRole('button', { name: 'Select all' }).click()
    await dialog.getByRole('button', { name: /^Return ₸/ }).click()
    await till.button(/^Refund/).click()
    await dialog.getByRole('radio', { name: /^Card/, checked: true }).waitFor()
    expect(await dialog.getByRole('radio').count()).toBe(1)
    await till.button(/^Complete refund/).click()
    const checker = await at.agent.till(NEW_TILL)
    expect(await checker.receipt(await till.receiptNumber())).toMatchObject({
      isReturn: true,
      payments: [{ type: 'Card', amount: 950 }],
    })
  })

  it('keeps the cart after a reload of the page', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.page.reload()
    await till.cartLine('Green tea').waitFor()
    expect(await till.button(/^Pay/).isEnabled()).toBe(true)
  })

  it('reports a wrong PIN and delays further attempts', async () => {
    const till = await at.openTill({ signIn: false })
    await till.button('Owner').first().click()
    for (let guess = 0; guess < 4; guess += 1) {
      await till.page.getByLabel('PIN for Owner').fill('0000')
      await till.page.keyboard.press('Enter')
      await till.page
        .getByText(guess < 3 ? 'Wrong PIN' : /Too many wrong PINs/)
        .first()
        .waitFor()
    }
    await until(
      'the delay is over',
      async () => (await till.page.getByText(/Too many wrong PINs/).count()) === 0,
    )
    await till.signIn('Owner', OWNER_PIN)
  })

  it('shows Russian texts in a Russian browser and switches to English', async () => {
    const till = await at.openTill({ locale: 'ru-RU', signIn: false })
    await till.page.getByText('Кто за кассой?').waitFor()
    await till.page.getByText('English').click()
    await till.page.getByText('Who is at the till?').waitFor()
  })

  it('fits the width of the window in English and Russian', async () => {
    for (const locale of ['en-GB', 'ru-RU']) {
      const till = await at.openTill({ locale, signIn: false })
      await till.page.getByRole('button').first().waitFor()
      const overflow = await till.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([locale, overflow]).toEqual([locale, 0])
    }
  })
})
