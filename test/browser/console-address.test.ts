import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnnouncedMail } from '#hub/config/config.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createTestFolder, type TestFolder } from '#test/support/folders.ts'
import {
  ApiClient,
  OWNER_PASSWORD,
  signUp,
  signUpUnproved,
  startTestHub,
  type TestHub,
} from '#test/support/hub.ts'
import { PlantedPasskey } from '#test/support/planted-passkey.ts'
import { until } from '#test/support/until.ts'
import { ConsolePage } from './console.ts'

const NEW_PASSWORD = 'seven green bottles'

describe('proving an email address in the console', () => {
  let door: TestHub
  let browser: Browser
  let folder: TestFolder
  const mails: AnnouncedMail[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    folder = createTestFolder()
    const announceMail = (mail: AnnouncedMail) => void mails.push(mail)
    door = await startTestHub({ mailDir: folder.path, announceMail })
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
    folder?.remove()
  })

  /** Returns the path of the link to `page` in the latest email to the address. */
  const linkTo = async (email: string, page: string): Promise<string> => {
    const find = () => mails.findLast(({ to, link }) => to === email && link?.includes(`/${page}#`))?.link
    const { pathname, hash } = new URL(await until(`a link to ${page}`, find))
    return pathname + hash
  }

  it('shows a reminder to confirm the address on every page until its owner follows the link', async () => {
    const { email } = await signUpUnproved(door, { organizationName: 'Corner shop' })
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/account')
    await console.signIn(email)
    const banner = console.page.getByText(`Confirm your e-mail: we sent a link to ${email}.`)
    await banner.waitFor()
    expect(await console.whyNot('Set up')).toContain('Confirm your e-mail first')
    await console.button('Resend').click()
    await console.page.getByText(`Link sent to ${email}`).waitFor()
    await console.goto(await linkTo(email, 'confirm-address'))
    await console.page.getByText(`Confirm that ${email} is your e-mail.`).waitFor()
    await console.button('Confirm e-mail').click()
    await console.page.getByRole('banner').getByText('Corner shop').waitFor()
    expect(await banner.count()).toBe(0)
    await console.follow('/account')
    expect(await console.whyNot('Set up')).toBeNull()
  })

  it('confirms an address in another browser with the password, or with a new password when a stranger signed up', async () => {
    const [own, strangers] = [await signUpUnproved(door), await signUpUnproved(door)]
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto(await linkTo(own.email, 'confirm-address'))
    await console.page.getByLabel(/^Password/).fill(OWNER_PASSWORD)
    await console.button('Confirm e-mail').click()
    await console.heading('Sign in').waitFor()
    await console.page.getByText('E-mail confirmed').waitFor()

    const other = await ConsolePage.open(browser, door.hub.url)
    await other.goto(await linkTo(strangers.email, 'confirm-address'))
    await other.page.getByRole('link', { name: "Didn't sign up yourself?" }).click()
    await other.page.getByLabel(/^New password/).fill(NEW_PASSWORD)
    await other.button('Set password').click()
    await other.page.getByText('Password changed. Sign in with the new password.').waitFor()
    expect((await strangers.api.get('/api/me')).status).toBe(401)
  })

  it('shows the command that prints the link when the hub sends no email', async () => {
    await using quiet = await startTestHub()
    const { email } = await signUpUnproved(quiet)
    const console = await ConsolePage.open(browser, quiet.hub.url)
    await console.goto('/account')
    await console.signIn(email)
    await console.page.getByText(`npm run hub:admin -- --email ${email} --prove-address`).waitFor()
    expect(await console.button('Resend').count()).toBe(0)
  })

  it('lists the other sign-in methods after a password reset, for the owner to remove or confirm', async () => {
    const { email } = await signUp(door)
    for (const _ of [1, 2]) await new PlantedPasskey().plant(door, email)
    await new ApiClient(door).post('/api/auth/forgot-password', { email })
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto(await linkTo(email, 'reset-password'))
    await console.page.getByLabel(/^New password/).fill(NEW_PASSWORD)
    await console.button('Set password').click()
    await console.page.getByText('Password changed. Sign in with the new password.').waitFor()
    await console.goto('/products')
    await console.signIn(email, NEW_PASSWORD)
    await console.page.getByRole('link', { name: 'Review' }).click()
    const panel = console.page.getByRole('region', { name: 'Are these sign-in methods yours?' })
    await panel.getByRole('button', { name: 'Remove' }).first().click()
    await expect.poll(() => panel.getByRole('row').count()).toBe(1)
    await panel.getByRole('button', { name: 'This is mine' }).click()
    await panel.getByRole('button', { name: 'Turn on again' }).click()
    await console.page.getByText('Your sign-in methods work again').waitFor()
    await panel.waitFor({ state: 'detached' })
  })
})
