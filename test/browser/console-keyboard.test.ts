import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicPages } from '#hub/console/src/account/pages.ts'
import { PAGES } from '#hub/console/src/pages.ts'
import { platformPages } from '#hub/console/src/platform/pages.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { troublesOfTab } from '#test/support/keyboard.ts'
import { superAdminWithFactor } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'
import { addressOf, makeSamples, type Samples } from './samples.ts'

const apart = new Set([...publicPages, ...platformPages])
const pagesOfOwner = PAGES.filter((page) => !apart.has(page))

describe('keyboard operation of the console', () => {
  let door: TestHub
  let browser: Browser
  let shop: Organization
  let samples: Samples

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    await createProduct(shop, { name: 'Green tea', retailPrice: 950 })
    samples = await makeSamples(shop)
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  async function open(): Promise<ConsolePage> {
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.page.emulateMedia({ reducedMotion: 'reduce' })
    await console.goto('/')
    await console.signIn(shop.email)
    return console
  }

  it('detects controls that cannot be operated with the keyboard', async () => {
    const page = await browser.newPage()
    const troublesIn = async (content: string): Promise<string[]> => {
      await page.setContent(`<main>${content}<button>Last</button></main><button id="beyond">Beyond</button>`)
      return (await troublesOfTab(page, 'main', '')).map((trouble) => trouble.split(': ')[1] ?? '')
    }
    expect(await troublesIn('<a href="/">Link</a><input type="time"><button>One</button>')).toEqual([])
    expect(await troublesIn('<button style="outline: none">One</button>')).toEqual(['the focus is not seen'])
    const skips = '<button onkeydown="event.preventDefault(); beyond.focus()">One</button>'
    expect(await troublesIn(skips)).toEqual(['not reached'])
    const back = '<a href="/">One</a><button onfocus="this.previousSibling.focus()">Two</button>'
    expect(new Set(await troublesIn(back))).toEqual(new Set(['caught', 'Tab does not leave']))
    await page.close()
  })

  async function troublesOf(console: ConsolePage, pages: readonly { path: string }[]): Promise<string[]> {
    const troubles: string[] = []
    for (const { path } of pages) {
      await console.follow(addressOf(path, samples))
      const found = await troublesOfTab(console.page, 'main', path)
      // A late response that redraws part of a page takes the focus with it. So only problems that remain
      // after all responses have arrived count.
      if (found.length > 0) await console.rest()
      troubles.push(...(found.length > 0 ? await troublesOfTab(console.page, 'main', path) : []))
    }
    return troubles
  }

  it('reaches each control of each page in page order with a visible focus and no focus trap', {
    timeout: 600_000,
  }, async () => {
    const console = await open()
    expect(await troublesOf(console, pagesOfOwner)).toEqual([])
    expect(await troublesOfTab(console.page, 'header', 'the bar')).toEqual([])
    expect(await troublesOfTab(console.page, 'nav', 'the menu')).toEqual([])
  })

  it('reaches each control of the platform pages and of the pages before sign-in', {
    timeout: 600_000,
  }, async () => {
    const { email, recoveryCodes } = await superAdminWithFactor(door, shop)
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.page.emulateMedia({ reducedMotion: 'reduce' })
    await console.goto('/sign-in')
    expect(await troublesOf(console, publicPages)).toEqual([])
    await console.goto('/platform')
    await console.page.getByLabel('E-mail').fill(email)
    await console.page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
    await console.page.getByLabel('One-time code').fill(recoveryCodes[0] ?? '')
    await console.page.keyboard.press('Enter')
    await console.heading('Platform').waitFor()
    expect(await troublesOf(console, platformPages)).toEqual([])
  })

  it('skips to the content, opens a row, and returns the focus to the button after a dialog', async () => {
    const console = await open()
    const { page } = console
    await console.goto('/products')
    await console.row('Green tea').waitFor()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await isFocused(skip)
    expect(await skip.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await isFocused(page.locator('#page'))
    await tabTo(page.getByRole('region', { name: 'Products' }))
    await page.keyboard.press('ArrowDown')
    // Pressing Enter on a control of the table does not open the active row.
    await tabTo(page.getByRole('button', { name: 'Name', exact: true }))
    await page.keyboard.press('Enter')
    await console.rest()
    await console.heading('Products').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('region', { name: 'Products' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await console.heading('Green tea').waitFor()

    await console.follow('/retail-points')
    await page.locator('#page').focus()
    await tabTo(page.getByRole('region', { name: 'Retail points' }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const pair = console.button('Connect a till')
    await pair.waitFor()
    await tabTo(pair)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await isFocused(pair)
  })

  const hasFocus = (locator: Locator): Promise<boolean> =>
    locator.evaluate((element) => element === document.activeElement)
  const isFocused = (locator: Locator): Promise<void> => expect.poll(() => hasFocus(locator)).toBe(true)

  async function tabTo(wanted: Locator): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      await wanted.page().keyboard.press('Tab')
      if (await hasFocus(wanted)) return
    }
    throw new Error(`Tab does not come to ${wanted}`)
  }
})
