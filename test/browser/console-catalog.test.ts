import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { ConsolePage } from './console.ts'

describe('the catalog in the console', () => {
  let door: TestHub
  let shop: Organization
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const open = async (path: string) => {
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto(path)
    await console.signIn(shop.email)
    return console
  }
  const findProduct = async (search: string) =>
    (await shop.api.get(`/api/catalog/products?search=${search}`)).body.items[0]

  it('creates a product with barcodes, prices, a future price and a picture', async () => {
    const wholesale = (await shop.api.post('/api/catalog/price-types', { name: 'Wholesale' })).body.id
    const console = await open('/products/new')
    const { page } = console
    await page.getByLabel('Name').fill('Green tea')
    await console.button('Add a barcode').click()
    await page.getByLabel('Barcode 1').fill('4607034370015')
    expect(await page.getByRole('combobox', { name: 'Type 1' }).inputValue()).toBe('EAN-13')
    await console.button('Generate').click()
    await page.getByLabel('Wholesale').pressSequentially('9,5')
    await console.button('Add a future price').click()
    await page.getByLabel('Price 1', { exact: true }).fill('12')
    await console.button('Create').click()
    await page.getByText('Required').waitFor()
    await page.getByRole('button', { name: 'From 1' }).click()
    // A day of the next month is in the future on any day and in any time zone.
    await page.locator('button[data-direction=next]').last().click()
    await page.getByRole('button', { name: /^28 / }).last().click()
    await page.keyboard.press('Escape')
    await console.button('Create').click()
    await console.heading('Green tea').waitFor()
    const made = await findProduct('green')
    expect(made).toMatchObject({
      barcodes: [{ value: '4607034370015', type: 'Ean13' }, { type: 'Ean13' }],
      prices: expect.arrayContaining([{ priceTypeId: wholesale, value: 9.5 }]),
      futurePrices: [{ value: 12 }],
    })

    const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#080' } })
      .png()
      .toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer })
    await page.getByRole('img', { name: 'Green tea' }).waitFor()
    expect((await findProduct('green')).images).toMatchObject([{ fileName: 'tea.png', isMain: true }])
  })

  it('previews a price change of all matching products, applies it, and undoes it except where prices changed later', async () => {
    for (const [name, retailPrice] of [
      ['Black coffee', 100],
      ['White coffee', 200],
      ['Green coffee', 0],
      ['Sugar', 50],
    ] as const)
      await createProduct(shop, { name, retailPrice })
    const prices = () =>
      Promise.all(
        ['black', 'white', 'sugar'].map(async (name) => (await findProduct(name)).retailPrice as number),
      )
    const console = await open('/products?search=coffee')
    const { page } = console
    await expect.poll(() => console.row('coffee').count()).toBe(3)
    await page.getByLabel('Select row', { exact: true }).first().check()
    await console.button('Select all 3 matching rows').click()
    await console.button('Change prices').click()
    await page.getByLabel('Percent (negative lowers the price)').fill('10')
    await console.button('Preview').click()

    await console.heading(/: \+10\s?%$/).waitFor()
    await console.row(/White coffee .* 200\.00 220\.00/).waitFor()
    await page.getByText('Rejected · 1').click()
    await console.row(/Green coffee .*No price to calculate from/).waitFor()
    expect(await prices()).toEqual([100, 200, 50])
    await console.button('Apply to 2 records').click()
    await console.button('Undo').waitFor()
    expect(await prices()).toEqual([110, 220, 50])

    const white = await findProduct('white')
    const edited = await shop.api.patch(`/api/catalog/products/${white.id}/price`, { retailPrice: 250 })
    expect(edited.status).toBe(200)
    await console.button('Undo').click()
    await page.getByText('Skipped · 1').click()
    await console.row(/White coffee .*Edited after this change/).waitFor()
    expect(await prices()).toEqual([100, 250, 50])

    // The job tray lists both jobs on every page and links to the change.
    await console.goto('/products')
    await console.button('Jobs').click()
    const jobs = page.getByRole('link', { name: 'Bulk change', exact: true })
    await expect.poll(() => jobs.count()).toBe(2)
    await jobs.first().click()
    await console.heading(/: \+10\s?%$/).waitFor()
    await page.getByRole('link', { name: 'Bulk changes' }).first().click()
    await console.row(/: \+10\s?% Undone/).waitFor()
  })

  it('prints price labels of selected products', async () => {
    await createProduct(shop, { name: 'Brown rice', retailPrice: 220 })
    const console = await open('/products?search=rice')
    const { page } = console
    await expect.poll(() => console.row('Brown rice').count()).toBe(1)
    await page.getByLabel('Select rows on this page').check()
    await page.getByRole('link', { name: 'Price labels' }).click()
    await page.getByRole('article', { name: 'Brown rice' }).getByText('220.00').waitFor()
  })

  it('previews an import row by row, imports the valid rows, and undoes the import', async () => {
    const console = await open('/products/import')
    const { page } = console
    const choose = (name: string, text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    expect(await console.whyNot('Check file')).toBe('Choose a file first')
    await choose('staff.csv', 'person;age\r\nAnna;30\r\n')
    await console.button('Check file').click()
    await page
      .getByRole('alert')
      .getByText(/^The file has no column with product names, .* Its columns: person, age$/)
      .waitFor()
    await choose('shop.csv', 'name;retailPrice\r\nJam;120\r\nHoney;a lot\r\n')
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    await console.button('Check file').click()
    await console.heading('Import: shop.csv').waitFor()
    await console.row(/^2 Jam .*120/).waitFor()
    await page.getByText('Rejected · 1').click()
    await console.row(/^3 Honey .*retailPrice · Not a number: a lot/).waitFor()
    const saved = page.waitForEvent('download')
    await console.button('Download the rows with errors').click()
    expect((await saved).suggestedFilename()).toBe('faults.csv')
    expect(await findProduct('jam')).toBeUndefined()
    await console.button('Apply to 1 record').click()
    await page.getByText('Created · 1', { exact: true }).waitFor()
    expect(await findProduct('jam')).toMatchObject({ retailPrice: 120 })
    expect(await findProduct('honey')).toBeUndefined()
    await console.button('Undo').click()
    await page.getByText('Undone · 1').waitFor()
    expect(await findProduct('jam')).toBeUndefined()
  })

  it('previews the opening stock in an imported file, links to its draft, and undoes draft and group', async () => {
    const console = await open('/products/import')
    const { page } = console
    const buffer = Buffer.from('name;group;cost;stock\r\nFig;Dried;2.5;4\r\nDate;Dried;;3\r\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer })
    await console.button('Check file').click()
    await console.heading('Import: stock.csv').waitFor()
    const stock = page.getByRole('table', { name: 'Opening stock' }).getByRole('row').nth(1)
    await stock.getByText('Created with the import').waitFor()
    expect((await stock.innerText()).replace(/\s+/g, ' ')).toMatch(/ 2 7 10\.00 1 without cost/)
    await console.button('Apply to 2 records').click()
    await page.getByText('Created · 2', { exact: true }).waitFor()
    const [draft] = (await shop.api.get('/api/inventory/enters')).body.items
    await stock.getByRole('link', { name: draft.number }).click()
    await console.heading(new RegExp(draft.number)).waitFor()
    await page.goBack()
    await console.button('Undo').click()
    await page.getByText('Undone · 2').waitFor()
    await page.getByText(`Draft stock receipt ${draft.number} · undone`).waitFor()
    await page.getByText('Group Dried · undone').waitFor()
    expect((await shop.api.get('/api/inventory/enters')).body.total).toBe(0)
  })

  it("describes the columns and the row errors of an import in the user's language", async () => {
    const console = await open('/')
    const { page } = console
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account/ })
      .click()
    await page.getByRole('menuitem', { name: 'Русский' }).click()
    await console.follow('/products/import')
    const buffer = Buffer.from('Наименование;Погода;Цена;Остаток\r\nМёд;снег;120;-7\r\nСоль;;дорого;\r\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'лавка.csv', mimeType: 'text/csv', buffer })
    await console.button('Проверить файл').click()
    await console.heading('Импорт: лавка.csv').waitFor()
    const columns = page.getByRole('list', { name: 'Как прочитаны столбцы' }).getByRole('listitem')
    await expect
      .poll(() => columns.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Наименование\s+Название$/),
        expect.stringMatching(/^Цена\s+Цена, Розничная цена$/),
        expect.stringMatching(/^Остаток\s+Остаток, /),
        expect.stringMatching(/^Погода\s+Пропущен: неизвестный заголовок$/),
      ])
    await console.row('2 Остаток -7 Меньше нуля: остаток не импортируется').waitFor()
    await page.getByText('Отклонено · 1').click()
    await console.row('3 Соль Цена · Не число: дорого').waitFor()
    const saved = page.waitForEvent('download')
    await console.button('Скачать строки с ошибками').first().click()
    const faults = await readFile(await (await saved).path(), 'utf8')
    expect(faults).toContain('"3","Цена","дорого","Не число"')
  })

  it('shows a pairing code and reports when the till is paired', async () => {
    const console = await open('/retail-points')
    const { page } = console
    await page.locator('tbody tr[aria-rowindex]').first().click()
    await console.button('Connect a till').click()
    const code = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText()
    await page.getByRole('img', { name: code }).waitFor()
    await page.getByText(/^Expires in 1?[0-9] min/).waitFor()
    const answer = await fetch(`${door.hub.url}/api/pos/v1/enrol`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ pairingCode: code, deviceName: 'Till by the door', agentVersion: '0.1.0' }),
    })
    expect(answer.status).toBe(201)
    await page.getByText('“Till by the door” is connected').waitFor()
  })
})
