import type { Browser, Page } from 'playwright-core'
import { it } from 'vitest'
import { publicPages } from '#hub/console/src/account/pages.ts'
import { PAGES } from '#hub/console/src/pages.ts'
import { platformPages } from '#hub/console/src/platform/pages.ts'
import type { DemoData } from '#shared/contracts/organization/demo-data.ts'
import { must } from '#shared/std/must.ts'
import { ConsolePage } from '#test/browser/console.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { hireAllowed, superAdminWithFactor } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'
import { Album, inBothThemes } from './album.ts'

const LOOKS = inBothThemes([
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
const HANGS_AFTER_MS = 600_000

it('takes a picture of every page of the console', { timeout: 3_600_000 }, async () => {
  await using resources = new AsyncDisposableStack()
  const door = resources.use(await startTestHub())
  const browser = await openBrowser()
  resources.defer(() => browser.close())
  const shop = await signUp(door)
  await seed(shop)
  await sellOddly(door, shop)
  const album = new Album('console', LOOKS)

  const stranger = await ConsolePage.open(browser, door.hub.url)
  await stranger.goto('/sign-in')
  await takeAll(album, stranger, publicPages)

  const own = await ConsolePage.open(browser, door.hub.url)
  await own.goto('/')
  await own.signIn(shop.email)
  const apart = new Set(platformPages)
  await takeAll(
    album,
    own,
    PAGES.filter((page) => !apart.has(page)),
  )
  await takeStates(album, own)
  await takeBareStates(album, browser, door)

  await takeAll(album, await openPlatform(browser, door, shop), platformPages)
  album.close('Every page of the console')
})

/** Seeds a month of demo data, so that no page is empty. */
async function seed({ api }: Organization): Promise<void> {
  await api.post('/api/admin/seed-demo')
  await until(
    'the month is over',
    async () => ((await api.get('/api/admin/seed-demo/status')).body as DemoData).state === 'Seeded',
    HANGS_AFTER_MS,
  )
  const { items } = (await api.get('/api/catalog/products?pageSize=20')).body
  await api.post('/api/change-sets', {
    kind: 'products',
    ids: items.map(({ id }: { id: string }) => id),
    changes: { prices: [{ rule: { kind: 'Percent', percent: 10 } }] },
  })
}

/** Makes a sale at a price that differs from the catalog, so that there is a flagged sale. */
async function sellOddly(door: TestHub, shop: Organization): Promise<void> {
  const productId = await createProduct(shop, { name: 'Green tea', retailPrice: 950 })
  const device = await enrolDevice(door, shop)
  await device.upload([device.item(saleBody(shop, [{ productId, name: 'Green tea', price: 990 }]))])
}

async function openPlatform(browser: Browser, door: TestHub, shop: Organization): Promise<ConsolePage> {
  const { email, recoveryCodes } = await superAdminWithFactor(door, shop)
  const console = await ConsolePage.open(browser, door.hub.url)
  await console.goto('/platform')
  await console.page.getByLabel('E-mail').fill(email)
  await console.page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await console.page.getByLabel('One-time code').fill(recoveryCodes[0] ?? '')
  await console.page.keyboard.press('Enter')
  await console.heading('Platform').waitFor()
  return console
}

async function takeAll(
  album: Album,
  console: ConsolePage,
  pages: readonly { path: string }[],
): Promise<void> {
  for (const { path } of pages) {
    await console.page.setViewportSize(must(album.looks[0]).viewport)
    await console.follow(await addressOf(console, path))
    await console.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    const title = (await console.page.title()).replace(/ · Counterfoil$/, '')
    await take(album, console.page, nameOf(path), path.includes('$') ? `${titleOf(path)}: ${title}` : title)
  }
}

const nameOf = (path: string): string => path.replaceAll(/[/$]+/g, '-').slice(1) || 'home'
const titleOf = (path: string): string => path.replace(/\/\$\w+/g, '').slice(1)

/** Returns the path of a record's page: the first record of its list, or a new one. */
async function addressOf(console: ConsolePage, path: string): Promise<string> {
  const list = path.replace(/\/\$.*/, '')
  if (list === path) return path
  const { page } = console
  await console.follow(list)
  const cell = page.locator('tbody tr[aria-rowindex] td:not(:has(input))').first()
  if ((await cell.count()) === 0) return path.replace(/\$\w+/, 'new')
  await cell.click()
  await page.waitForURL((url) => url.pathname.startsWith(`${list}/`))
  return new URL(page.url()).pathname + path.replace(/^.*?\$\w+/, '')
}

/** Takes pictures of empty lists, and of pages when the hub does not answer. */
async function takeStates(album: Album, console: ConsolePage): Promise<void> {
  const { page } = console
  await console.follow('/sales')
  await page.locator('tbody tr[aria-rowindex]').first().hover()
  for (let i = 0; i < 12; i += 1) {
    await page.mouse.wheel(0, 20_000)
    await console.rest()
  }
  await take(album, page, 'state-many', 'In the middle of thousands of rows')
  await console.follow('/products')
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/search/i))
    .first()
    .fill('zzzzzz')
  await console.rest()
  await take(album, page, 'state-nothing-found', 'Nothing is found')
  await console.follow('/products/new')
  await page.getByRole('button', { name: 'Create', exact: true }).first().click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  await take(album, page, 'state-refused', 'What is missing, at its field')
  await page.route('**/api/**', (route) => route.abort())
  await page.evaluate(() => history.pushState(null, '', '/counterparties?search=a'))
  await page.waitForTimeout(3000)
  await take(album, page, 'state-unreachable', 'The server is not responding')
  await page.unroute('**/api/**')
}

/** Takes pictures of an organization without data, and of a user without permissions. */
async function takeBareStates(album: Album, browser: Browser, door: TestHub): Promise<void> {
  const young = await signUp(door)
  const own = await ConsolePage.open(browser, door.hub.url)
  await own.goto('/')
  await own.signIn(young.email)
  await own.rest()
  await take(album, own.page, 'state-first-day', 'The first day')
  await own.follow('/supplies')
  await take(album, own.page, 'state-empty', 'Nothing yet')
  await own.follow('/stores')
  await take(album, own.page, 'state-one', 'One row')
  // Simulates a hub that never answers.
  await own.page.route('**/api/catalog/counterparties*', () => undefined)
  await own.page.evaluate(() => history.pushState(null, '', '/counterparties'))
  await own.page.waitForTimeout(2000)
  await take(album, own.page, 'state-loading', 'The hub is slow')

  const guest = await ConsolePage.open(browser, door.hub.url)
  await guest.goto('/employees')
  await guest.signIn(await hireAllowed(door, young, 'Guest', ['catalog.view']))
  await guest.rest()
  await take(album, guest.page, 'state-not-allowed', 'Not for everybody')
}

async function take(album: Album, page: Page, name: string, about: string): Promise<void> {
  for (const look of album.looks) {
    await page.setViewportSize(look.viewport)
    await page.emulateMedia({ colorScheme: look.theme })
    await page.locator(`html[data-mantine-color-scheme="${look.theme}"]`).waitFor()
    await album.add(page, { name, about, look })
  }
}
