import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { ConsolePage } from './console.ts'

const LIST = '**/api/catalog/products?*'

describe('a list of the console', () => {
  let door: TestHub
  let shop: Organization
  let browser: Browser
  let milkId: string

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    for (const name of [
      'Green tea',
      'Black tea',
      'Bread',
      ...Array.from({ length: 30 }, (_, n) => `Soap ${n}`),
    ])
      await createProduct(shop, { name, retailPrice: name.length })
    milkId = await createProduct(shop, { name: 'Milk', retailPrice: 480 })
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  /** Opens the list as the owner. Once paused, the clock of the page advances only when the test advances it. */
  const open = async (prepare?: (page: Page) => Promise<void>): Promise<ConsolePage> => {
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.page.clock.install()
    await prepare?.(console.page)
    await console.goto('/products')
    await console.signIn(shop.email)
    await console.row('Milk').waitFor()
    await console.rest()
    return console
  }
  const pause = (page: Page) => page.clock.pauseAt(Date.now() + 60_000)
  const search = ({ page }: ConsolePage) => page.getByRole('textbox', { name: 'Search' })
  /** Collects the search texts that the page requests, in order. */
  const searches = ({ page }: ConsolePage): string[] => {
    const requested: string[] = []
    page.on('request', (request) => {
      const text = new URL(request.url()).searchParams.get('search')
      if (text !== null && request.url().includes('/api/catalog/products')) requested.push(text)
    })
    return requested
  }

  it('reloads a list on request and shows the time of the last load', async () => {
    const console = await open()
    const { page } = console
    await page.clock.setFixedTime('2026-03-01T05:30:00Z')
    const again = console.button('Refresh')
    await again.click()
    await console.rest()
    await search(console).fill('Oolong')
    await page.getByText('Nothing matches your search and filters.').waitFor()
    await createProduct(shop, { name: 'Oolong', retailPrice: 900 })
    await again.click()
    await console.row('Oolong').waitFor()
    await page.mouse.move(0, 0)
    await again.hover()
    await page
      .getByRole('tooltip')
      .getByText(/^Updated at .*10:30\. Refresh$/)
      .waitFor()
  })

  it('searches immediately from three letters on, and after a pause for fewer letters', async () => {
    const console = await open()
    const { page } = console
    const requested = searches(console)
    await pause(page)
    await search(console).pressSequentially('te')
    await page.clock.runFor(200)
    await console.rest()
    expect(requested).toEqual([])
    await page.clock.runFor(100)
    await expect.poll(() => requested).toEqual(['te'])
    await search(console).pressSequentially('a')
    await page.clock.runFor(30)
    await expect.poll(() => requested).toEqual(['te', 'tea'])
  })

  it('keeps newer typed text while an older search text is written to the address', async () => {
    const console = await open()
    const { page } = console
    await search(console).evaluate(typeOnceItIsInTheAddress, { older: 'gre', newer: 'green' })
    await pause(page)
    await search(console).pressSequentially('gre')
    await page.clock.runFor(30)
    await console.row('Green tea').waitFor()
    await console.rest()
    expect(new URL(page.url()).searchParams.get('search')).toBe('gre')
    expect(await search(console).inputValue()).toBe('green')
    await page.clock.runFor(30)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('green')
    expect(await search(console).inputValue()).toBe('green')
  })

  it('shows cached rows immediately and updates them when the response arrives', async () => {
    const console = await open()
    const { page } = console
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await console.heading('Home').waitFor()
    // The clock is paused from here on.
    await pause(page)
    await shop.api.patch(`/api/catalog/products/${milkId}/price`, { retailPrice: 510 })
    let held: Route[] | null = []
    await page.route(LIST, (route) => (held ? void held.push(route) : route.continue()))
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await console.row(/ Milk .* 480\.00/).waitFor()
    await expect.poll(() => held?.length).toBeGreaterThan(0)
    const waiting = held
    held = null
    for (const route of waiting) await route.continue()
    await page.clock.resume()
    await console.row(/ Milk .* 510\.00/).waitFor()
  })

  it('counts all rows with the first page and after a return to the list, and not with other pages', async () => {
    const large = await signUp(door)
    await addProducts(door, large, 2_300)
    const console = await ConsolePage.open(browser, door.hub.url)
    const { page } = console
    await page.clock.install()
    const counted: Record<string, boolean> = {}
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/catalog/products' && searchParams.get('pageSize') === '100')
        counted[searchParams.get('page') ?? ''] = searchParams.get('exactTotal') === 'true'
    })
    await console.goto('/products')
    await console.signIn(large.email)
    const total = (rows: string) => page.getByRole('main').getByText(rows, { exact: true })
    await total('2,300').waitFor()
    await page.getByRole('region', { name: 'Products' }).evaluate((list) => {
      list.scrollTop = list.scrollHeight
    })
    await console.row('Thing 2300').waitFor()
    await console.rest()
    expect(counted).toMatchObject({ 1: true, 23: false })
    expect(await total('2,300').count()).toBe(1)

    await createProduct(large, { name: 'Another' })
    await console.follow('/')
    await page.clock.fastForward(6_000)
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await total('2,301').waitFor()
  })

  it('redraws no other rows when a row is selected or becomes active', async () => {
    const console = await open(countFormatted)
    const { page } = console
    const rows = await page.locator('tbody tr[aria-rowindex]').count()
    expect(rows).toBeGreaterThan(25)
    const formatted = (): Promise<number> => page.evaluate(() => (window as unknown as Counted).formatted)
    const formattedBy = async (act: () => Promise<unknown>): Promise<number> => {
      const before = await formatted()
      await act()
      await console.rest()
      return (await formatted()) - before
    }
    // Each row formats several numbers, and the count of selected rows is another one.
    const ofTwoRows = 12
    const box = page.getByRole('checkbox', { name: 'Select row', exact: true }).nth(3)
    expect(await formattedBy(() => box.check())).toBeLessThan(ofTwoRows)
    expect(await box.isChecked()).toBe(true)
    await page.getByRole('region', { name: 'Products' }).focus()
    expect(await formattedBy(() => page.keyboard.press('ArrowDown'))).toBeLessThan(ofTwoRows)
    await page.locator('tr[data-active]').waitFor()
    // A new sort order redraws all rows.
    expect(
      await formattedBy(() => page.getByRole('columnheader').getByRole('button', { name: 'Price' }).click()),
    ).toBeGreaterThan(rows)
  })
})

/** Adds `count` products with numbered names. */
async function addProducts(door: TestHub, { organizationId }: Organization, count: number): Promise<void> {
  await using owner = await door.database.connect()
  await owner.query(`
    BEGIN; SET LOCAL app.organization_id = '${organizationId}';
    INSERT INTO products (organization_id, id, name, code, unit_of_measure_id, cost,
      is_weighed, kind, is_discount_prohibited, is_archived)
    SELECT '${organizationId}', gen_random_uuid(), 'Thing ' || lpad(i::text, 4, '0'), i::text,
      (SELECT unit_id FROM organization_units WHERE organization_id = '${organizationId}' LIMIT 1), 0,
      false, 'Good', false, false
    FROM generate_series(1, ${count}) AS i;
    SELECT feed_bump(); COMMIT`)
}

/** Runs in the page. Simulates a user who continues to type while the older text is written to the address. */
function typeOnceItIsInTheAddress(
  field: HTMLElement | SVGElement,
  { older, newer }: { older: string; newer: string },
): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history)
    history[name] = (...args) => {
      original(...args)
      if (new URL(location.href).searchParams.get('search') !== older) return
      history[name] = original
      setValue?.call(field, newer)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

interface Counted {
  formatted: number
}

/** Counts the numbers that the page formats. */
const countFormatted = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const counted = window as unknown as Counted
    counted.formatted = 0
    const { get } = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format') ?? {}
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get(this: Intl.NumberFormat) {
        counted.formatted += 1
        return get?.call(this)
      },
    })
  })
}
