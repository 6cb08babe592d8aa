import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'
import { choose, focused, lines, scan, search } from './document-steps.ts'

const COUNT = 50
const barcodeOf = (index: number) => `46000000${String(index).padStart(4, '0')}`

describe('documents in the console', () => {
  let door: TestHub
  let shop: Organization
  let browser: Browser
  let storeId: string
  let storeName: string
  let supplierId: string
  const products: { id: string; name: string; barcode: string }[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    for (let index = 0; index < COUNT; index += 1) {
      const name = `Goods ${String(index).padStart(2, '0')}`
      const barcode = barcodeOf(index)
      const id = await createProduct(shop, {
        name,
        retailPrice: 100 + index,
        vatRate: 16,
        barcodes: [{ value: barcode, type: 'Code128' }],
      })
      products.push({ id, name, barcode })
    }
    const { body: stores } = await shop.api.get('/api/catalog/stores')
    ;({ id: storeId, name: storeName } = stores.items[0])
    const { body: supplier } = await shop.api.post('/api/catalog/counterparties', {
      name: 'Dairy Ltd',
      kind: 'LegalEntity',
    })
    supplierId = supplier.id
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const open = async (path: string, email = shop.email) => {
    const console = await ConsolePage.open(browser, door.hub.url, { width: 1440, height: 900 })
    await console.goto(path)
    await console.signIn(email)
    return console
  }
  const totals = (console: ConsolePage) => console.page.getByLabel('Totals').innerText()
  const supplyOf = async (quantity: number, of = products.slice(0, 3)) => {
    const { body: supply } = await shop.api.post('/api/purchases/supplies', {
      storeId,
      counterpartyId: supplierId,
      lines: of.map(({ id }) => ({ productId: id, quantity, price: 10 })),
    })
    return supply
  }
  const posted = async (path: string, body: object) => {
    const { body: made } = await shop.api.post(path, body)
    const answer = await shop.api.post(`${path}/${made.id}/post`, {})
    expect(answer.status).toBe(200)
    return answer.body
  }

  it('enters a goods receipt of 50 lines with scanner and keyboard, posts it, prints it, and creates a return', async () => {
    const console = await open('/supplies/new')
    await choose(console, 'Counterparty', 'Dairy Ltd')
    await choose(console, 'Store', storeName)
    await search(console).click()
    for (const { barcode } of products.slice(0, COUNT - 1)) await scan(console, barcode)
    await scan(console, products[3]?.barcode ?? '')
    await lines(console, COUNT - 1)
    // The last line is found by its name despite a typing error, and its numbers are confirmed with Enter.
    await console.page.keyboard.type(`goods ${COUNT - 1}`)
    await console.page.getByRole('option', { name: `Goods ${COUNT - 1}` }).waitFor()
    await console.page.keyboard.press('Enter')
    await lines(console, COUNT)
    await expect.poll(() => focused(console)).toBe(`Quantity, line ${COUNT}`)
    await console.page.keyboard.type('12')
    await console.page.keyboard.press('Enter')
    await expect.poll(() => focused(console)).toBe(`Price, line ${COUNT}`)
    await console.page.keyboard.type('3,4567')
    await console.page.keyboard.press('Enter')
    await expect.poll(() => focused(console)).toBe('Add a product')
    expect(await totals(console)).toMatch(/Quantity\s+62/)
    expect(await totals(console)).toContain('41.48')
    await scan(console, '9999999999999')
    await console.page.getByText('No product has the barcode 9999999999999').waitFor()

    await console.page.keyboard.press('Control+Enter')
    await console.page.getByText('Posted', { exact: true }).first().waitFor()
    const id = console.page.url().split('/').at(-1)
    const { body: supply } = await shop.api.get(`/api/purchases/supplies/${id}`)
    expect(supply).toMatchObject({ status: 'Posted', sum: 41.48 })
    expect(supply.lines).toHaveLength(COUNT)
    expect(supply.lines[3]).toMatchObject({ productName: 'Goods 03', quantity: 2 })
    expect(supply.lines.at(-1)).toMatchObject({ quantity: 12, price: 3.4567 })

    await console.button('Print').click()
    const paper = console.page.frameLocator('iframe')
    await paper.getByText('Goods 07').first().waitFor()
    const printed = console.page.evaluate(
      () =>
        new Promise((done) => {
          const frame = document.querySelector('iframe')?.contentWindow
          frame?.addEventListener('beforeprint', () => done(true))
        }),
    )
    await console.page.getByRole('dialog').getByRole('button', { name: 'Print' }).click()
    expect(await printed).toBe(true)
    await console.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    await console.page.getByRole('link', { name: 'Create a return' }).click()
    await console.heading('New supplier return').waitFor()
    await lines(console, COUNT)
    await console.page.getByLabel('Quantity, line 1', { exact: true }).fill('5')
    await console.button('Save and post').click()
    const alert = console.page.getByRole('alert')
    await alert.getByText('Goods 00: 5 returned, at most 1 allowed').waitFor()
    await alert.getByRole('button', { name: 'line 1' }).click()
    await expect.poll(() => focused(console)).toBe('Quantity, line 1')
    await console.page.keyboard.type('1')
    await console.button('Save and post').click()
    await console.page.getByText('Posted', { exact: true }).first().waitFor()
    await console.page.getByRole('link', { name: `Goods receipt ${supply.number}` }).waitFor()
  })

  it('pastes a table from a spreadsheet, reports unknown products, and removes lines', async () => {
    const console = await open('/enters/new')
    await search(console).click()
    const table = [
      'Barcode\tQty\tPrice',
      `${products[0]?.barcode}\t3\t1 250,50`,
      `${products[1]?.name}\t2,5\t`,
      'no such thing\t1\t1',
      `${products[2]?.barcode}\tmany\t1`,
    ]
    await paste(console, table.join('\n'))
    await lines(console, 2)
    await console.page.getByText('Row 4: no product, or more than one, is called “no such thing”').waitFor()
    await console.page.getByText(`Row 5, ${products[2]?.barcode}: the quantity is not a number`).waitFor()
    expect(await console.page.getByLabel('Price, line 1', { exact: true }).inputValue()).toBe('1250.5')
    expect(await totals(console)).toContain('3,751.50')
    await console.button('Remove line 1').click()
    await lines(console, 1)
    await console.button('Undo').click()
    await lines(console, 2)
  })

  it('explains why a document cannot be posted, and links to the cause', async () => {
    await posted('/api/purchases/supplies', {
      storeId,
      counterpartyId: supplierId,
      lines: [{ productId: products[10]?.id, quantity: 7, price: 1 }],
    })
    const { body: loss } = await shop.api.post('/api/inventory/losses', {
      storeId,
      lines: [{ productId: products[10]?.id, quantity: 90 }],
    })
    const console = await open(`/losses/${loss.id}`)
    await console.button('Post').click()
    const alert = console.page.getByRole('alert')
    await alert.getByText('Not enough in stock').waitFor()
    await alert.getByText(/Goods 10: 90 needed, \d+ in stock on \d+ \w+/).waitFor()
    await alert.getByRole('link', { name: 'show stock history' }).click()
    await console.heading('Goods 10').waitFor()
    const sum = console.page.getByLabel('Stock history')
    const { body: stock } = await shop.api.get(
      `/api/inventory/stock?storeId=${storeId}&productId=${products[10]?.id}`,
    )
    await sum.getByText(`= ${stock.items[0].quantity}`).waitFor()
    await console.page
      .getByRole('link', { name: /^Goods receipt / })
      .first()
      .click()
    await console.heading(/^Goods receipt /).waitFor()
  })

  it('restores unsaved input after the tab was closed, and does not restore saved or discarded input', async () => {
    const supply = await supplyOf(1)
    const console = await open(`/supplies/${supply.id}`)
    await console.page.getByLabel('Quantity, line 2', { exact: true }).fill('77')
    await console.page.close({ runBeforeUnload: false })
    const again = await sameBrowser(console)
    await again.goto(`/supplies/${supply.id}`)
    await again.page.getByText('You have unsaved changes from earlier').waitFor()
    expect(await again.page.getByLabel('Quantity, line 2', { exact: true }).inputValue()).toBe('77')
    await again.page.getByRole('status').getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => again.page.getByLabel('Quantity, line 2', { exact: true }).inputValue()).toBe('1')
    await again.page.reload()
    await lines(again, 3)
    expect(await again.page.getByText('This was typed here before').count()).toBe(0)

    await again.goto('/losses/new')
    await search(again).click()
    await scan(again, products[0]?.barcode ?? '')
    await lines(again, 1)
    await again.page.reload()
    await lines(again, 1)
    await choose(again, 'Store', storeName)
    await again.button('Save', true).click()
    await again.heading(/^Write-off /).waitFor()
    await again.goto('/losses/new')
    await lines(again, 0)
  })

  it('shows both versions of each changed line in a conflict, and prefers the edits of the user', async () => {
    const supply = await supplyOf(1)
    const path = `/api/purchases/supplies/${supply.id}`
    const console = await open(`/supplies/${supply.id}`)
    const quantity = (line: number) => console.page.getByLabel(`Quantity, line ${line}`, { exact: true })
    const conflict = console.page
      .getByRole('alert')
      .filter({ hasText: 'Someone else saved changes in the meantime' })
    const side = (group: string, name: string) =>
      conflict.getByRole('group', { name: group, exact: true }).getByRole('radio', { name })
    await quantity(1).fill('5')
    await quantity(2).fill('6')
    const { body: now } = await shop.api.get(path)
    const lines = now.lines.with(1, { ...now.lines[1], quantity: 9 }).with(2, { ...now.lines[2], price: 11 })
    expect((await shop.api.put(path, { ...now, lines, comment: 'Theirs' })).status).toBe(200)
    await console.button('Save', true).click()
    await conflict.waitFor()
    expect([await quantity(1).inputValue(), await quantity(2).inputValue()]).toEqual(['5', '6'])
    for (const [group, name] of [
      ['Goods 00', 'Your version'],
      ['Goods 01', 'Your version'],
      ['Goods 02', 'Saved version'],
      ['Comment', 'Saved version'],
    ] as const)
      expect([group, await side(group, name).isChecked()]).toEqual([group, true])
    await conflict.getByText('Quantity: 9').waitFor()
    await side('Goods 01', 'Saved version').check()
    expect(await quantity(2).inputValue()).toBe('9')
    await console.button('Save', true).click()
    await conflict.waitFor({ state: 'detached' })
    const { body: saved } = await shop.api.get(path)
    expect(saved.comment).toBe('Theirs')
    expect(
      saved.lines.map((line: { quantity: number; price: number }) => [line.quantity, line.price]),
    ).toEqual([
      [5, 10],
      [9, 10],
      [1, 11],
    ])

    // This input is typed before another user's change, in a tab that is then closed.
    await quantity(1).fill('7')
    await console.page.waitForTimeout(400)
    await console.page.close({ runBeforeUnload: false })
    expect((await shop.api.put(path, { ...saved, comment: 'Later' })).status).toBe(200)
    const again = await sameBrowser(console)
    await again.goto(`/supplies/${supply.id}`)
    await again.page.getByRole('group', { name: 'Goods 00', exact: true }).waitFor()
    expect(await again.page.getByLabel('Quantity, line 1', { exact: true }).inputValue()).toBe('7')

    // A posted document cannot be changed, but the typed values are kept.
    expect((await shop.api.post(`${path}/post`, {})).status).toBe(200)
    await again.button('Save', true).click()
    await again.page.getByText('Your changes are kept').waitFor()
    await again.button('Unpost').waitFor()
  })

  it('allows a storekeeper to count, move and write off stock', async () => {
    const { body: other } = await shop.api.post('/api/catalog/stores', { name: 'Back room' })
    await posted('/api/inventory/enters', {
      storeId: other.id,
      lines: products.slice(20, 23).map(({ id }) => ({ productId: id, quantity: 10, price: 2 })),
    })
    const keeper = await hire(door, shop, 'Storekeeper')
    const { email } = (await keeper.get('/api/me')).body
    const console = await open('/inventories/new', email)
    await choose(console, 'Store', 'Back room')
    await choose(console, 'What to count', 'Whole store')
    await console.button('Save', true).click()
    await console.heading(/^Stock count /).waitFor()
    await console.button('Fill from stock').click()
    await console.page.getByRole('dialog').getByRole('button', { name: 'Fill', exact: true }).click()
    await lines(console, 3)
    await console.page.getByLabel('Counted, line 1', { exact: true }).fill('8')
    await console.page.keyboard.press('Enter')
    await expect.poll(() => focused(console)).toBe('Counted, line 2')
    await console.page.keyboard.type('10')
    await console
      .row(/Goods 20/)
      .getByText('-2')
      .waitFor()
    await console.button('Save and post').click()
    await console.page.getByRole('alert').getByText('Goods 22: not counted').first().waitFor()
    await console.page.getByLabel('Counted, line 3', { exact: true }).fill('10')
    await console.button('Save and post').click()
    await console.page.getByText('Posted', { exact: true }).first().waitFor()

    await console.goto('/transfers/new')
    await choose(console, 'From store', 'Back room')
    await choose(console, 'To store', storeName)
    await search(console).click()
    await scan(console, products[20]?.barcode ?? '')
    await lines(console, 1)
    await console.button('Save and post').click()
    await console.page.getByText('Posted', { exact: true }).first().waitFor()

    await console.goto('/losses/new')
    await choose(console, 'Store', 'Back room')
    await choose(console, 'Reason', 'Spoilage')
    await search(console).click()
    await scan(console, products[20]?.barcode ?? '')
    await lines(console, 1)
    await console.button('Save and post').click()
    await console.page.getByText('Posted', { exact: true }).first().waitFor()

    await console.goto(`/stock?storeId=${other.id}`)
    await console.row('Goods 20').getByText('6', { exact: true }).waitFor()
    await console.row('Goods 20').click()
    await console.page.getByLabel('Stock history').getByText('= 6').waitFor()
    await console.page.getByRole('link', { name: /^Write-off / }).waitFor()
    await console.page.getByRole('link', { name: /^Transfer / }).waitFor()
  })

  it('creates a sale with two tenders in the back office, and returns one of three pieces', async () => {
    await posted('/api/inventory/enters', {
      storeId,
      lines: [{ productId: products[30]?.id, quantity: 5, price: 60 }],
    })
    const console = await open('/sales')
    await console.page.getByRole('link', { name: 'New sale' }).click()
    await console.heading('New sale').waitFor()
    await choose(console, 'Store', storeName)
    await search(console).click()
    await scan(console, products[30]?.barcode ?? '')
    await lines(console, 1)
    await console.page.getByLabel('Quantity, line 1', { exact: true }).fill('3')
    await console.page.getByLabel('Discount, line 1', { exact: true }).fill('40.05')
    expect(await console.page.getByLabel('Disc., %, line 1', { exact: true }).inputValue()).toBe('')
    expect(await totals(console)).toContain('349.95')
    const payments = console.page.getByRole('region', { name: 'Payments' })
    const payment = (place: number) => payments.getByRole('group', { name: `Payment ${place}` })
    await console.button('Add a payment').click()
    await payment(1).getByLabel('Amount').fill('300')
    await payments.getByText('49.95 still to pay').waitFor()
    await console.button('Save and post').click()
    await payments
      .getByRole('alert')
      .getByText(/49.95 of 349.95 is not paid/)
      .waitFor()
    await console.button('Add a payment').click()
    await payment(2).getByRole('combobox', { name: 'Payment method' }).click()
    await console.page.getByRole('option', { name: 'Card' }).click()
    await console.button('Save and post').click()
    await console.page.getByText('Posted', { exact: true }).first().waitFor()
    const id = console.page.url().split('/').at(-1)
    const { body: sale } = await shop.api.get(`/api/sales/retail/${id}`)
    expect(sale).toMatchObject({
      status: 'Posted',
      source: 'BackOffice',
      sum: 349.95,
      discountSum: 40.05,
      payments: [
        { type: 'Cash', amount: 300 },
        { type: 'Card', amount: 49.95 },
      ],
    })
    expect(sale.cashierName).not.toBeNull()

    await console.button('Create a return').click()
    await console.heading(/^Return /).waitFor()
    await console.page.getByLabel('Quantity, line 1', { exact: true }).fill('1')
    await console.page.getByLabel('Discount, line 1', { exact: true }).fill('13.35')
    await console.button('Remove payment 2').click()
    await payment(1).getByLabel('Amount').fill('116.65')
    await console.button('Save and post').click()
    await console.button('Unpost').waitFor()
    await console.page.getByRole('link', { name: 'View receipt' }).click()
    await console.heading(`Sale ${sale.number}`).waitFor()
    const { body: after } = await shop.api.get(`/api/sales/retail/${id}`)
    expect(after.lines).toMatchObject([{ quantity: 3, returnedQuantity: 1 }])
  })

  const sameBrowser = async (console: ConsolePage) => {
    const page = await console.page.context().newPage()
    return new ConsolePage(page, door.hub.url)
  }
})

/** Pastes text in the format of a spreadsheet. */
const paste = (console: ConsolePage, text: string) =>
  console.page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
