import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { CODES, COUPON, JUNIOR_PIN, OWNER_PIN, openStage, TEA_IN_STORE } from '#lab/screens/stage.ts'
import type { Shift, ShiftDetail } from '#shared/contracts/sales/shifts.ts'
import { openBrowser } from '#test/support/browser.ts'
import { until } from '#test/support/until.ts'
import { TillPage } from './till.ts'

/** Tenders that need no additional input. */
const PLAIN = ['QR code', 'Transfer', 'Prepayment', 'On credit', 'Other']

class Day {
  readonly till: TillPage

  constructor(till: TillPage) {
    this.till = till
  }

  get dialog(): Locator {
    return this.till.page.getByRole('dialog').last()
  }

  press = (key: string): Promise<void> => this.till.page.keyboard.press(key)

  async menu(entry: string): Promise<void> {
    await this.press('F10')
    await this.dialog.getByRole('button', { name: entry, exact: true }).click()
  }

  /** Starts the next sale. A scan before it would count for the current screen. */
  async nextCustomer(): Promise<void> {
    await this.till.newSale()
    await this.till.page.getByText('Ready for the next customer').waitFor()
  }

  closed = (): Promise<void> => this.till.page.getByRole('dialog').first().waitFor({ state: 'detached' })

  total = (sum: string): Promise<void> =>
    this.till.page.locator('output[aria-label="Total"]', { hasText: sum }).waitFor()

  async tea(): Promise<void> {
    await this.closed()
    await this.till.scan(CODES.tea)
    await this.till.cartLine('Green tea').waitFor()
  }

  async wine(): Promise<void> {
    await this.closed()
    await this.till.scan(CODES.wine)
    await this.dialog.getByRole('button', { name: /^Yes/ }).click()
    await this.till.cartLine('Red wine').waitFor()
  }

  /** Pays the whole amount with one tender and returns the receipt number. */
  async payBy(way: string): Promise<string> {
    await this.till.button(/^Pay/).click()
    await this.dialog.getByRole('radio', { name: new RegExp(`^${way}`) }).click()
    return this.complete()
  }

  async complete(): Promise<string> {
    await this.till.button(/^Complete (sale|refund)/).click()
    const number = await this.till.receiptNumber()
    await this.nextCustomer()
    return number
  }

  async inCash(): Promise<void> {
    await this.till.payExactly()
    await this.nextCustomer()
  }

  async takeOver(pin: string, name: RegExp): Promise<void> {
    await this.press('F11')
    await this.till.page.getByLabel('PIN', { exact: true }).fill(pin)
    await this.press('Enter')
    await this.till.button(name).waitFor()
  }
}

it('matches the totals at the hub exactly after a whole day offline', {
  timeout: 300_000,
}, async () => {
  await using resources = new AsyncDisposableStack()
  const stage = resources.use(await openStage())
  const { shop, agent } = stage
  const { api } = shop.organization
  const browser = await openBrowser()
  resources.defer(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' })
  const till = new TillPage(page)
  const day = new Day(till)
  await shop.stopHub()
  await till.open(agent.url)
  await till.signIn('Owner', OWNER_PIN)
  await till.button(/Offline/).waitFor()

  await day.menu('Connection and sync')
  await day.dialog.getByText(/^The till tries again in/).waitFor({ timeout: 90_000 })
  const tried = page.waitForResponse(/\/status\/try-now$/)
  await day.dialog.getByRole('button', { name: 'Try now' }).click()
  expect((await tried).status()).toBe(200)
  await day.press('Escape')
  await day.closed()

  await day.menu('Shift')
  await day.dialog.getByLabel('₸1,000.00').fill('4')
  await day.dialog.getByLabel('₸500.00').fill('1')
  await day.dialog.getByRole('button', { name: 'Open shift' }).click()
  await day.closed()

  // A promotion takes 10 % off tea. The customer gets change.
  await day.tea()
  await day.total('855.00')
  await till.button(/^Pay/).click()
  await day.dialog.getByLabel('Cash received').fill('1000')
  await day.dialog.getByText('145.00').first().waitFor()
  await day.complete()
  await day.wine()
  const byCard = await day.payBy('Card')
  for (const way of PLAIN) {
    await day.tea()
    await day.payBy(way)
  }

  // Cheese is sold by weight, first at its price, then with a 10 % discount in addition to the promotion.
  await till.scan(CODES.cheese)
  await day.dialog.getByLabel('Weight', { exact: true }).fill('0.385')
  await day.dialog.getByRole('button', { name: 'OK' }).click()
  await day.total('500.12')
  await day.inCash()
  await day.tea()
  await till.scan(CODES.tea)
  await day.total('1,710.00')
  await day.press('F6')
  await day.dialog.getByText('10%').first().click()
  await day.dialog.getByRole('button', { name: /^Apply discount/ }).click()
  await day.total('1,520.00')
  await day.inCash()

  // This sale uses a card, a coupon, and the maximum of points that can be spent offline.
  await day.wine()
  await day.tea()
  await till.scan(CODES.card)
  await page.getByText(/earns/).first().waitFor()
  await day.press('F5')
  await day.dialog.getByLabel('Coupon').fill(COUPON)
  // Enter would count as the end of the scan just before it.
  await day.dialog.getByRole('button', { name: 'Add' }).click()
  await day.dialog.getByRole('button', { name: `Remove coupon ${COUPON}` }).waitFor()
  await day.press('Escape')
  await day.closed()
  await day.total('3,662.25')
  await till.button(/^Pay/).click()
  await day.dialog.getByRole('radio', { name: 'Points' }).click()
  await day.dialog.getByRole('button', { name: /^Pay .*200\.00 with points$/ }).click()
  await day.complete()

  // The refund of a card payment goes to the card.
  await day.press('F7')
  await day.dialog.getByRole('textbox').first().fill(byCard)
  await day.dialog.getByRole('button', { name: /Find receipt/ }).click()
  await day.dialog.getByRole('button', { name: 'Select all' }).click()
  await day.dialog.getByRole('button', { name: /^Return ₸/ }).click()
  await till.button(/^Refund/).click()
  await day.dialog.getByRole('radio', { name: /^Card/, checked: true }).waitFor()
  await day.complete()

  // The returned product is set off against the new one.
  await day.tea()
  const exchanged = await day.payBy('Cash')
  await day.press('F8')
  await day.dialog.getByText(exchanged).first().click()
  await day.dialog.getByRole('button', { name: 'Exchange' }).click()
  await day.dialog.getByRole('button', { name: 'Select all' }).click()
  await day.dialog.getByRole('button', { name: /^Exchange/ }).click()
  await page.getByRole('list', { name: 'Customer returns' }).waitFor()
  await day.closed()
  await till.scan(CODES.wine)
  await day.dialog.getByRole('button', { name: /^Yes/ }).click()
  await till.takenLine('Red wine').waitFor()
  await day.closed()
  await page.locator('output[aria-label="Total due"]', { hasText: '2,145.00' }).waitFor()
  await day.payBy('Card')

  await day.tea()
  await day.press('F4')
  await day.dialog.getByLabel('Note').fill('forgot the purse')
  await day.dialog.getByRole('button', { name: 'Park this cart' }).click()
  await page.getByText('Ready for the next customer').waitFor()
  await day.press('F4')
  await day.dialog.getByText('forgot the purse').first().click()
  await till.cartLine('Green tea').waitFor()
  await day.inCash()

  // The junior cashier cannot give discounts, so a supervisor approves one.
  await day.takeOver(JUNIOR_PIN, /Signed in: .*Junior/)
  await day.tea()
  await day.wine()
  await till.cartLine('Red wine').getByRole('button', { name: 'Remove Red wine' }).click()
  await day.dialog.getByLabel('Reason').fill('too dear')
  await day.dialog.getByLabel(/^PIN for/).fill(OWNER_PIN)
  await day.dialog.getByRole('button', { name: 'Allow once' }).click()
  await till.cartLine('Red wine').waitFor({ state: 'detached' })
  await day.total('855.00')
  await day.inCash()
  await day.takeOver(OWNER_PIN, /Signed in: .*Owner/)

  await day.menu('Cash out')
  await day.dialog.getByLabel('Amount').fill('450')
  await day.dialog.getByRole('button', { name: 'To the bank' }).click()
  await day.dialog.getByRole('button', { name: 'Take out' }).click()
  await day.closed()
  await day.menu('X report')
  const x = page.getByRole('article', { name: /^X report 1/ })
  expect(await x.innerText()).toMatch(/Expected\s+12,952\.37/)
  await day.press('Escape')
  await day.menu('Close shift')
  await day.dialog.getByText('Total amount').click()
  await day.dialog.getByRole('textbox', { name: 'Counted' }).fill('12952.37')
  await day.dialog.getByRole('button', { name: 'Close shift' }).click()
  const z = page.getByRole('article', { name: /^Z report 1/ })
  expect(await z.innerText()).toMatch(/Difference\s+0\.00/)
  await day.press('Escape')

  await shop.startHub()
  await until('nothing waiting', async () => (await till.button(/to send/).count()) === 0)
  const { items: shifts } = (await api.get('/api/sales/shifts')).body as { items: Shift[] }
  expect(shifts).toHaveLength(1)
  const shift = (await api.get(`/api/sales/shifts/${shifts[0]?.id}`)).body as ShiftDetail
  const due = {
    salesCash: 8902.37,
    returnsCash: 0,
    salesCard: 5145,
    returnsCard: 3000,
    salesOther: 5330,
    returnsOther: 855,
    cashIn: 0,
    cashOut: 450,
    receiptsCount: 14,
    returnsCount: 2,
    expectedCash: 12_952.37,
  }
  const ways = new Map([
    ...['Qr', 'Transfer', 'Prepayment', 'Credit', 'Other'].map((type) => [type, 855] as const),
    ['Bonus', 200],
    ['SetOff', 855],
  ])
  expect(shift).toMatchObject({
    openingCash: 4500,
    countedCash: 12_952.37,
    isDifferent: false,
    totals: due,
    hubTotals: due,
  })
  expect(new Map(shift.hubTotals.otherTenders.map(({ type, sales }) => [type, sales]))).toEqual(ways)
  const { items: cards } = (await api.get(`/api/loyalty/cards?search=${CODES.card}`)).body
  expect(cards).toMatchObject([{ balance: 773.11 }])
  const { items: sales } = (await api.get('/api/sales/retail?pageSize=100')).body
  expect(sales).toHaveLength(16)
  const { items: stock } = (
    await api.get(`/api/inventory/stock?storeId=${shop.organization.storeId}&stockMode=nonEmpty`)
  ).body
  const left = Object.fromEntries(
    stock.map(({ productName, quantity }: { productName: string; quantity: number }) => [
      productName,
      quantity,
    ]),
  )
  expect(left).toEqual({ 'Green tea': TEA_IN_STORE - 11, 'Red wine': -2, Cheese: -0.385 })
})
