import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { pretend, report } from '#test/hub/fleet/custody.ts'
import { openBrowser } from '#test/support/browser.ts'
import { enrolDevice } from '#test/support/device.ts'
import { signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { ConsolePage } from './console.ts'

describe('the state of tills and of the hub in the console', () => {
  let door: TestHub
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub({ runsJobs: false })
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

  it.each([
    ['desktop width', 1280],
    ['phone width', 390],
  ])(
    'marks a till amber after two missing reports, and red during opening hours, also on the home page, at %s',
    async (_, width) => {
      const shop = await signUp(door)
      const [off, dead] = [await enrolDevice(door, shop), await enrolDevice(door, shop)]
      for (const device of [off, dead])
        await report(device, { waiting: 0, startedAt: minutesAgo(30).toISOString() })
      await pretend(door, shop, off, { name: 'Till off', lastContactAt: minutesAgo(3) })
      await pretend(door, shop, dead, { name: 'Till dead', lastContactAt: minutesAgo(11) })
      await using owner = await door.database.connect()
      await owner.query(
        `INSERT INTO till_shifts (organization_id, id, device_id, retail_point_id, till_id, received_at, opened_at)
      VALUES ($1, $2, $3, $4, 'till-1', now(), now() - interval '2 hours')`,
        [shop.organizationId, newId(), dead.id, shop.retailPointId],
      )
      const console = await ConsolePage.open(browser, door.hub.url, { width, height: 800 })
      await console.goto('/')
      await console.signIn(shop.email)
      const down = console.page.getByRole('link', { name: '1 till is not responding during opening hours' })
      await down.waitFor()
      await console.page.getByRole('link', { name: '2 tills have a problem' }).waitFor()
      await down.click()
      await console.row('Till dead').waitFor()
      expect(await console.page.getByText('Till off').count()).toBe(0)
      await console.follow('/devices')
      const colour = (name: string, state: string) =>
        console
          .row(name)
          .getByText(state, { exact: true })
          .evaluate(
            (badge) => getComputedStyle(badge.closest('.mantine-Badge-root') ?? badge).backgroundColor,
          )
      const [red, amber] = [await colour('Till dead', 'Not responding'), await colour('Till off', 'Offline')]
      expect(red).not.toBe(amber)
      expect(await console.row('Till dead').getByText('Offline').count()).toBe(0)
      await console.follow(`/devices/${dead.id}`)
      await console.page.getByText('Not responding').waitFor()
    },
  )

  it('marks checks of the diagnostic page that have not run yet', async () => {
    const shop = await signUp(door)
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto('/diagnostic')
    await console.signIn(shop.email)
    const check = (name: string) => console.page.getByRole('listitem').filter({ hasText: name })
    await check('The first stock reconciliation runs tonight').getByText('Not checked').waitFor()
    await check('No e-mails were sent in the last 7 days').getByText('Not checked').waitFor()
    await check('No e-mails can be sent').getByText('Warning').waitFor()
  })
})
