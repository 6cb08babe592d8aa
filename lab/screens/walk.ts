import type { Browser, Locator, Page } from 'playwright-core'
import { newReceiptToken } from '#shared/receipts/receipt-token.ts'
import { must } from '#shared/std/must.ts'
import { TillPage } from '#test/browser/till.ts'
import { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import type { Look } from './album.ts'
import { CODES, COUPON, JUNIOR_PIN, OWNER_PIN, type Stage } from './stage.ts'

/** Takes a picture of the current screen. `about` is a short caption, `name` the file name. */
export type Show = (page: Page, name: string, about: string) => Promise<void>

/**
 * Visits every screen and dialog of the till, using a separate till. The hub must be up, and is up again
 * afterwards.
 */
export async function walkTill(
  browser: Browser,
  { shop, agent }: Stage,
  look: Look,
  show: Show,
): Promise<void> {
  await using context = await openContext(browser, look)
  const till = new TillPage(await context.newPage())
  await till.open(agent.url)
  const walk = new Walk(till, show, look)
  await walk.session()
  await walk.tiles()
  await walk.openCustomerScreen()
  await walk.selling()
  await walk.dialogsOfSale()
  await walk.sellingVouchers()
  await walk.paying()
  await walk.online(shop.door.hub.url)
  await walk.returning()
  await walk.exchanging()
  await walk.exchangingForLess()
  await walk.shift()
  await walk.rest()
  await shop.stopHub()
  try {
    await walk.offline()
  } finally {
    await shop.startHub()
  }
}

/** Visits the screens of a till's setup. */
export async function walkSetup(browser: Browser, stage: Stage, look: Look, show: Show): Promise<void> {
  await using bare = await stage.openBareTill()
  await using context = await openContext(browser, look)
  const page = await context.newPage()
  await page.goto(bare.url)
  await page.getByLabel('Pairing code').fill(bare.pairingCode)
  await page.getByLabel('Head office address').fill(bare.line.url)
  await show(page, 'set-up', 'A till that is not set up asks for its pairing code')
  // The connection is slowed down only after enrollment, because earlier requests have a time-out.
  bare.line.become({ delayMs: 1000 })
  await page.getByRole('button', { name: 'Connect' }).click()
  const till = new Till(() => bare.url)
  await until('it is enrolled', async () => (await till.status()).enrolled)
  bare.line.become({ bytesPerSecond: SLOW_LINE })
  await until('a part has come', async () => (await till.status()).download.received)
  // Stops the download until the picture is taken.
  bare.line.become({ end: 'silence' })
  await page.getByText(/ of .* KB$/).waitFor()
  await show(page, 'first-download', 'The catalog comes for the first time')
}

/** Speed in bytes per second at which the download of a small catalog is visible. */
const SLOW_LINE = 1000

async function openContext(browser: Browser, { theme, viewport }: Look) {
  const context = await browser.newContext({
    viewport,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    colorScheme: theme,
  })
  await context.addInitScript((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), theme)
  return Object.assign(context, { [Symbol.asyncDispose]: () => context.close() })
}

class Walk {
  readonly #till: TillPage
  readonly #page: Page
  readonly #show: Show
  readonly #viewport: Look['viewport']
  #customer: Page | null = null
  /** Number of the receipt that was exchanged for more expensive goods. */
  #exchanged = ''

  constructor(till: TillPage, show: Show, look: Look) {
    this.#till = till
    this.#page = till.page
    this.#show = show
    this.#viewport = look.viewport
  }

  get #dialog(): Locator {
    return this.#page.getByRole('dialog').last()
  }

  #see(name: string, about: string): Promise<void> {
    return this.#show(this.#page, name, about)
  }

  /** Also shows the customer display. */
  async #seeCustomer(name: string, about: string, isThere: string | RegExp): Promise<void> {
    const customer = must(this.#customer)
    await customer.bringToFront()
    await customer.getByText(isThere).first().waitFor()
    await this.#show(customer, name, about)
    await this.#page.bringToFront()
  }

  #press(key: string): Promise<void> {
    return this.#page.keyboard.press(key)
  }

  async #close(): Promise<void> {
    await this.#press('Escape')
    await this.#page.getByRole('dialog').first().waitFor({ state: 'detached' })
  }

  async #menu(entry: string): Promise<void> {
    await this.#press('F10')
    await this.#dialog.getByRole('button', { name: entry, exact: true }).click()
  }

  /** Shows a screen that only needs to be opened. */
  async #look(
    name: string,
    about: string,
    open: () => Promise<void>,
    isThere: string | RegExp,
  ): Promise<void> {
    await open()
    await this.#dialog.getByText(isThere).first().waitFor()
    await this.#see(name, about)
    await this.#close()
  }

  /** Scans a code and waits until the cart has the given number of lines. */
  async #scan(code: string, lines: number): Promise<void> {
    await this.#till.scan(code)
    await this.#linesAre(lines)
  }

  async #linesAre(count: number): Promise<void> {
    await this.#tab(/·/)
    await this.#page
      .getByRole('list', { name: 'Items in the cart' })
      .getByRole('listitem')
      .nth(count - 1)
      .waitFor()
  }

  async #tab(name: RegExp): Promise<void> {
    const tab = this.#page.getByRole('navigation', { name: 'Products or cart' }).getByRole('button', { name })
    if (await tab.isVisible()) await tab.click()
  }

  async session(): Promise<void> {
    await this.#till.button('Owner').first().waitFor()
    await this.#see('sign-in', 'Who is at the till')
    await this.#till.button('Owner').first().click()
    await this.#page.getByLabel(/^PIN for Owner/).fill('471')
    await this.#see('sign-in-pin', 'The PIN is typed')
    await this.#page.getByLabel(/^PIN for Owner/).fill(OWNER_PIN)
    await this.#press('Enter')
    await this.#till.button(/Signed in: .*Owner/).waitFor()
  }

  async tiles(): Promise<void> {
    await this.#page.getByText('Ready for the next customer').first().waitFor({ state: 'attached' })
    await this.#see('selling-empty', 'Ready for the next customer')
    await this.#tab(/^Catalog/)
    await this.#till.tile('Food').click()
    await this.#till.tile('Buckwheat').waitFor()
    await this.#see('tiles', 'Goods of a group, to be pressed')
    await this.#page.getByRole('button', { name: 'All groups' }).click()
    await this.#till.button('Edit').click()
    await this.#dialog.getByText('Green tea').waitFor()
    await this.#see('favourites', 'The favourites of the retail point are arranged')
    await this.#close()
    await this.#look(
      'product',
      'What the till and head office know of a product',
      () => this.#details(),
      'Warehouse by the river',
    )
  }

  #details(): Promise<void> {
    return this.#till.tile('Green tea').first().click({ button: 'right' })
  }

  async openCustomerScreen(): Promise<void> {
    const opened = this.#page.context().waitForEvent('page')
    await this.#menu('Customer display')
    this.#customer = await opened
    await this.#customer.setViewportSize(must(this.#viewport))
    await this.#seeCustomer('customer-welcome', 'The screen of the customer, before there is one', 'Welcome')
  }

  async selling(): Promise<void> {
    await this.#tab(/^Catalog/)
    await this.#till.search('bat')
    await this.#page.getByText('2 products').waitFor()
    await this.#see('search', 'Products are found by a part of their name')
    await this.#till.search('zzzzzz')
    await this.#page.getByText(/^Nothing found/).waitFor()
    await this.#see('search-nothing', 'Nothing is found')
    await this.#till.search('')
    await this.#till.scan('9999999999994')
    await this.#page.getByText('No product with barcode').waitFor()
    await this.#see('scan-unknown', 'A barcode that no product has')
    await this.#page.getByRole('alert').getByRole('button').click()
    await this.#page.getByText('No product with barcode').waitFor({ state: 'detached' })
    await this.#look(
      'age',
      'Is the customer old enough',
      () => this.#till.scan(CODES.wine),
      'Have you checked the age?',
    )
    await this.#look('weight', 'How much it weighs', () => this.#till.scan(CODES.cheese), 'Cheese')
    await this.#till.search('3*')
    await this.#look(
      'weight-pieces',
      'Three pieces of one weight',
      () => this.#till.scan(CODES.cheese),
      '3 pieces of the same weight',
    )
    await this.#look('price', 'What it costs', () => this.#till.scan(CODES.holder), 'Gift card holder')
    await this.#look(
      'marking-code',
      'Which piece is sold',
      () => this.#till.scan(CODES.water),
      'Marking code',
    )
    await this.#look(
      'choose-product',
      'Two products have the code',
      () => this.#till.scan(CODES.shared),
      'Battery AA',
    )
    await this.#fill()
    await this.#see('selling', 'A cart with a promotion, goods by weight and goods for adults')
    await this.#seeCustomer('customer-cart', 'The customer sees the cart, and the latest of it', 'You save')
  }

  /** Fills the cart with tea, cheese and wine. */
  async #fill(): Promise<void> {
    await this.#scan(CODES.tea, 1)
    await this.#till.scan(CODES.tea)
    await this.#till.scan(CODES.cheese)
    await this.#dialog.getByLabel('Weight', { exact: true }).fill('0.385')
    await this.#dialog.getByRole('button', { name: 'OK' }).click()
    await this.#linesAre(2)
    await this.#till.scan(CODES.wine)
    await this.#dialog.getByRole('button', { name: /^Yes/ }).click()
    await this.#linesAre(3)
    await this.#page.getByRole('dialog').first().waitFor({ state: 'detached' })
  }

  async dialogsOfSale(): Promise<void> {
    await this.#look('discount-line', 'A discount on one line', () => this.#press('F3'), 'Item discount')
    await this.#press('F6')
    await this.#dialog.getByRole('button', { name: '5%' }).or(this.#dialog.getByText('5%')).first().click()
    await this.#see('discount-receipt', 'A discount on the whole receipt')
    await this.#close()
    await this.#press('Insert')
    await this.#dialog.getByLabel('Loyalty card, phone or name').fill('Aig')
    await this.#dialog.getByText('Aigul Nurlanova').waitFor()
    await this.#see('customer', 'A card or a customer is found')
    await this.#close()
    await this.#till.scan(CODES.card)
    await this.#page.getByText(/earns/).first().waitFor({ state: 'attached' })
    await this.#tab(/·/)
    await this.#see('selling-with-card', 'What the card of the customer earns')
    await this.#press('F5')
    await this.#dialog.getByLabel('Coupon').fill(COUPON)
    await this.#press('Enter')
    await this.#dialog.getByText(COUPON, { exact: true }).first().waitFor()
    await this.#see('offers', 'What each promotion gives, or why it gives nothing')
    await this.#close()
    await this.#page.getByRole('button', { name: 'Clear cart' }).click()
    await this.#dialog
      .getByText(/^Remove all/)
      .first()
      .waitFor()
    await this.#see('clear-cart', 'Is the whole cart to be removed')
    await this.#close()
    await this.#press('F4')
    await this.#dialog.getByLabel('Note').fill('man in the red coat')
    await this.#see('park', 'The cart is put aside')
    await this.#dialog.getByRole('button', { name: 'Park this cart' }).click()
    await this.#page.getByText('Ready for the next customer').first().waitFor({ state: 'attached' })
    await this.#press('F4')
    await this.#dialog.getByText('man in the red coat').first().waitFor()
    await this.#see('parked', 'Carts that were put aside')
    await this.#dialog.getByText('man in the red coat').first().click()
    await this.#linesAre(3)
  }

  async sellingVouchers(): Promise<void> {
    await this.#menu('Sell or top up gift voucher')
    await this.#dialog.getByLabel('Voucher number').fill('7000000000000048')
    await this.#dialog.getByRole('group', { name: 'Quick amounts' }).getByRole('button').first().click()
    await this.#see('voucher', 'A gift voucher is sold')
    await this.#dialog.getByRole('button', { name: 'Add to cart' }).click()
    await this.#dialog.waitFor({ state: 'detached' })
    await this.#page.getByText('New voucher').first().waitFor({ state: 'attached' })
    await this.#see('selling-voucher', 'A gift voucher beside the goods')
    await this.#page.getByRole('button', { name: /^Remove voucher/ }).click()
    await this.#page.getByText('New voucher').first().waitFor({ state: 'detached' })
  }

  async paying(): Promise<void> {
    await this.#press('F9')
    await this.#dialog.getByRole('radio', { name: /^Cash/ }).waitFor()
    await this.#dialog.getByLabel('Cash received').fill('10000')
    await this.#see('payment-cash', 'Cash, with its change')
    await this.#dialog.getByRole('radio', { name: /^Card/ }).click()
    await this.#see('payment-card', 'By card')
    await this.#dialog.getByRole('radio', { name: /^Gift voucher/ }).click()
    await this.#see('payment-voucher', 'By gift voucher')
    await this.#dialog.getByRole('radio', { name: 'Points' }).click()
    await this.#dialog.getByText(/Points on the card:/).waitFor()
    await this.#see('payment-points', 'With points of the card')
    await this.#dialog.getByRole('button', { name: /with points$/ }).click()
    await this.#dialog.getByRole('radio', { name: /^Cash/ }).click()
    await this.#see('payment-parts', 'A part is paid, and the rest is left')
    await this.#dialog.getByLabel('Cash received').fill('5000')
    await this.#press('F9')
    await this.#page.getByRole('article', { name: /^Receipt / }).waitFor()
    await this.#see('receipt', 'The receipt, with its points')
    await this.#seeCustomer(
      'customer-paid',
      'The customer sees the change and the code of the receipt',
      'Thank you',
    )
  }

  /** Shows the online page of the displayed receipt. */
  async online(hubUrl: string): Promise<void> {
    const code = this.#page.getByRole('article', { name: /^Receipt / }).getByRole('img', { name: /\/r\// })
    await code.scrollIntoViewIfNeeded()
    await this.#see('receipt-code', 'The code on the paper, which leads to its page')
    await this.#till.button('E-mail').click()
    await this.#dialog.getByLabel("Customer's e-mail").fill('aigul@nowhere')
    await this.#dialog.getByRole('button', { name: 'Send' }).click()
    await this.#dialog.getByText('Enter an e-mail address').waitFor()
    await this.#see('receipt-email', 'Where the receipt is mailed')
    await this.#close()
    const { pathname } = new URL(must(await code.getAttribute('alt')))
    const page = await this.#page.context().newPage()
    await page.goto(`${hubUrl}/r/${newReceiptToken()}`)
    await this.#show(page, 'online-waiting', 'The page of a receipt that has not come to head office yet')
    await until('the receipt is online', async () => (await page.goto(hubUrl + pathname))?.ok())
    await this.#show(page, 'online', 'The page of a receipt, to which its code leads')
    await page.close()
  }

  async returning(): Promise<void> {
    const sold = await this.#till.receiptNumber()
    await this.#till.newSale()
    await this.#press('F8')
    await this.#dialog.getByText(sold).first().waitFor()
    await this.#see('receipts', 'The receipts of this till')
    await this.#dialog.getByText(sold).first().click()
    await this.#dialog.getByRole('article', { name: /^Receipt / }).waitFor()
    await this.#see('receipts-one', 'A receipt that is looked at again')
    await this.#close()
    await this.#press('F7')
    await this.#dialog.getByRole('textbox').first().waitFor()
    await this.#see('return-find', 'Which receipt is returned')
    await this.#dialog.getByRole('textbox').first().fill(sold)
    await this.#dialog.getByRole('button', { name: /Find receipt/ }).click()
    await this.#dialog.getByRole('button', { name: 'Select all' }).click()
    await this.#see('return-lines', 'What of it comes back')
    await this.#dialog.getByRole('button', { name: /^Return ₸/ }).click()
    await this.#till.button(/^Refund/).waitFor()
    await this.#see('return-cart', 'What comes back')
    await this.#till.button(/^Refund/).click()
    await this.#dialog.getByRole('radio').first().waitFor()
    await this.#see('refund', 'It is given back as it was paid')
    await this.#till.button(/^Complete refund/).click()
    await this.#page.getByRole('article', { name: /^Receipt / }).waitFor()
    await this.#see('receipt-return', 'The receipt of a return')
    await this.#till.newSale()
  }

  async exchanging(): Promise<void> {
    await this.#tab(/^Catalog/)
    await this.#scan(CODES.tea, 1)
    await this.#press('F9')
    await this.#dialog.getByRole('button', { name: 'Exact' }).click()
    await this.#press('F9')
    const sold = await this.#till.receiptNumber()
    await this.#till.newSale()
    await this.#press('F8')
    await this.#dialog.getByText(sold).first().click()
    await this.#dialog.getByRole('button', { name: 'Exchange' }).click()
    await this.#dialog.getByRole('button', { name: 'Select all' }).click()
    await this.#see('exchange-lines', 'What of a receipt is exchanged')
    await this.#dialog.getByRole('button', { name: /^Exchange/ }).click()
    await this.#page.getByText('Scan or choose what the customer takes instead').waitFor()
    await this.#see('exchange-begun', 'What comes back; something else is to be taken for it')
    await this.#till.scan(CODES.wine)
    await this.#dialog.getByRole('button', { name: /^Yes/ }).click()
    await this.#till.takenLine('Red wine').waitFor()
    await this.#page.getByRole('dialog').first().waitFor({ state: 'detached' })
    await this.#see('exchange', 'What comes back, what is taken, and the rest to pay')
    await this.#seeCustomer('customer-exchange', 'The customer sees an exchange', 'Red wine')
    await this.#press('F9')
    await this.#dialog.getByRole('radio', { name: /^Cash/ }).waitFor()
    await this.#see('exchange-payment', 'The rest of an exchange is paid')
    await this.#dialog.getByRole('button', { name: 'Exact' }).click()
    await this.#press('F9')
    await this.#page.getByRole('article', { name: /^Receipt / }).waitFor()
    await this.#see('receipt-exchange', 'The paper of an exchange')
    this.#exchanged = await this.#till.receiptNumber()
    await this.#till.newSale()
  }

  /** Exchanges the goods of the previous exchange for cheaper ones. */
  async exchangingForLess(): Promise<void> {
    await this.#press('F8')
    await this.#dialog.getByText(this.#exchanged).first().click()
    await this.#dialog.getByRole('article', { name: /^Receipt / }).waitFor()
    await this.#see('receipts-exchange', 'An exchange that is looked at again')
    await this.#dialog.getByRole('button', { name: 'Exchange' }).click()
    await this.#dialog.getByRole('button', { name: 'Select all' }).click()
    await this.#dialog.getByRole('button', { name: /^Exchange/ }).click()
    await this.#page.getByText('Scan or choose what the customer takes instead').waitFor()
    await this.#till.scan(CODES.tea)
    await this.#till.takenLine('Green tea').waitFor()
    await this.#see('exchange-less', 'What is taken costs less than what comes back')
    await this.#press('F9')
    await this.#dialog.getByRole('radio', { name: /^Cash/ }).click()
    await this.#dialog.getByLabel('Amount').fill('1000')
    await this.#dialog.getByRole('button', { name: /^Split, pay the rest/ }).click()
    await this.#dialog.getByText('Left to refund').waitFor()
    await this.#dialog.getByLabel('Why a different payment method?').fill('No cash')
    await this.#see('exchange-refund', 'A part of it is given back, and the rest is left')
    await this.#till.button(/^Complete refund/).click()
    await this.#page.getByRole('article', { name: /^Receipt / }).waitFor()
    await this.#seeCustomer('customer-back', 'The customer sees what is given back', 'Refund')
    await this.#till.newSale()
  }

  async shift(): Promise<void> {
    await this.#menu('Shift')
    await this.#dialog.getByRole('button', { name: 'Open shift' }).waitFor()
    await this.#dialog.getByLabel('₸1,000.00').fill('4')
    await this.#see('shift-open', 'The float is counted')
    await this.#dialog.getByRole('button', { name: 'Open shift' }).click()
    await this.#page.getByRole('dialog').first().waitFor({ state: 'detached' })
    await this.#look('shift', 'The open shift', () => this.#menu('Shift'), 'Shift 1')
    await this.#scan(CODES.tea, 1)
    await this.#till.payExactly()
    await this.#till.newSale()
    await this.#look('cash-in', 'Cash is put in', () => this.#menu('Cash in'), 'Put in')
    await this.#menu('Cash out')
    await this.#dialog.getByLabel('Amount').fill('450')
    await this.#dialog.getByRole('button', { name: 'To the bank' }).click()
    await this.#see('cash-out', 'Cash is taken out')
    await this.#dialog.getByRole('button', { name: 'Take out' }).click()
    await this.#page.getByText('Cash out:').waitFor()
    await this.#page.getByText('Cash out:').waitFor({ state: 'detached' })
    await this.#look(
      'open-drawer',
      'The drawer is opened without a sale',
      () => this.#menu('Open drawer'),
      'Reason',
    )
    await this.#menu('X report')
    await this.#page.getByRole('article', { name: /^X report/ }).waitFor()
    await this.#see('x-report', 'X report')
    await this.#close()
    await this.#menu('Close shift')
    await this.#dialog.getByLabel('₸1,000.00').fill('4')
    await this.#see('shift-close', 'The drawer is counted')
    await this.#dialog.getByText('Total amount').click()
    await this.#dialog.getByRole('textbox', { name: 'Counted' }).fill('4400')
    await this.#see('shift-close-figure', 'The drawer is counted as one figure')
    await this.#dialog.getByRole('button', { name: 'Close shift' }).click()
    await this.#dialog.getByRole('button', { name: 'Wrong change given' }).click()
    await this.#see('shift-close-differs', 'The count differs: counted again, or explained')
    await this.#dialog.getByRole('button', { name: 'Close shift' }).click()
    await this.#page.getByRole('article', { name: /^Z report/ }).waitFor()
    await this.#see('z-report', 'The Z report')
    await this.#close()
    await this.#look('past-shifts', 'Shifts that were closed', () => this.#menu('Past shifts'), 'Shift 1')
  }

  async rest(): Promise<void> {
    await this.#look('menu', 'Everything that the till can do', () => this.#press('F10'), 'Training')
    await this.#look('help', 'All keys', () => this.#press('F1'), 'While selling')
    await this.#look(
      'status',
      'Connection and sync',
      () => this.#menu('Connection and sync'),
      'Last sale sent',
    )
    await this.#look('till', 'Which till the window is', () => this.#menu('Switch till'), 'New till')
    await this.#menu('Printers')
    await this.#dialog.getByLabel('Name').waitFor()
    await this.#see('printers', 'Printers, before there is one')
    await this.#dialog.getByLabel('Name').fill('Kitchen')
    await this.#dialog.getByLabel('Address').fill('tcp://127.0.0.1:9')
    await this.#dialog.getByRole('button', { name: 'Save printer' }).click()
    await this.#dialog.getByRole('button', { name: 'Print test page' }).waitFor()
    await this.#see('printers-one', 'A printer that is set up')
    await this.#dialog.getByRole('button', { name: 'Remove' }).click()
    await this.#dialog.getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' })
    await this.#close()
    await this.#press('F11')
    await this.#page.getByLabel('PIN', { exact: true }).waitFor()
    await this.#see('switch-cashier', 'Another cashier takes over, or the till is locked')
    await this.#page.getByLabel('PIN', { exact: true }).fill(JUNIOR_PIN)
    await this.#press('Enter')
    await this.#till.button(/Signed in: .*Junior/).waitFor()
    await this.#scan(CODES.tea, 1)
    await this.#tab(/·/)
    await this.#till.cartLine('Green tea').getByRole('button', { name: 'Remove Green tea' }).click()
    await this.#dialog.getByText('Supervisor approval').waitFor()
    await this.#see('supervisor', 'A supervisor is asked')
    await this.#close()
    await this.#press('F11')
    await this.#page.getByLabel('PIN', { exact: true }).fill(OWNER_PIN)
    await this.#press('Enter')
    await this.#till.button(/Signed in: .*Owner/).waitFor()
    await this.#look('training', 'Training is begun', () => this.#menu('Training mode'), /nothing is sold/)
    await this.#menu('Training mode')
    await this.#till.button('Start training').click()
    await this.#page.getByText('TRAINING MODE: nothing is sold').waitFor()
    await this.#scan(CODES.tea, 1)
    await this.#see('training-selling', 'Selling in training')
    await this.#till.payExactly()
    await this.#page.getByText('TRAINING. NOT A SALE').first().waitFor()
    await this.#see('training-receipt', 'A receipt of training')
    await this.#till.newSale()
    await this.#menu('Training mode')
    await this.#till.button('End training').click()
    await this.#page.getByText('TRAINING MODE: nothing is sold').waitFor({ state: 'detached' })
  }

  async offline(): Promise<void> {
    await this.#till.button(/Offline/).waitFor()
    await this.#till.payExactly()
    await this.#till.newSale()
    await this.#till.button(/to send/).waitFor()
    await this.#see('offline', 'Head office is not responding, and a sale waits')
    await this.#look(
      'status-offline',
      'What waits, and since when',
      () => this.#menu('Connection and sync'),
      /^The till tries again in/,
    )
    await this.#tab(/^Catalog/)
    await this.#look(
      'product-offline',
      'What the till knows of a product by itself',
      () => this.#details(),
      'Head office is not responding',
    )
    await this.#page.route('**/api/till/**', (route) => route.abort())
    await this.#page.getByText('Reconnecting to the till service').waitFor()
    await this.#see('reconnecting', 'The service of the till does not answer')
    await this.#page.unroute('**/api/till/**')
    await this.#page.getByText('Reconnecting to the till service').waitFor({ state: 'detached' })
  }
}
