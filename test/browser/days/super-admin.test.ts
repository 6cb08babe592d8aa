import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { ApiClient, OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { MailServer, mailThrough, tokenIn } from '#test/support/mail-server.ts'
import { superAdminWithFactor } from '#test/support/people.ts'
import { ConsolePage } from '../console.ts'
import { shownId } from '../document-steps.ts'

const HEIR = 'heir@harbour.test'
const ASKED = 'The owner asked us to take an employee on'

describe("a SuperAdmin's day", () => {
  let door: TestHub
  let browser: Browser
  let server: MailServer
  let platform: Awaited<ReturnType<typeof superAdminWithFactor>>

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    server = await MailServer.start()
    platform = await superAdminWithFactor(door, await signUp(door))
    await mailThrough(platform.api, server)
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await server?.stop()
    await browser?.close()
  })

  const heirSignsIn = () =>
    new ApiClient(door).token({ grant_type: 'password', username: HEIR, password: OWNER_PASSWORD })

  it('creates an organization, changes data inside it with a stated reason, transfers it to another owner, and archives it', async () => {
    const console = await ConsolePage.open(browser, door.hub.url)
    const { page } = console
    await console.goto('/')
    await page.getByLabel('E-mail').fill(platform.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
    await page.getByLabel('One-time code').fill(platform.recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Organizations' }).click()
    await page.getByRole('link', { name: 'New organization' }).click()
    await page.getByLabel(/^Name/).fill('Harbour shop')
    await page.getByLabel('E-mail').fill('owner@harbour.test')
    await page.getByLabel('Last name').fill('Abenova')
    await console.button('Create').click()
    await console.heading('Harbour shop').waitFor()
    const path = `/api/super-admin/organizations/${shownId(console)}`
    expect((await platform.api.get(path)).body).toMatchObject({ name: 'Harbour shop', isArchived: false })

    await console.button('Enter the organization').click()
    await page.getByLabel(/^Reason/).fill(ASKED)
    await page.getByLabel('Allow changes').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Enter the organization' }).click()
    await page.getByText(`and can make changes. Reason: ${ASKED}`).waitFor()
    await page.getByRole('link', { name: 'Employees' }).click()
    await page.getByRole('link', { name: 'New employee' }).click()
    await page.getByLabel('Last name').fill('Nurlanov')
    await page.getByLabel('E-mail').fill(HEIR)
    await console.choose('Role', 'Manager')
    await console.button('Create').click()
    await console.heading('Nurlanov').waitFor()
    await console.button('Invite').click()
    await page.getByText(`Invited as ${HEIR}`).waitFor()
    await page.getByText(`Reason: ${ASKED}`).waitFor()
    await console.button('End visit').click()
    await console.heading('Harbour shop').waitFor()
    expect(await page.getByText(`Reason: ${ASKED}`).count()).toBe(0)
    const { body: visits } = await platform.api.get(`${path}/visits`)
    expect(visits.items).toMatchObject([{ reason: ASKED, mayAct: true, endedAt: expect.any(String) }])

    const token = tokenIn((await server.mailsTo(HEIR))[0] as never)
    const accepted = { token, password: OWNER_PASSWORD }
    expect((await new ApiClient(door).post('/api/auth/accept-invitation', accepted)).status).toBe(200)
    await page.getByRole('link', { name: 'Employees and visits' }).click()
    const visit = page.getByRole('table', { name: 'Visits by platform administrators' }).getByRole('row')
    await visit.filter({ hasText: ASKED }).getByRole('cell', { name: 'Could make changes' }).waitFor()
    await console.button('Actions for Nurlanov').click()
    await page.getByRole('menuitem', { name: 'Make owner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('The shop was sold')
    await dialog.getByRole('button', { name: 'Make owner' }).click()
    await console.row(/Nurlanov.*Owner/).waitFor()
    const heir = new ApiClient(door, (await heirSignsIn()).body.access_token)
    const { body: log } = await heir.get('/api/admin/audit-log')
    const reasons = log.items.map(({ reason }: { reason: string | null }) => reason)
    expect(reasons).toEqual(expect.arrayContaining([ASKED, 'The shop was sold']))

    await page.getByRole('link', { name: 'Harbour shop' }).click()
    await console.button('Archive').click()
    await console.button('Restore').waitFor()
    expect(await console.whyNot('Enter the organization')).toBe(
      'Restore the organization from the archive first',
    )
    expect((await platform.api.get(path)).body).toMatchObject({ isArchived: true })
    expect((await heir.get('/api/me')).status).toBeGreaterThanOrEqual(400)
    expect((await heirSignsIn()).status).toBe(400)
  })
})
