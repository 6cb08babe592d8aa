import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'

describe('loyalty in the console', () => {
  let door: TestHub
  let shop: Organization
  let manager: string
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    manager = (await (await hire(door, shop, 'Manager')).get('/api/me')).body.email
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const open = async (path: string) => {
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto(path)
    await console.signIn(manager)
    return console
  }

  it('creates a program, issues a card, corrects its points, and blocks and unblocks the card', async () => {
    const console = await open('/loyalty-programs/new')
    const { page } = console
    await page.getByLabel('Name').fill('Club')
    await console.choose('Type', 'Accumulating discount')
    expect(await page.getByLabel('Points earned, % of amount').count()).toBe(0)
    await console.button('Create').click()
    await page.getByText('Required').or(page.getByText('must have a level')).first().waitFor()
    await console.choose('Type', 'Points')
    await console.choose('Welcome points', 'When the card is issued')
    await page.getByLabel('Number of welcome points').fill('100')
    await page.getByRole('switch', { name: 'Default program' }).check()
    await console.button('Create').click()
    await console.heading('Club').waitFor()

    await page.getByRole('link', { name: 'Loyalty cards' }).first().click()
    await page.getByRole('link', { name: 'Issue a card' }).click()
    await console.button('Issue card').click()
    await page.getByText('Required', { exact: true }).waitFor()
    await page.getByLabel('Number').fill('7700 1')
    await page.getByLabel('Name').fill('Dana Nur')
    await page.getByLabel('Phone').fill('+7 701 555 01 02')
    await console.button('Issue card').click()
    await console.heading('Card 7700 1').waitFor()
    await page.getByRole('row', { name: /Welcome points/ }).waitFor()

    await console.button('Adjust points').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Points').fill('-101')
    await dialog.getByLabel('Reason').fill('Goods were spoilt')
    await dialog.getByRole('button', { name: 'Adjust points' }).click()
    await dialog.getByText('the card has 100').waitFor()
    await dialog.getByLabel('Points').fill('-30')
    await dialog.getByRole('button', { name: 'Adjust points' }).click()
    await page.getByRole('row', { name: /Adjusted.*−30.*Goods were spoilt/ }).waitFor()
    await page.getByText('70.00', { exact: true }).waitFor()

    await console.button('Block').click()
    await dialog.getByLabel('Reason').fill('Lost')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await page.getByText('Blocked', { exact: true }).first().waitFor()
    expect((await shop.api.get('/api/loyalty/cards')).body.items).toMatchObject([
      { status: 'Blocked', blockReason: 'Lost', balance: 70, customerName: 'Dana Nur' },
    ])
    await page.getByRole('link', { name: 'Loyalty cards' }).last().click()
    await page.getByRole('textbox', { name: 'Search' }).fill('7015550102')
    await console.row(/Dana Nur.*Club/).click()
    await console.button('Unblock').click()
    await console.button('Block', true).waitFor()
    await console.button('Delete').click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText(/points and .* to come: block it instead|it is in use/).waitFor()
  })

  it('shows only the fields of the chosen kind of promotion, and tests a draft before it is saved', async () => {
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop, { name: 'Tea', retailPrice: 100, cost: 70 })
    const jam = await createProduct(shop, { name: 'Jam', retailPrice: 50, cost: 10 })
    const soldAt = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString()
    const sales = [
      saleBody(shop, [{ productId: tea, price: 100 }], { soldAt }),
      saleBody(shop, [{ productId: jam, price: 50 }], { soldAt }),
    ]
    await device.upload(sales.map((sale) => device.item(sale)))
    const console = await open('/promotions/new')
    const { page } = console
    await page.getByLabel('Name').fill('Tea days')
    await console.button('Test on past sales').click()
    await page.getByText('Fill in the promotion first.').waitFor()
    await console.choose('Type', 'Buy X, get Y')
    await page.getByLabel('Buy').fill('1')
    await page.getByLabel('Maximum per receipt').fill('3')
    await console.choose('Type', 'Percent off')
    expect(await page.getByLabel('Buy').count()).toBe(0)
    await console.button('Create').click()
    await page.getByText('Required', { exact: true }).waitFor()
    await page.getByLabel('Percent').fill('40')
    await page.getByRole('combobox', { name: 'Products' }).fill('tea')
    await page.getByRole('option', { name: 'Tea' }).click()
    await page.keyboard.press('Escape')
    await console.button('Test on past sales').click()
    await page.getByText('1 of 2 receipts would be cheaper').waitFor()
    await console.row(/Revenue 150\.00 110\.00/).waitFor()
    await console.row(/Gross profit 70\.00 30\.00/).waitFor()
    await console.row(/Receipts below cost 0 1 1/).waitFor()
    expect((await shop.api.get('/api/promotions')).body.total).toBe(0)
    await page.getByLabel('Coupon code').fill('TEA')
    await page.getByRole('checkbox', { name: 'Mon' }).check()
    await page.getByLabel('Time from').fill('10:00')
    await page.getByLabel('Time until').fill('12:00')
    await console.button('Create').click()
    await console.heading('Tea days').waitFor()
    expect((await shop.api.get('/api/promotions')).body.items).toMatchObject([
      {
        kind: 'PercentDiscount',
        couponCode: 'TEA',
        daysOfWeek: [1],
        timeFrom: '10:00',
        timeTo: '12:00',
        effect: { percent: 40, buyQuantity: null },
        conditions: { productIds: [tea] },
        maxPerReceipt: null,
      },
    ])
    await page.reload()
    await page.getByText('Tea', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Promotions' }).last().click()
    await console.row(/Tea days.*Active.*Percent off.*TEA/).waitFor()
  })

  it('issues a gift voucher, shows its balance, and blocks it', async () => {
    const console = await open('/vouchers/new')
    const { page } = console
    await page.getByLabel('Amount').fill('5000')
    await console.button('Issue voucher').click()
    await console.heading(/^Voucher /).waitFor()
    await console.row(/Issued.*5,000\.00/).waitFor()
    await console.button('Block').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await console.button('Unblock').waitFor()
    const [voucher] = (await shop.api.get('/api/loyalty/vouchers')).body.items
    expect(voucher).toMatchObject({ status: 'Blocked', balance: 5000 })
    await page.getByRole('link', { name: 'Gift vouchers' }).last().click()
    await console.row(new RegExp(voucher.number)).waitFor()
  })

  it('shows the sold vouchers of a receipt, and the voucher that paid a receipt', async () => {
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop, { name: 'Gift tea', kind: 'Service', retailPrice: 100 })
    const sold = saleBody(shop, [], {
      vouchers: [{ number: 'GIFT-7', amount: 150, isReload: false }],
      payments: [{ type: 'Cash', amount: 150 }],
    })
    const paid = saleBody(shop, [{ productId: tea, price: 100 }], {
      payments: [{ type: 'GiftCard', amount: 100, reference: 'GIFT-7' }],
    })
    await device.upload([device.item(sold), device.item(paid)])
    const console = await open(`/sales/${sold.id}`)
    await console.row(/GIFT-7 Sold 150\.00/).waitFor()
    await console.goto(`/sales/${paid.id}`)
    await console.page.getByText('100.00 · № GIFT-7').waitFor()
  })
})
