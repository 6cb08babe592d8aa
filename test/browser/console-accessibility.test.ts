import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountPages, publicPages } from '#hub/console/src/account/pages.ts'
import { catalogPages } from '#hub/console/src/catalog/pages.ts'
import { documentPages } from '#hub/console/src/documents/pages.ts'
import { PAGES } from '#hub/console/src/pages.ts'
import { platformPages } from '#hub/console/src/platform/pages.ts'
import { barriersAt } from '#test/support/barriers.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { superAdminWithFactor } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'
import { addressOf, makeSamples, type Samples } from './samples.ts'

/** Largest areas, each covered by its own test. */
const APART = [
  { area: 'the catalog', pages: catalogPages },
  { area: 'documents', pages: documentPages },
  { area: 'the account', pages: accountPages },
]
const elsewhere = new Set([...APART.flatMap(({ pages }) => pages), ...platformPages])
const AREAS = [...APART, { area: 'the rest', pages: PAGES.filter((page) => !elsewhere.has(page)) }]

describe('a page of the console', () => {
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

  /** Checks all rules for each page in the light scheme, and only the colors in the dark scheme. */
  async function barriersOf(console: ConsolePage, pages: readonly { path: string }[]): Promise<string[]> {
    const { page } = console
    const barriers: string[] = []
    for (const { path } of pages) {
      await page.emulateMedia({ colorScheme: 'light' })
      await console.follow(addressOf(path, samples))
      barriers.push(...(await barriersAt(page, path)))
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
      barriers.push(...(await barriersAt(page, `${path}, in dark`, ['color-contrast'])))
    }
    return barriers
  }

  it('finds no accessibility violations on public pages', { timeout: 600_000 }, async () => {
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/sign-in')
    expect(await barriersOf(console, publicPages)).toEqual([])
  })

  it.each(AREAS)(
    'finds no accessibility violations on pages of $area for a signed-in user',
    { timeout: 600_000 },
    async ({ pages }) => {
      const console = await ConsolePage.open(browser, door.hub.url)
      await console.goto('/')
      await console.signIn(shop.email)
      expect(await barriersOf(console, pages)).toEqual([])
    },
  )

  it('finds no accessibility violations on pages of the platform', { timeout: 600_000 }, async () => {
    const { email, recoveryCodes } = await superAdminWithFactor(door, shop)
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/platform')
    await console.page.getByLabel('E-mail').fill(email)
    await console.page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
    await console.page.getByLabel('One-time code').fill(recoveryCodes[0] ?? '')
    await console.page.keyboard.press('Enter')
    await console.heading('Platform').waitFor()
    expect(await barriersOf(console, platformPages)).toEqual([])
  })
})
