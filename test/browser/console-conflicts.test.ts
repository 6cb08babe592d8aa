import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { open as openItem } from '#test/hub/fleet/custody.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import {
  type ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  startTestHub,
  type TestHub,
} from '#test/support/hub.ts'
import { superAdminWithFactor } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'

describe('two users editing one record in the console', () => {
  let door: TestHub
  let shop: Organization
  let admin: Awaited<ReturnType<typeof superAdminWithFactor>>
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    admin = await superAdminWithFactor(door, shop)
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const open = async (path: string, size: { width?: number; height?: number } = {}) => {
    const console = await ConsolePage.open(browser, door.hub.url, size)
    await console.goto(path)
    await console.signIn(shop.email)
    return console
  }
  const conflict = ({ page }: ConsolePage): Locator =>
    page.getByRole('alert').filter({ hasText: 'Someone else saved changes in the meantime' })
  const field = (console: ConsolePage, name: string): Locator =>
    conflict(console).getByRole('group', { name, exact: true })
  let stores = 0
  const storeOf = async (members: object = {}) => {
    stores += 1
    const named = { name: `Depot ${stores}`, ...members }
    const { status, body } = await shop.api.post('/api/catalog/stores', named)
    expect(status).toBe(201)
    return { ...body, theirs: `Theirs ${stores}`, mine: `Mine ${stores}` }
  }
  /** Returns the texts of both versions of a field, and which of them is chosen. */
  const sides = async (console: ConsolePage, name: string) => {
    await field(console, name).waitFor()
    const chosen = (side: string) => field(console, name).getByRole('radio', { name: side }).isChecked()
    return {
      text: (await field(console, name).innerText()).split('\n').filter(Boolean).slice(1),
      chosen: [await chosen('Saved version'), await chosen('Your version')],
    }
  }
  const change = async (api: ApiClient, path: string, members: object) => {
    const { body: now } = await api.get(path)
    const { status, body } = await api.put(path, { ...now, ...members })
    expect(status, JSON.stringify(body)).toBe(200)
  }

  it.each([
    ['desktop width', 1280, 800],
    ['phone width', 390, 800],
  ])(
    'shows both versions of each changed field at %s, prefers my edits, and saves the chosen values',
    async (_, width, height) => {
      const store = await storeOf({ address: 'Old street' })
      const path = `/api/catalog/stores/${store.id}`
      const console = await open(`/stores/${store.id}`, { width, height })
      const { page } = console
      await page.getByLabel('Name').fill(store.mine)
      await page.getByLabel('Address').fill('My street')
      await change(shop.api, path, { name: store.theirs, code: 'T-1' })
      await console.button('Save').click()
      expect(await sides(console, 'Name')).toEqual({
        text: ['Saved version', store.theirs, 'Your version', store.mine],
        chosen: [false, true],
      })
      expect(await sides(console, 'Address')).toEqual({
        text: ['Saved version', 'Old street', 'Your version', 'My street'],
        chosen: [false, true],
      })
      // Fields that the user did not edit take the other user's values.
      expect(await sides(console, 'Code')).toMatchObject({ chosen: [true, false] })
      expect(await page.getByLabel('Name').inputValue()).toBe(store.mine)
      await field(console, 'Name').getByRole('radio', { name: 'Saved version' }).check()
      expect(await page.getByLabel('Name').inputValue()).toBe(store.theirs)
      await console.button('Save', true).click()
      await conflict(console).waitFor({ state: 'detached' })
      const { body: saved } = await shop.api.get(path)
      expect(saved).toMatchObject({ name: store.theirs, address: 'My street', code: 'T-1' })
    },
  )

  it('keeps typed values when the page reloads its record automatically', async () => {
    const store = await storeOf()
    const console = await open(`/stores/${store.id}`)
    const { page } = console
    await page.getByLabel('Address').fill('My street')
    await change(shop.api, `/api/catalog/stores/${store.id}`, { name: store.theirs })
    // Simulates returning to this tab from another one.
    await page.waitForTimeout(5100)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    expect(await sides(console, 'Name')).toMatchObject({ chosen: [true, false] })
    expect(await page.getByLabel('Address').inputValue()).toBe('My street')
    await console.heading(store.theirs).waitFor()
  })

  it('shows names instead of ids, and lists as in the form, in a conflict', async () => {
    const { body: group } = await shop.api.post('/api/catalog/product-groups', { name: 'Hot drinks' })
    const id = await createProduct(shop, { name: 'Tea', retailPrice: 10 })
    const console = await open(`/products/${id}`)
    await console.page.getByLabel(/^Name/).first().fill('My tea')
    await change(shop.api, `/api/catalog/products/${id}`, {
      productGroupId: group.id,
      barcodes: [{ value: '4600000000008', type: 'Code128' }],
    })
    await console.button('Save', true).click()
    expect((await sides(console, 'Group')).text).toEqual(['Saved version', 'Hot drinks', 'Your version', '—'])
    const theirs = field(console, 'Barcodes').getByRole('table', { name: 'Barcodes' })
    expect(await theirs.getByRole('textbox').first().inputValue()).toBe('4600000000008')
  })

  /** Saves once to get the conflict, then again to save over the other user's changes. */
  async function saveTwice(console: ConsolePage): Promise<void> {
    await console.button('Save', true).click()
    await conflict(console).waitFor()
    await console.button('Save', true).click()
    await conflict(console).waitFor({ state: 'detached' })
  }

  it('shows a conflict in the settings of the organization', async () => {
    const api = '/api/organization/settings'
    const console = await open('/settings')
    await console.page.getByLabel('Return period, days').fill('30')
    await change(shop.api, api, { defaultVatRate: 12, yearlyNumbering: true })
    await saveTwice(console)
    expect((await shop.api.get(api)).body).toMatchObject({
      returnPeriodDays: 30,
      defaultVatRate: 12,
      yearlyNumbering: true,
    })
  })

  it('shows a conflict in the settings of the platform', async () => {
    const console = await ConsolePage.open(browser, door.hub.url)
    const { page } = console
    await console.goto('/platform/settings')
    await page.getByLabel('E-mail').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
    await page.getByLabel('One-time code').fill(admin.recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    const rules = '/api/super-admin/settings'
    await page.getByRole('textbox', { name: 'Announcement' }).fill('Mine')
    await change(admin.api, rules, { maxProducts: 500 })
    await saveTwice(console)
    expect((await admin.api.get(rules)).body).toMatchObject({ maxProducts: 500, maintenanceNote: 'Mine' })
    const channels = '/api/super-admin/platform-settings'
    await console.follow('/platform/channels')
    await page.getByRole('textbox', { name: 'Address of the platform' }).fill('https://mine.example')
    await change(admin.api, channels, { publicUrl: 'https://theirs.example' })
    await saveTwice(console)
    expect((await admin.api.get(channels)).body).toMatchObject({ publicUrl: 'https://mine.example' })
  })

  it('shows a conflict in the dialog of a saved view', async () => {
    await createProduct(shop, { name: 'Milk', retailPrice: 10 })
    const view = { key: '/api/catalog/products', name: 'Old', value: { sort: '-name' } }
    const { body: made } = await shop.api.post('/api/user/presets', view)
    const console = await open(`/products?view=${made.id}&sort=-name`)
    await console.button('Old').click()
    await console.page.getByRole('menuitem', { name: 'Name and sharing…' }).click()
    await console.page.getByLabel('View name').fill('Mine')
    const theirs = { ...view, version: made.version, name: 'Theirs', isDefault: false }
    expect((await shop.api.put(`/api/user/presets/${made.id}`, theirs)).status).toBe(200)
    await saveTwice(console)
    await console.button('Mine').waitFor()
  })

  it('keeps the typed note of a work list item that another user resolved', async () => {
    await openItem(door, shop, { kind: 'hole', subject: newId(), reasons: [] })
    const { body } = await shop.api.get('/api/sync/work-list')
    const { id, version } = body.items[0]
    const console = await open(`/work-list/${id}`)
    await console.page.getByLabel('Resolution note').fill('Mine')
    const settle = { version, note: 'Theirs' }
    expect((await shop.api.post(`/api/sync/work-list/${id}/settle`, settle)).status).toBe(200)
    await console.button('Resolve').click()
    await console.page.getByText(/Resolved on .* Theirs/).waitFor()
    expect(await console.page.getByLabel('Your unsaved note').inputValue()).toBe('Mine')
  })
})
