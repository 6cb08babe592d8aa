import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { signedIn } from './signed-in.ts'

const RETAIL = '/api/sales/retail'
const SALES = ['sales.view', 'sales.update', 'sales.post', 'sales.export', 'catalog.view'] as const

describe("an accountant's day", () => {
  let door: TestHub
  let browser: Browser
  let shop: Organization
  let late: { id: string; number: string }
  let other: { number: string }

  /** Creates two draft sales dated 15 January. */
  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    const productId = await createProduct(shop, { name: 'Delivery', kind: 'Service' })
    const draft = async () => {
      const made = await shop.api.post(RETAIL, {
        storeId: shop.storeId,
        retailPointId: shop.retailPointId,
        date: '2026-01-15T09:00:00.000Z',
        lines: [{ productId, quantity: 1, price: 100 }],
        payments: [{ type: 'Cash', amount: 100 }],
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      return made.body
    }
    late = await draft()
    other = await draft()
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const settings = async () => (await shop.api.get('/api/organization/settings')).body

  it('closes January, cannot post a sale of January afterwards, and exports the listed sales', async () => {
    const may = ['organization.view', 'organization.update', ...SALES] as const
    const console = await signedIn({ browser, door, shop }, 'Accountant', may, '/settings')
    const { page } = console
    await page.getByLabel('Period closed until').fill('2026-01-31')
    await page.keyboard.press('Tab')
    await console.button('Save', true).click()
    await expect.poll(async () => (await settings()).closedUntil).toBe('2026-01-31')

    await page.getByRole('link', { name: 'Receipts', exact: true }).click()
    await page.getByRole('main').getByLabel('Search').fill(late.number)
    await console.row(late.number).waitFor()
    await console.row(other.number).waitFor({ state: 'detached' })
    const download = page.waitForEvent('download')
    await console.button('Export').click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await (await download).createReadStream()
    let text = ''
    for await (const piece of file) text += piece
    expect(text).toContain(late.number)
    expect(text).not.toContain(other.number)

    await console.row(late.number).click()
    await console.button('Post', true).click()
    await page.getByRole('alert').getByText('This period is closed').waitFor()
    expect(await console.whyNot('Post in the closed period anyway')).toBe('Your role does not allow this')
    expect((await shop.api.get(`${RETAIL}/${late.id}`)).body.status).toBe('Draft')
  })

  it('shows why settings cannot be saved without permission', async () => {
    const console = await signedIn({ browser, door, shop }, 'Bookkeeper', ['organization.view'], '/settings')
    expect(await console.whyNot('Save')).toBe('Your role does not allow this')
  })
})
