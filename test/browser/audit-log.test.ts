import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { superAdminWithFactor } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'

/** Hub that sends no email. */
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

const PHONE = { width: 390, height: 844 }
const picture = async ({ page }: ConsolePage, name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

describe('the audit log in the console', () => {
  it.each([
    ['en-GB', {}, 'Changed the price of Tea from 100 to 120.5', 'Created product Salt'],
    ['ru-RU', PHONE, 'Изменение цены: Tea, 100 → 120,5', 'Создание: товар Salt'],
    ['kk-KZ', {}, 'Бағаны өзгерту: Tea, 100 → 120,5', 'Жасау: тауар Salt'],
  ])('describes changes in %s and finds them by search', async (locale, size, priced, created) => {
    const shop = await signUp(door)
    const id = await createProduct(shop, { name: 'Tea', retailPrice: 100 })
    const { version } = (await shop.api.get(`/api/catalog/products/${id}`)).body
    await shop.api.patch(`/api/catalog/products/${id}/price`, { retailPrice: 120.5, version })
    await createProduct(shop, { name: 'Salt' })
    const console = await ConsolePage.open(browser, door.hub.url, { locale, ...size })
    const { page } = console
    await console.goto('/audit-log')
    await page.locator('input[type=email]').fill(shop.email)
    await page.locator('input[type=password]').fill(OWNER_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(priced).waitFor()
    await page.getByText(created).waitFor()
    await picture(console, `log-${locale}`)
    await console.goto('/audit-log?search=tea&source=Api&kind=products')
    await page.getByText(priced).waitFor()
    expect(await page.getByText(created).count()).toBe(0)
  })
})

describe('an invitation from a hub that sends no email', () => {
  it('shows the invitation link once to the creator of an organization, and to a user who sends the invitation again', async () => {
    const { email, recoveryCodes } = await superAdminWithFactor(door, await signUp(door))
    const console = await ConsolePage.open(browser, door.hub.url)
    const { page } = console
    await console.goto('/platform/organizations/new')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
    await page.getByLabel('One-time code').fill(recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.getByLabel(/^Name/).fill('Harbour shop')
    await page.getByLabel('E-mail').fill('harbour@example.com')
    await page.getByLabel('Last name').fill('Nurlanova')
    await console.button('Create').click()
    const dialog = page.getByRole('dialog', { name: 'Pass on this link' })
    await dialog.getByText('harbour@example.com').waitFor()
    await picture(console, 'hand-over')
    await page.setViewportSize(PHONE)
    await picture(console, 'hand-over-phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    const lost = await dialog.getByLabel('Link').inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await console.heading('Harbour shop').waitFor()

    await page.getByRole('link', { name: 'Employees and visits' }).click()
    await console.row(/Nurlanova.*Owner, invited/).waitFor()
    await picture(console, 'people')
    await console.button('Actions for Nurlanova').click()
    await page.getByRole('menuitem', { name: 'Resend invitation' }).click()
    const link = await dialog.getByLabel('Link').inputValue()
    expect(link).not.toBe(lost)

    const owner = await ConsolePage.open(browser, door.hub.url)
    await owner.goto(link.replace(/^https?:\/\/[^/]+/, ''))
    await owner.page.getByRole('textbox', { name: 'Choose a password' }).fill('seven green bottles')
    await owner.page.keyboard.press('Enter')
    await owner.page.getByRole('banner').getByText('Harbour shop').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await console.follow('/platform/invitations')
    await page.getByLabel('E-mail').fill('lee@example.com')
    await console.button('Invite').click()
    await dialog.getByText('lee@example.com').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await console.button('Resend invitation').click()
    await dialog.getByText('lee@example.com').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await picture(console, 'sign-up-invitations')
  })
})
