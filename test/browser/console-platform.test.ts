import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createTestFolder, type TestFolder } from '#test/support/folders.ts'
import { OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { hire, superAdminWithFactor } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'

describe('the platform in the console', () => {
  let door: TestHub
  let browser: Browser
  let folder: TestFolder

  beforeAll(async () => {
    browser = await openBrowser()
    folder = createTestFolder()
    door = await startTestHub({ mailDir: folder.path })
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
    folder?.remove()
  })

  it('creates an organization, visits it read-only with a banner, ends the visit, and archives it', async () => {
    const shop = await signUp(door)
    const { email, recoveryCodes } = await superAdminWithFactor(door, shop)
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/')
    await console.page.getByLabel('E-mail').fill(email)
    await console.page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
    await console.page.getByLabel('One-time code').fill(recoveryCodes[0] ?? '')
    await console.page.keyboard.press('Enter')
    await console.heading('Platform').waitFor()
    expect(await console.page.getByRole('link', { name: 'Products' }).count()).toBe(0)

    await console.page.getByRole('link', { name: 'Organizations' }).click()
    await console.page.getByRole('link', { name: 'New organization' }).click()
    await console.button('Create').click()
    await console.page.getByText('Required').first().waitFor()
    await console.page.getByLabel(/^Name/).fill('Harbour shop')
    await console.page.getByLabel('E-mail').fill('harbour@example.com')
    await console.page.getByLabel('Last name').fill('Nurlanova')
    await console.button('Create').click()
    await console.heading('Harbour shop').waitFor()

    await console.button('Enter the organization').click()
    await console.page.getByLabel(/^Reason/).fill('The owner asked us to look at the stores')
    await console.page.getByRole('dialog').getByRole('button', { name: 'Enter the organization' }).click()
    await console.page.getByText(/^You are viewing Harbour shop until/).waitFor()
    await console.page.getByRole('link', { name: 'Stores' }).click()
    await console.page.getByRole('link', { name: 'New store' }).click()
    expect(await console.whyNot('Create')).toMatch(/^This visit is read-only/)
    await console.button('End visit').click()
    await console.heading('Harbour shop').waitFor()
    await console.button('Archive').click()
    await console.button('Restore').waitFor()
  })

  it('manages units, email and single sign-on, shows the audit log, and transfers an organization to another owner', async () => {
    const shop = await signUp(door)
    await hire(door, shop, 'Manager')
    const { email, recoveryCodes } = await superAdminWithFactor(door, shop)
    const console = await ConsolePage.open(browser, door.hub.url)
    const { page } = console
    await console.goto('/platform/units')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
    await page.getByLabel('One-time code').fill(recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'New unit' }).click()
    await page.getByLabel('Short name').fill('crate')
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill('x')
    await console.button('Create').click()
    await page.getByText('Not valid').waitFor()
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill('9871')
    await console.button('Create').click()
    await console.heading('crate').waitFor()

    await page.getByRole('link', { name: 'Mail and sign-in' }).click()
    await page.getByRole('switch', { name: 'Send e-mails' }).check()
    await page.getByLabel(/^Server/).fill('127.0.0.1')
    await page.getByLabel('Sender address').fill('shop@example.com')
    await console.choose('Encryption', 'None: only inside a private network')
    await page.getByRole('switch', { name: 'Google' }).check()
    await console.button('Save').click()
    await page.getByText('Required').waitFor()
    await page.getByLabel('Client ID').fill('counterfoil-1')
    await page.getByLabel(/^I have a backup of the key/).check()
    await console.button('Save').click()
    await console.button('Send me a test e-mail').waitFor()

    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('Changed platform settings').first().waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Still to set up' }).waitFor()

    await console.goto(`/platform/organizations/${shop.organizationId}`)
    await page.getByRole('link', { name: 'Employees and visits' }).click()
    await console.button('Actions for Manager').click()
    await page.getByRole('menuitem', { name: 'Make owner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('The owner has died')
    await dialog.getByRole('button', { name: 'Make owner' }).click()
    await console.row(/Manager.*Owner/).waitFor()
    const log = (await shop.api.get('/api/admin/audit-log')).body.items
    expect(log[0]).toMatchObject({ isSuperAdmin: true, reason: 'The owner has died' })
  })
})
