import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createTestFolder, type TestFolder } from '#test/support/folders.ts'
import { OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { superAdminWithFactor } from '#test/support/people.ts'
import { ConsolePage } from './console.ts'

describe('the platform at the console', () => {
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

  it('makes an organization, looks inside behind a banner, changes nothing, ends, and archives it', async () => {
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
    await console.page.getByText('Fill this in').first().waitFor()
    await console.page.getByLabel(/^Name/).fill('Harbour shop')
    await console.page.getByLabel('E-mail').fill('harbour@example.com')
    await console.page.getByLabel('Last name').fill('Nurlanova')
    await console.button('Create').click()
    await console.heading('Harbour shop').waitFor()

    await console.button('Work inside').click()
    await console.page.getByLabel(/^Why/).fill('The owner asked us to look at the stores')
    await console.page.getByRole('dialog').getByRole('button', { name: 'Work inside' }).click()
    await console.page.getByText(/^You read inside Harbour shop until/).waitFor()
    await console.page.getByRole('link', { name: 'Stores' }).click()
    await console.page.getByRole('link', { name: 'New store' }).click()
    await console.page.getByLabel(/^Name/).fill('Secret store')
    await console.button('Create').click()
    await console.page.getByText('You only read here.').waitFor()
    console.page.on('dialog', (dialog) => void dialog.accept())
    await console.button('End the visit').click()
    await console.heading('Harbour shop').waitFor()
    await console.button('Archive').click()
    await console.button('Restore').waitFor()
  })
})
