import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { hireWithoutCosts } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'

const DAY_MS = 86_400_000

describe('reports in the console', () => {
  let door: TestHub
  let browser: Browser
  let shop: Organization
  let device: Device
  let tea: string

  const sell = async (quantity: number, daysAgo: number) => {
    const soldAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
    const sale = saleBody(shop, [{ productId: tea, quantity, price: 950 }], { soldAt })
    await device.upload([device.item(sale)])
    return sale
  }
  const open = async (email: string, options: { width?: number; height?: number } = {}) => {
    const console = await ConsolePage.open(browser, door.hub.url, options)
    await console.goto('/')
    await console.signIn(email)
    return console
  }

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    device = await enrolDevice(door, shop)
    tea = await createProduct(shop, { name: 'Green tea', minStock: 5 })
    await sell(3, 1)
    await sell(2, 8)
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  it('compares the hours of yesterday with the week before, links to the receipts, and exports a file', async () => {
    const console = await open(shop.email)
    const { page } = console
    await page.getByRole('navigation').getByRole('link', { name: 'Sales', exact: true }).click()
    await console.heading('Sales report').waitFor()
    await console.row('Green tea').waitFor()
    await console.choose('Period', 'Yesterday')
    await console.choose('Compare with', 'Same weekdays, previous period')
    await console.choose('Group by', 'Hour')
    const totals = page.locator('tfoot tr')
    await expect.poll(() => totals.textContent()).toContain('1,900.00 +50')
    await expect.poll(() => totals.textContent()).toContain('2,850.00')
    expect(new URL(page.url()).search).toBe('?period=yesterday&compare=weekBefore&groupBy=hour')
    const { body } = await shop.api.get(
      `/api/reports/sales?${new URLSearchParams({ groupBy: 'hour', ...(await daysOf(page)) })}`,
    )
    expect([body.totals.netSum, body.totals.receipts]).toEqual([2850, 1])
    await page.getByRole('img', { name: /^Chart: Revenue/ }).waitFor()

    const download = page.waitForEvent('download')
    await console.button('Export').click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)

    await page.locator('tbody').getByRole('button', { name: '2,850.00' }).click()
    await page.getByRole('menuitem', { name: 'View receipts' }).click()
    await console.heading('Receipts').waitFor()
    await page.getByText('1 more condition').waitFor()
    await expect.poll(() => page.locator('tbody tr[aria-rowindex]').count()).toBe(1)
    await page.goBack()
    await expect.poll(() => totals.textContent()).toContain('2,850.00')
  })

  it('filters the ABC report of quantities by a cell of the ABC and XYZ table', async () => {
    const console = await open(shop.email)
    const { page } = console
    await console.goto('/reports/abc?metric=Quantity&xyz=true')
    await expect.poll(() => console.row('Green tea').textContent()).toMatch(/A5100%100%Z/)
    const cells = page.getByRole('table', { name: 'ABC and XYZ' }).getByRole('link')
    expect(await cells.count()).toBe(9)
    expect(await cells.nth(2).textContent()).toMatch(/^1 100%$/)
    await cells.nth(3).click()
    await console.row('Green tea').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('classes')).toBe('BX')
    await cells.nth(2).click()
    await console.row('Green tea').waitFor()
    await cells.nth(2).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?metric=Quantity&xyz=true')
  })

  it('hides costs from users without permission, in reports and on the home page', async () => {
    const owner = await open(shop.email)
    await owner.page.getByRole('heading', { name: 'Margin, 30 days' }).waitFor()
    const manager = await hireWithoutCosts(door, shop)
    const console = await open((await manager.get('/api/me')).body.email)
    const { page } = console
    await page.getByRole('heading', { name: 'Low stock' }).waitFor()
    await page.getByRole('table', { name: 'Top products, 7 days' }).getByText('Green tea').waitFor()
    expect(await page.getByRole('heading', { name: 'Margin, 30 days' }).count()).toBe(0)
    expect(await page.getByText('Profit', { exact: true }).count()).toBe(1)
    await page.getByRole('navigation').getByRole('link', { name: 'Profit', exact: true }).click()
    await console.heading('Profit report').waitFor()
    await console.row('Green tea').waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Product',
      'Revenue',
      'Sold',
      'Returned',
      'Discount',
    ])
  })

  it('shows new sales on the home page as they arrive', async () => {
    const { page } = await open(shop.email)
    const recent = page.getByRole('table', { name: 'Recent sales' })
    await expect.poll(() => recent.getByRole('link').count()).toBe(2)
    await sell(7, 0)
    await recent.getByText('6,650.00').waitFor()
    expect(await recent.getByRole('row').first().textContent()).toContain('6,650.00')
  })

  it('finds records from any page, shows news, and sends feedback to the platform', async () => {
    const console = await open(shop.email)
    const { page } = console
    await console.button('Search or go to').click()
    await page.getByPlaceholder('Search or go to').fill('gren tea')
    await page.getByRole('button', { name: /Green tea/ }).click()
    await console.heading('Green tea').waitFor()
    await page.locator('[aria-haspopup="menu"]').last().click()
    await page.getByRole('menuitem', { name: "What's new" }).click()
    await page.getByRole('dialog').getByText('One search for everything').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('[aria-haspopup="menu"]').last().click()
    await page.getByRole('menuitem', { name: 'Send feedback' }).click()
    await page.getByLabel('Text').fill('The reports are quick')
    await console.button('Send', true).click()
    await page.getByText('Thank you').waitFor()
  })
})

/** Returns the period that the page last requested from the hub. */
const daysOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const requested = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .findLast(({ pathname }) => pathname === '/api/reports/sales')
    const { from = '', to = '' } = Object.fromEntries(requested?.searchParams ?? [])
    return { from, to }
  })
