import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import type { ConsolePage } from '../console.ts'
import { choose, lines, posted, scan, search, shownId } from '../document-steps.ts'
import { signedIn } from './signed-in.ts'

const STOREKEEPER = [
  'catalog.view',
  'inventory.view',
  'inventory.create',
  'inventory.update',
  'inventory.post',
] as const
const NAMES = ['Apples', 'Bread', 'Cheese']

describe("a storekeeper's day", () => {
  let door: TestHub
  let browser: Browser
  let shop: Organization
  let storeName: string
  let backRoom: string

  /** Creates a back room with ten pieces of each product. */
  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    storeName = (await shop.api.get(`/api/catalog/stores/${shop.storeId}`)).body.name
    backRoom = (await shop.api.post('/api/catalog/stores', { name: 'Back room' })).body.id
    const made: object[] = []
    for (const [index, name] of NAMES.entries()) {
      const barcodes = [{ value: `480000000${index}`, type: 'Code128' }]
      made.push({ productId: await createProduct(shop, { name, barcodes }), quantity: 10, price: 2 })
    }
    const { body: enter } = await shop.api.post('/api/inventory/enters', { storeId: backRoom, lines: made })
    expect((await shop.api.post(`/api/inventory/enters/${enter.id}/post`, {})).status).toBe(200)
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const inBackRoom = async (): Promise<Record<string, number>> => {
    const { body } = await shop.api.get(`/api/inventory/stock?storeId=${backRoom}`)
    return Object.fromEntries(
      body.items.map(({ productName, quantity }: { productName: string; quantity: number }) => [
        productName,
        quantity,
      ]),
    )
  }
  const begin = async (console: ConsolePage, section: string, one: string): Promise<void> => {
    await console.page.getByRole('link', { name: section, exact: true }).click()
    await console.page.getByRole('link', { name: one }).click()
  }
  const post = async (console: ConsolePage): Promise<void> => {
    await console.button('Save and post').click()
    await posted(console)
  }

  it('counts the back room, moves products to the store, and writes off spoiled products', async () => {
    const console = await signedIn({ browser, door, shop }, 'Keeper', STOREKEEPER)
    const { page } = console
    await begin(console, 'Stock counts', 'New stock count')
    await choose(console, 'Store', 'Back room')
    await choose(console, 'What to count', 'Whole store')
    await console.button('Save', true).click()
    await console.heading(/^Stock count /).waitFor()
    await console.button('Fill from stock').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Fill', exact: true }).click()
    await lines(console, NAMES.length)
    await page.getByLabel('Counted, line 1', { exact: true }).fill('8')
    for (const counted of ['10', '11']) {
      await page.keyboard.press('Enter')
      await page.keyboard.type(counted)
    }
    await post(console)
    expect(await inBackRoom()).toEqual({ Apples: 8, Bread: 10, Cheese: 11 })
    expect(await console.whyNot('Unpost')).toBe('Your role does not allow this')

    await begin(console, 'Transfers', 'New transfer')
    await choose(console, 'From store', 'Back room')
    await choose(console, 'To store', storeName)
    await search(console).click()
    for (const barcode of ['4800000000', '4800000000', '4800000001']) await scan(console, barcode)
    await lines(console, 2)
    await post(console)
    expect(await inBackRoom()).toEqual({ Apples: 6, Bread: 9, Cheese: 11 })

    await begin(console, 'Write-offs', 'New write-off')
    await choose(console, 'Store', 'Back room')
    await choose(console, 'Reason', 'Spoilage')
    await search(console).click()
    await scan(console, '4800000002')
    await page.getByLabel('Quantity, line 1', { exact: true }).fill('11')
    await post(console)
    const { body: loss } = await shop.api.get(`/api/inventory/losses/${shownId(console)}`)
    expect(loss).toMatchObject({ status: 'Posted', reason: 'Spoilage' })
    expect(await inBackRoom()).toEqual({ Apples: 6, Bread: 9, Cheese: 0 })
  })

  it('saves a write-off of a helper without permission to post, and shows why it cannot be posted', async () => {
    const may = ['catalog.view', 'inventory.view', 'inventory.create'] as const
    const console = await signedIn({ browser, door, shop }, 'Helper', may, '/losses/new')
    await choose(console, 'Store', 'Back room')
    await search(console).click()
    await scan(console, '4800000000')
    await lines(console, 1)
    expect(await console.whyNot('Save and post')).toBe('Your role does not allow this')
    await console.button('Save', true).click()
    await console.heading(/^Write-off /).waitFor()
    const { body: loss } = await shop.api.get(`/api/inventory/losses/${shownId(console)}`)
    expect(loss).toMatchObject({ status: 'Draft', lines: [{ quantity: 1 }] })
  })
})
