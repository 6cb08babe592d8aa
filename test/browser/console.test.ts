import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'

describe('the console', () => {
  let door: TestHub
  let shop: Organization
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    for (const name of ['Green tea', 'Black tea', 'Milk', 'Bread'])
      await createProduct(shop, { name, retailPrice: name.length })
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const open = async (path: string) => {
    const page = await ConsolePage.open(browser, door.hub.url)
    await page.goto(path)
    return page
  }

  it('shows an error message for a wrong password', async () => {
    const console = await open('/products')
    await console.page.getByLabel('E-mail').fill(shop.email)
    await console.page.getByLabel('Password', { exact: true }).fill('wrong wrong wrong')
    await console.page.keyboard.press('Enter')
    await console.page.getByRole('alert').getByText('Wrong e-mail, password or one-time code').waitFor()
  })

  it('stays on the requested page after sign-in, keeps the session over a reload, and signs out', async () => {
    const console = await open('/products')
    await console.signIn(shop.email)
    await console.heading('Products').waitFor()
    await console.page.reload()
    await console.heading('Products').waitFor()
    expect(
      await console.page.evaluate(() => JSON.stringify({ ...localStorage, cookies: document.cookie })),
    ).not.toMatch(/ey[A-Z]/)
    await console.button(/^Account of/).click()
    await console.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await console.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await console.page.reload()
    await console.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('keeps the page frame and the focus while another page loads', async () => {
    const console = await open('/')
    await console.signIn(shop.email)
    await console.page.getByRole('heading', { name: 'Recent sales' }).waitFor()
    await console.page.route('**/assets/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      await route.continue()
    })
    // Checks the visibility of the frame after each change of the page, before the browser paints it.
    await console.page.evaluate(() => {
      const frame = document.querySelector('header')
      new MutationObserver(() => {
        if (!frame?.checkVisibility()) document.title = 'the frame is gone'
      }).observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['style'],
      })
    })
    for (const name of ['Promotions', 'Goods receipts', 'Products']) {
      const link = console.page.getByRole('navigation').getByRole('link', { name, exact: true })
      await link.focus()
      await link.press('Enter')
      await console.heading(name).waitFor()
      expect(await console.page.title()).not.toBe('the frame is gone')
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await console.page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('loads at most 250 kB of scripts for the home page', async () => {
    const console = await open('/')
    await console.signIn(shop.email)
    const page = await console.page.context().newPage()
    const first = new ConsolePage(page, door.hub.url)
    await first.goto('/')
    await page.getByRole('heading', { name: 'Recent sales' }).waitFor()
    await first.rest()
    const [bytes, whole] = await page.evaluate(() => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const scripts = all.filter(({ name }) => name.endsWith('.js'))
      const sum = (size: 'encodedBodySize' | 'decodedBodySize') =>
        scripts.reduce((total, script) => total + script[size], 0)
      return [sum('encodedBodySize'), sum('decodedBodySize')] as const
    })
    expect(whole).toBeGreaterThan(2 * bytes)
    expect(bytes).toBeLessThan(250_000)
  })

  it('loads no contract descriptions, which only the API documentation needs', async () => {
    const console = await open('/products')
    await console.signIn(shop.email)
    await console.row('Milk').waitFor()
    await console.rest()
    const scripts = await console.page.evaluate(async () => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name)
      const own = names.filter((name) => name.endsWith('.js'))
      return Promise.all(own.map(async (name) => (await fetch(name)).text()))
    })
    const whole = scripts.join('\n')
    expect(whole).toMatch(/\.meta\(\{id:/)
    expect(whole.match(/\.meta\(\{description:(`[^`]*`|"[^"]*"|'[^']*')\}\)/g)).toBeNull()
  })

  it('keeps search, order and filters in the address, restores them, and leaves a search with one Back', async () => {
    const console = await open('/products')
    await console.signIn(shop.email)
    await console.row('Milk').waitFor()
    await console.page.getByLabel('Search', { exact: true }).fill('tea')
    await expect.poll(() => console.rows()).toEqual(['Black tea', 'Green tea'])
    await console.button('Name').click()
    await console.button('Name').click()
    await expect.poll(() => console.rows()).toEqual(['Green tea', 'Black tea'])
    expect(console.page.url()).toMatch(/\?search=tea&sort=-name$/)
    await console.page.reload()
    await expect.poll(() => console.rows()).toEqual(['Green tea', 'Black tea'])
    await console.page.goBack()
    await expect.poll(() => console.rows()).toEqual(['Black tea', 'Green tea'])
    await console.goto('/products')
    await console.page.getByLabel('Search', { exact: true }).pressSequentially('green tea', { delay: 60 })
    await expect.poll(() => new URL(console.page.url()).searchParams.get('search')).toBe('green tea')
    await expect.poll(() => console.rows()).toEqual(['Green tea'])
    await console.page.goBack()
    await console.row('Milk').waitFor()
    expect(await console.page.getByLabel('Search', { exact: true }).inputValue()).toBe('')
    await console.goto('/products?isWeighed=true')
    await console.page.getByText('Nothing matches your search and filters.').waitFor()
    await console.button('Clear search and filters').click()
    await console.row('Milk').waitFor()
  })

  it('shows the columns that fit on a phone and columns selected there', async () => {
    const console = await ConsolePage.open(browser, door.hub.url, { width: 390, height: 844 })
    await console.goto('/products')
    await console.signIn(shop.email)
    await console.row('Milk').waitFor()
    const heads = console.page.getByRole('columnheader').filter({ hasText: /./ })
    expect(await heads.allTextContents()).toEqual(['Name', 'Price'])
    await console.page.getByRole('cell', { name: '4.00' }).waitFor()
    const list = console.page.getByRole('region', { name: 'Products' })
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await console.button('Columns').click()
    await console.page.getByLabel('Code', { exact: true }).check()
    await expect.poll(() => heads.allTextContents()).toEqual(['Name', 'Price', 'Code'])
    await console.page.reload()
    await console.row('Milk').waitFor()
    expect(await heads.allTextContents()).toEqual(['Name', 'Price', 'Code'])
  })

  it('opens a row by its link in the same or a new tab, and reports an address without a record', async () => {
    const console = await open('/products')
    await console.signIn(shop.email)
    const link = console.row('Green tea').getByRole('link', { name: 'Green tea' })
    await link.waitFor()
    // The test only checks that the page leaves the click to the browser. In a busy headless Chromium, one in
    // five tabs opened by a click does not appear.
    const isLeft = console.page.evaluate(
      () =>
        new Promise<boolean>((tell) => {
          const see = (event: Event): void => {
            tell(!event.defaultPrevented)
            event.preventDefault()
          }
          addEventListener('click', see, { once: true })
        }),
    )
    await link.click({ modifiers: ['ControlOrMeta'] })
    expect(await isLeft).toBe(true)
    await console.heading('Products').waitFor()
    const tab = await console.page.context().newPage()
    await tab.goto(new URL((await link.getAttribute('href')) ?? '', door.hub.url).href)
    await tab.getByRole('heading', { level: 1, name: 'Green tea' }).waitFor()
    const before = await console.page.evaluate(() => history.length)
    await link.click()
    await console.heading('Green tea').waitFor()
    expect(await console.page.evaluate(() => history.length)).toBe(before + 1)

    for (const path of ['/products/abc', '/supplies/abc', '/sales/abc']) {
      await console.follow(path)
      await console.page.getByText('Not found, or you do not have access').waitFor()
    }
    await console.follow('/stock/why')
    await console.choose('Product', 'Milk')
    const [store] = (await shop.api.get('/api/catalog/stores')).body.items
    await console.choose('Store', store.name)
    await console.heading('Milk').waitFor()
  })

  it('saves a view, marks it as changed, discards unsaved changes, and shares the view with all users', async () => {
    const console = await open('/products?sort=-name')
    await console.signIn(shop.email)
    await console.row('Milk').waitFor()
    await console.button('All').click()
    await console.page.getByRole('menuitem', { name: 'Save as view' }).click()
    await console.page.getByLabel('View name').fill('From the end')
    await console.button('Save').click()
    await console.button('From the end').waitFor()
    await console.page.getByLabel('Search', { exact: true }).fill('milk')
    await console.button('From the end changed').click()
    await console.page.getByRole('menuitem', { name: 'Discard changes' }).click()
    await expect.poll(async () => (await console.rows())[0]).toBe('Milk')
    await console.button('From the end').click()
    await console.page.getByRole('menuitem', { name: 'Name and sharing…' }).click()
    await console.page.getByLabel('Everyone').check()
    await console.button('Save').click()
    await console.button('From the end').click()
    await console.page.getByText('For everyone', { exact: true }).waitFor()
    const manager = await hire(door, shop, 'Manager')
    const theirs = await open('/products')
    await theirs.signIn((await manager.get('/api/me')).body.email)
    await theirs.row('Milk').waitFor()
    await theirs.button('All').click()
    await theirs.page.getByRole('menuitem', { name: 'From the end' }).click()
    await expect.poll(async () => (await theirs.rows())[0]).toBe('Milk')
    await theirs.button('From the end').click()
    await theirs.page.getByRole('menuitem', { name: 'Save as view' }).waitFor()
    expect(await theirs.page.getByRole('menuitem', { name: 'Delete “From the end”' }).count()).toBe(0)
  })

  it('opens a list with its default view, and shows all rows on request', async () => {
    const manager = await hire(door, shop, 'Manager')
    const console = await open('/products?sort=-name')
    await console.signIn((await manager.get('/api/me')).body.email)
    await console.row('Milk').waitFor()
    const another = {
      key: '/api/catalog/products',
      name: 'A view',
      value: { sort: 'name' },
      isDefault: false,
    }
    expect((await manager.post('/api/user/presets', another)).status).toBe(201)
    await console.button('All').click()
    await console.page.getByRole('menuitem', { name: 'Save as view' }).click()
    await console.page.getByLabel('View name').fill('Last first')
    await console.page.getByLabel('Open this list in this view').check()
    await console.button('Save').click()
    await console.button('Last first').waitFor()
    // An address with view settings overrides the default view.
    await console.goto('/products?sort=name')
    await console.row('Milk').waitFor()
    expect((await console.rows())[0]).not.toBe('Milk')
    expect(new URL(console.page.url()).search).toBe('?sort=name')
    await console.goto('/stores')
    await console.goto('/products')
    await console.button('Last first').waitFor()
    await expect.poll(async () => (await console.rows())[0]).toBe('Milk')
    await console.button('Last first').click()
    await console.page.getByRole('menuitem', { name: 'All', exact: true }).click()
    await expect.poll(async () => (await console.rows())[0]).not.toBe('Milk')
    expect(new URL(console.page.url()).search).toBe('?view=all')
    await console.page.goBack()
    await console.button('Last first').waitFor()
    await console.page.goBack()
    await expect.poll(() => new URL(console.page.url()).pathname).toBe('/stores')
  })

  it('creates a record, shows validation errors at their fields, undoes a change, and reports a concurrent change', async () => {
    const console = await open('/stores/new')
    await console.signIn(shop.email)
    await console.button('Create').click()
    await console.page.getByText('Required').waitFor()
    await console.page.getByLabel('Name').fill('Warehouse')
    await console.button('Create').click()
    await console.heading('Warehouse').waitFor()
    await console.page.getByLabel('Name').fill('Depot')
    await console.button('Save').click()
    await console.heading('Depot').waitFor()
    await console.button('Undo').click()
    await console.heading('Warehouse').waitFor()

    const id = console.page.url().split('/').at(-1)
    const { body: now } = await shop.api.get(`/api/catalog/stores/${id}`)
    await shop.api.put(`/api/catalog/stores/${id}`, { ...now, name: 'Faster' })
    await console.page.getByLabel('Address').fill('Main street')
    await console.button('Save').click()
    await console.page.getByText('Someone else saved changes in the meantime').waitFor()
    await console.heading('Faster').waitFor()
    expect(await console.page.getByLabel('Address').inputValue()).toBe('Main street')
  })

  it('denies a page to users without permission', async () => {
    const cashier = await hire(door, shop, 'Cashier')
    const email = (await cashier.get('/api/me')).body.email
    const console = await open('/products')
    await console.signIn(email)
    await console.page.getByText('You do not have access to this page').waitFor()
    expect(await console.page.getByRole('link', { name: 'Products' }).count()).toBe(0)
  })
})
