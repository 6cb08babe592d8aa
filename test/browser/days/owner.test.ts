import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import {
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  startTestHub,
  type TestHub,
} from '#test/support/hub.ts'
import { openAgent } from '#test/support/shop.ts'
import { Till } from '#test/support/till.ts'
import { ConsolePage } from '../console.ts'
import { signedIn } from './signed-in.ts'

const EMAIL = 'corner@shop.test'
const PIN = '5937'

describe("an owner's first day", () => {
  let door: TestHub
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const signedUp = async (): Promise<Organization> => {
    const form = { grant_type: 'password', username: EMAIL, password: OWNER_PASSWORD }
    const { body: token } = await new ApiClient(door).token(form)
    const api = new ApiClient(door, token.access_token)
    const { body: me } = await api.get('/api/me')
    const firstOf = async (list: string): Promise<string> =>
      (await api.get(`/api/catalog/${list}`)).body.items[0].id
    return {
      organizationId: me.organization.id,
      employeeId: me.employeeId,
      email: EMAIL,
      api,
      storeId: await firstOf('stores'),
      retailPointId: await firstOf('retail-points'),
      priceTypeId: await firstOf('price-types'),
    }
  }

  it('signs up, imports products, changes prices and undoes it, hires a cashier, pairs a till, and sees its sales', async () => {
    const console = await ConsolePage.open(browser, door.hub.url)
    const { page } = console
    await console.goto('/sign-up')
    await page.getByLabel('Organization name').fill('Corner shop')
    await page.getByLabel('Last name').fill('Smith')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel(/^Password/).fill(OWNER_PASSWORD)
    await console.button('Sign up').click()
    await page.getByRole('banner').getByText('Corner shop').waitFor()
    const shop = await signedUp()
    const prices = async (): Promise<object> => {
      const { body } = await shop.api.get('/api/catalog/products')
      return Object.fromEntries(
        body.items.map(({ name, retailPrice }: { name: string; retailPrice: number }) => [name, retailPrice]),
      )
    }

    await page.getByRole('link', { name: 'Add your products' }).click()
    const buffer = Buffer.from('name;retailPrice\r\nHoney;200\r\nJam;120\r\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer })
    await console.button('Check file').click()
    await console.button('Apply to 2 records').click()
    await page.getByText('Created · 2', { exact: true }).waitFor()
    expect(await prices()).toEqual({ Honey: 200, Jam: 120 })

    await page.getByRole('link', { name: 'Products', exact: true }).first().click()
    await console.row('Jam').waitFor()
    await page.getByLabel('Select rows on this page').check()
    await console.button('Change prices').click()
    await page.getByLabel('Percent (negative lowers the price)').fill('10')
    await console.button('Preview').click()
    await console.button('Apply to 2 records').click()
    await console.button('Undo').waitFor()
    expect(await prices()).toEqual({ Honey: 220, Jam: 132 })
    await console.button('Undo').click()
    await page.getByText('Undone · 2').waitFor()
    expect(await prices()).toEqual({ Honey: 200, Jam: 120 })

    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('link', { name: 'Give a cashier a PIN' }).click()
    await page.getByRole('link', { name: 'New employee' }).click()
    await page.getByLabel('Last name').fill('Brown')
    await console.choose('Role', 'Cashier')
    await page.getByLabel('Till PIN').fill(PIN)
    await console.button('Create').click()
    await console.heading('Brown').waitFor()
    const cashierId = page.url().split('/').at(-1) ?? ''
    expect((await shop.api.get(`/api/organization/employees/${cashierId}`)).body).toMatchObject({
      roleName: 'Cashier',
      hasPosPin: true,
      hasAccount: false,
    })

    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('link', { name: 'Connect a till' }).click()
    await page.locator('tbody tr[aria-rowindex]').first().click()
    await console.button('Connect a till').click()
    const pairingCode = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText()
    const agent = await openAgent(door, shop, { pairingCode })
    onTestFinished(() => agent[Symbol.asyncDispose]())
    await page.getByText(/^“.*” is connected/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByText('No sales yet').first().waitFor()
    const till = new Till(() => agent.url)
    await till.signIn(cashierId, PIN)
    const [jam] = (await till.search('jam')).items
    const receipt = await till.sell(jam?.id ?? '', 2)
    const live = page.getByRole('table', { name: 'Recent sales' })
    await live.getByRole('row').filter({ hasText: receipt.receiptNumber }).getByText('240.00').waitFor()
    const { body: sold } = await shop.api.get('/api/sales/retail?source=Pos')
    expect(sold.items).toMatchObject([
      { receiptNumber: receipt.receiptNumber, sum: 240, cashierName: 'Brown', status: 'Posted' },
    ])

    const may = ['catalog.view', 'sync.view', 'employees.view'] as const
    const point = `/retail-points/${shop.retailPointId}`
    const assistant = await signedIn({ browser, door, shop }, 'Assistant', may, point)
    expect(await assistant.whyNot('Connect a till')).toBe('Your role does not allow this')
    expect(await assistant.whyNot('Save')).toBe('Your role does not allow this')
    await assistant.follow(`/employees/${cashierId}`)
    expect(await assistant.whyNot('Save')).toBe('Your role does not allow this')
  })
})
