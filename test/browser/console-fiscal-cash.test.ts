import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { openBrowser } from '#test/support/browser.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { ConsolePage } from './console.ts'

describe('cash at the fiscal provider, in the console', () => {
  let door: TestHub
  let shop: Organization
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  /**
   * Inserts operations in the form in which the hub stores them. The cash box belongs to no organization, so
   * nothing is sent to the provider.
   */
  async function leaveOperations(): Promise<void> {
    await using owner = await door.database.connect()
    for (const [kind, sum, state, message] of [
      ['CashIn', 500_000, 'Done', null],
      ['CashOut', 9_900_000, 'Failed', 'Недостаточно наличных в кассе'],
      ['ZReport', null, 'Failed', 'Касса заблокирована'],
    ])
      await owner.query(
        `INSERT INTO fiscal_cash_operations (organization_id, id, kind, retail_point_id, cash_box_id, sum, at, state, message)
         VALUES ($1, $2, $3, $4, $5, $6, now(), $7, $8)`,
        [shop.organizationId, newId(), kind, shop.retailPointId, newId(), sum, state, message],
      )
  }

  it.each([
    ['desktop width', 1280],
    ['phone width', 390],
  ])('lists stuck cash operations and closes them manually at %s', async (_, width) => {
    await leaveOperations()
    const console = await ConsolePage.open(browser, door.hub.url, { width })
    const { page } = console
    await console.goto('/fiscal-receipts')
    await console.signIn(shop.email)
    await page.getByRole('link', { name: 'Cash at the fiscal provider' }).click()
    await page.getByText('Cash out').first().waitFor()
    await console.rest()
    await page.goto(`${page.url()}?isStuck=true`)
    await page.getByText('Z report').first().waitFor()
    expect(await page.getByText('Cash in', { exact: true }).count()).toBe(0)
    await page.getByRole('checkbox').first().check()
    await console.button('Mark as resolved').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Where you checked this').fill('In the cabinet of the provider')
    await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
    await page.getByText('Marked as resolved').waitFor()
    const { items } = (await shop.api.get('/api/sales/fiscal-cash?isStuck=true')).body
    expect(items).toEqual([])
  })
})
