import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { ApiClient, type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { holdBack } from '../console.ts'
import { signedIn } from './signed-in.ts'

const SYNC = '/api/pos/v1/sync'

describe("a technician's day", () => {
  let door: TestHub
  let browser: Browser
  let shop: Organization

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  it('pairs a till, sees it in the fleet, renames it, and revokes it so that its next sync is refused', async () => {
    const may = ['catalog.view', 'sync.view', 'devices.manage'] as const
    const console = await signedIn({ browser, door, shop }, 'Technician', may, '/retail-points')
    const { page } = console
    const { release } = await holdBack(page, /\/api\/devices\?/)
    await page.locator('tbody tr[aria-rowindex]').first().click()
    await page.getByRole('heading', { name: 'Tills', exact: true }).waitFor()
    expect(await console.button('Connect a till').count()).toBe(0)
    release()
    await console.button('Connect a till').click()
    const pairingCode = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText()
    const anonymous = new ApiClient(door)
    const till = { pairingCode, deviceName: 'Till by the door', agentVersion: '0.1.0' }
    const { body: enrolled } = await anonymous.post('/api/pos/v1/enrol', till)
    await page.getByText('“Till by the door” is connected').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    const { body: token } = await anonymous.token({
      grant_type: 'client_credentials',
      client_id: enrolled.clientId,
      client_secret: enrolled.clientSecret,
    })
    const device = new ApiClient(door, token.access_token)
    expect((await device.get(SYNC)).status).toBe(200)
    // An agent uploads even without items.
    expect((await device.post('/api/pos/v1/sales', { sales: [] })).status).toBe(200)

    // The till was paired some hours ago.
    await using owner = await door.database.connect()
    await owner.query("UPDATE devices SET enrolled_at = now() - interval '3 hours' WHERE id = $1", [
      enrolled.deviceId,
    ])
    await page.getByRole('link', { name: 'Tills' }).click()
    const row = console.row(/^Till by the door/)
    await expect.poll(() => row.getByRole('cell').nth(3).textContent()).toMatch(/^<\s1\smin$/)
    await row.click()
    await console.heading('Till by the door').waitFor()
    await page.getByText('No data from this till yet.').waitFor()

    const looker = await signedIn(
      { browser, door, shop },
      'Looker',
      ['sync.view'],
      `/devices/${enrolled.deviceId}`,
    )
    for (const button of ['Rename', 'Revoke'])
      expect(await looker.whyNot(button)).toBe('Your role does not allow this')

    await console.button('Rename').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await console.button('Rename').click()
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.fill(' ')
    expect(await console.whyNot('Save')).toBe('Required')
    await name.fill('Till by the window')
    await name.press('Enter')
    await console.heading('Till by the window').waitFor()
    await console.button('Revoke').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('main').getByText('Revoked', { exact: true }).waitFor()
    expect(await device.get(SYNC)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const { body } = await shop.api.get(`/api/sync/devices/${enrolled.deviceId}`)
    expect(body.revokedAt).not.toBeNull()
  })
})
