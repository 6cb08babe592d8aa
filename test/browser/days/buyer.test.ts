import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { choose, lines, posted, scan, search, shownId } from '../document-steps.ts'
import { signedIn } from './signed-in.ts'

const COUNT = 50
const SUPPLIES = '/api/purchases/supplies'
const BUYER = [
  'catalog.view',
  'costs.view',
  'purchases.view',
  'purchases.create',
  'purchases.update',
  'purchases.post',
] as const

describe("a buyer's day", () => {
  let door: TestHub
  let browser: Browser
  let shop: Organization
  let storeName: string
  let supplierId: string
  const barcodes: string[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    for (let index = 0; index < COUNT; index += 1) {
      const value = `47000${String(index).padStart(2, '0')}`
      const name = `Goods ${String(index).padStart(2, '0')}`
      await createProduct(shop, { name, retailPrice: 100 + index, barcodes: [{ value, type: 'Code128' }] })
      barcodes.push(value)
    }
    const supplier = { name: 'Dairy Ltd', kind: 'LegalEntity' }
    storeName = (await shop.api.get(`/api/catalog/stores/${shop.storeId}`)).body.name
    supplierId = (await shop.api.post('/api/catalog/counterparties', supplier)).body.id
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  /** Returns the quantities in the store, largest first. */
  const stock = async (): Promise<number[]> => {
    const { body } = await shop.api.get(
      `/api/inventory/stock?storeId=${shop.storeId}&sort=-quantity&pageSize=100`,
    )
    return body.items.map(({ quantity }: { quantity: number }) => quantity)
  }
  const of = (quantity: number) => Array.from({ length: COUNT - 1 }, () => quantity)

  it('enters 50 lines with a scanner, posts them, prints price labels, and returns all pieces except one', async () => {
    const console = await signedIn({ browser, door, shop }, 'Buyer', BUYER)
    const { page } = console
    await page.getByRole('link', { name: 'Goods receipts' }).click()
    await page.getByRole('link', { name: 'New goods receipt' }).click()
    await choose(console, 'Counterparty', 'Dairy Ltd')
    await choose(console, 'Store', storeName)
    await search(console).click()
    const [first = '', ...others] = barcodes
    await scan(console, first)
    await scan(console, first)
    await page.getByLabel('Price, line 1', { exact: true }).fill('80')
    await page.keyboard.press('Enter')
    for (const barcode of others) await scan(console, barcode)
    await lines(console, COUNT)
    await console.button('Save and post').click()
    await posted(console)
    const { body: supply } = await shop.api.get(`${SUPPLIES}/${shownId(console)}`)
    expect(supply).toMatchObject({ status: 'Posted', counterpartyId: supplierId, sum: 160 })
    expect(supply.lines).toHaveLength(COUNT)
    expect(supply.lines[0]).toMatchObject({ quantity: 2, price: 80 })
    expect(await stock()).toEqual([2, ...of(1)])
    expect(await console.whyNot('Unpost')).toBe('Your role does not allow this')

    await page.getByRole('link', { name: 'Price labels' }).click()
    await page.getByRole('article', { name: 'Goods 07' }).getByText('107.00').waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(COUNT)
    const printed = page.evaluate(
      () => new Promise((done) => window.addEventListener('beforeprint', () => done(true))),
    )
    await console.button('Print').click()
    expect(await printed).toBe(true)
    await page.goBack()

    await page.getByRole('link', { name: 'Create a return' }).click()
    await console.heading('New supplier return').waitFor()
    await lines(console, COUNT)
    await page.getByLabel('Quantity, line 1', { exact: true }).fill('1')
    await console.button('Save and post').click()
    await posted(console)
    const { body: back } = await shop.api.get(`/api/purchases/supplier-returns/${shownId(console)}`)
    expect(back).toMatchObject({ status: 'Posted', supplyId: supply.id, sum: 80 })
    expect(await stock()).toEqual([1, ...of(0)])
  })

  it('shows a user who can only view goods receipts why copying and returning are disabled', async () => {
    const { body: supply } = await shop.api.post(SUPPLIES, {
      storeId: shop.storeId,
      counterpartyId: supplierId,
      lines: [],
    })
    const may = ['catalog.view', 'purchases.view'] as const
    const console = await signedIn({ browser, door, shop }, 'Looker', may, `/supplies/${supply.id}`)
    for (const button of ['Copy', 'Create a return'])
      expect(await console.whyNot(button)).toBe('Your role does not allow this')
  })
})
