import { TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createTestFolder, type TestFolder } from '#test/support/folders.ts'
import { OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { IdentityProvider } from '#test/support/identity-provider.ts'
import { hire, superAdmin } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'

describe('accounts in the console', () => {
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

  it('signs up an organization, shows errors at their fields, and opens the console', async () => {
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/sign-up')
    await console.page.getByLabel('Organization name').fill('Corner shop')
    await console.page.getByLabel('E-mail').fill('corner@example.com')
    await console.page.getByLabel(/^Password/).fill('short')
    await console.button('Sign up').click()
    await console.page.getByText('Required').waitFor()
    await console.page.getByLabel('Last name').fill('Smith')
    await console.page.getByLabel(/^Password/).fill('a long enough secret of mine')
    await console.button('Sign up').click()
    await console.page.getByRole('banner').getByText('Corner shop').waitFor()
    await console.page.getByRole('link', { name: 'Employees' }).waitFor()
  })

  it('shows the same message for a forgotten password whether or not the account exists', async () => {
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/sign-in')
    await console.page.getByRole('link', { name: 'Forgot password?' }).click()
    // The previous page has a field with the same label.
    await console.heading('Forgot password?').waitFor()
    await console.page.getByLabel('E-mail').fill('nobody@example.com')
    await console.button('Send link').click()
    await console.page.getByText('If there is an account with this e-mail').waitFor()
  })

  it('sets up a second factor, requires its code at the next sign-in, and removes it', async () => {
    const { email } = await signUp(door)
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/account')
    await console.signIn(email)
    await console.button('Set up').click()
    await console.page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = (await console.page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
    const totp = new TOTP({ secret })
    await console.page.getByLabel('One-time code').fill(totp.generate())
    await console.button('Confirm').click()
    await console.page.getByText('Save these codes').waitFor()
    const codes = await console.page.locator('code').allTextContents()
    expect(codes).toHaveLength(10)
    await console.button('I have saved the codes').click()
    await console.page.getByText('On. 10 recovery codes left.').waitFor()

    const again = await ConsolePage.open(browser, door.hub.url)
    await again.goto('/account')
    await again.page.getByLabel('E-mail').fill(email)
    await again.page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
    await again.page.keyboard.press('Enter')
    await again.page.getByText('Wrong e-mail, password or one-time code.').waitFor()
    await again.page.getByLabel('One-time code').fill(codes[0] ?? '')
    await again.page.keyboard.press('Enter')
    await again.page.getByText('9 recovery codes left').waitFor()
    await again.button('Turn off').click()
    await again.page
      .getByRole('region', { name: 'Two-factor authentication' })
      .getByLabel('Password', { exact: true })
      .fill(OWNER_PASSWORD)
    await again.page
      .getByLabel('One-time code')
      .last()
      .fill(codes[1] ?? '')
    await again.button('Turn off').click()
    await again.button('Set up').waitFor()
  })

  it('lists sessions and signs out the browser whose session the user ends', async () => {
    const { email } = await signUp(door)
    const here = await ConsolePage.open(browser, door.hub.url)
    await here.goto('/account')
    await here.signIn(email)
    await here.page.getByText('this session').waitFor()
    const there = await ConsolePage.open(browser, door.hub.url)
    await there.goto('/products')
    await there.signIn(email)
    await here.page.reload()
    await here.button('End').first().click()
    await expect.poll(() => here.button('End').count()).toBeLessThan(3)
    await there.page.goto(`${door.hub.url}/stores`)
    await there.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('registers a passkey and signs in with it instead of a password', async () => {
    const shop = await signUp(door)
    const admin = await superAdmin(door, shop)
    const channels = '/api/super-admin/platform-settings'
    const { body } = await admin.get(channels)
    const site = door.hub.url.replace('127.0.0.1', 'localhost')
    expect((await admin.put(channels, { ...body, publicUrl: site })).status).toBe(200)
    const console = await ConsolePage.open(browser, site)
    const { page } = console
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('WebAuthn.enable')
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await console.goto('/account')
    await console.signIn(shop.email)
    await console.button('Add a passkey').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('My laptop')
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('My laptop').waitFor()
    await console.button('Rename').click()
    await dialog.getByLabel('Name').fill('Work laptop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Work laptop').waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()
    await page.reload()
    await console.button('Sign in with a passkey').click()
    await page.getByText(/^Last used /).waitFor()
    await console.button('Remove').click()
    await page.getByText('Work laptop').waitFor({ state: 'detached' })
  })

  it('links an account of an identity provider, signs in with it, and unlinks it', async () => {
    const shop = await signUp(door)
    await using provider = await IdentityProvider.start(`${door.hub.url}/api/auth/external/callback`)
    provider.someone = { sub: 'sub-1', email: 'owner@works.test', email_verified: true }
    const admin = await superAdmin(door, shop)
    const channels = '/api/super-admin/platform-settings'
    const { body } = await admin.get(channels)
    const changed = { ...body, publicUrl: door.hub.url, signOn: [provider.settings] }
    expect((await admin.put(channels, changed)).status).toBe(200)
    const console = await ConsolePage.open(browser, door.hub.url)
    const { page } = console
    await console.goto('/account')
    await console.signIn(shop.email)
    await page.getByRole('link', { name: 'Link The works' }).click()
    await page.getByText('Account linked').waitFor()
    await console.row(/^owner@works\.test/).waitFor()
    expect(new URL(page.url()).hash).toBe('')

    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('link', { name: 'Sign in with The works' }).click()
    await console.row(/^owner@works\.test/).waitFor()
    await console.button('Unlink').click()
    await console.row(/^owner@works\.test/).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: 'Link The works' }).waitFor()
    expect(await console.row(/^owner@works\.test/).count()).toBe(0)
  })

  it('transfers an organization when the owner offers it and a colleague accepts', async () => {
    const shop = await signUp(door)
    const heir = await hire(door, shop, 'Manager')
    const owner = await ConsolePage.open(browser, door.hub.url)
    await owner.goto('/settings')
    await owner.signIn(shop.email)
    expect(await owner.whyNot('Offer ownership')).toBe('Choose an employee first')
    await owner.choose('New owner', 'Manager')
    await owner.button('Offer ownership').click()
    await owner.page.getByText(/^Offered to Manager until/).waitFor()

    const colleague = await ConsolePage.open(browser, door.hub.url)
    await colleague.goto('/')
    await colleague.signIn((await heir.get('/api/me')).body.email)
    await colleague.page.getByText(/^You are offered ownership of/).waitFor()
    expect(await colleague.page.getByRole('link', { name: 'Employees' }).count()).toBe(0)
    await colleague.button('Become owner').click()
    await colleague.page.getByRole('link', { name: 'Employees' }).waitFor()
    await colleague.page.getByText(/^You are offered/).waitFor({ state: 'detached' })
    await owner.page.reload()
    await owner.heading('Settings').waitFor()
    expect(await owner.button('Offer ownership').count()).toBe(0)
  })

  it('reports an unreachable hub and continues on the same page afterwards', async () => {
    const shop = await signUp(door)
    const console = await ConsolePage.open(browser, door.hub.url)
    const { page } = console
    await console.goto('/stores')
    await console.signIn(shop.email)
    await console.heading('Stores').waitFor()
    await page.route(/\/(api|~)\//, (route) => route.abort())
    await page.getByRole('link', { name: 'Receipts', exact: true }).click()
    await page.getByText(/^Cannot reach the server. The data shown may be out of date/).waitFor()
    await page.getByRole('link', { name: 'Stores' }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'Cannot reach the server' }).waitFor()
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
    await page.unroute(/\/(api|~)\//)
    await console.heading('Stores').waitFor()
    expect(await page.getByText(/^Cannot reach the server/).count()).toBe(0)
  })

  it('shows announcements of the platform before and after sign-in', async () => {
    const shop = await signUp(door)
    const admin = await superAdmin(door, shop)
    const rules = '/api/super-admin/settings'
    const { body } = await admin.get(rules)
    await admin.put(rules, { ...body, maintenanceNote: 'Down on Sunday at 3' })
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/')
    await console.page.getByText('Down on Sunday at 3').waitFor()
    await console.signIn(shop.email)
    await console.page.getByRole('main').getByText('Down on Sunday at 3').waitFor()
  })
})
