import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { done } from '#test/hub/documents/histories.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { until } from '#test/support/until.ts'
import { ConsolePage } from './console.ts'

const PHONE = { width: 390, height: 844 }

describe('the console on a phone', () => {
  let door: TestHub
  let shop: Organization
  let browser: Browser
  let productId: string

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    shop = await signUp(door)
    productId = await createProduct(shop, { name: 'Green tea of the mountains 200 g', retailPrice: 12_500 })
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const open = async (path: string): Promise<ConsolePage> => {
    const console = await ConsolePage.open(browser, door.hub.url, PHONE)
    await console.goto(path)
    await console.signIn(shop.email)
    return console
  }
  /** Checks that the element is visible without horizontal scrolling. */
  const expectWithin = async (element: Locator): Promise<void> => {
    await element.waitFor()
    const box = await element.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
  }

  it('shows the result of a price change for each product without horizontal scrolling', async () => {
    const { id } = await done(
      shop.api.post('/api/change-sets', {
        kind: 'products',
        ids: [productId],
        changes: { prices: [{ rule: { kind: 'Percent', percent: 10 } }] },
      }),
    )
    await until(
      'it is previewed',
      async () => (await shop.api.get(`/api/change-sets/${id}`)).body.state === 'Previewed',
    )
    const { page } = await open(`/changes/${id}`)
    for (const text of [/^Green tea/, '12,500.00', '13,750.00'])
      await expectWithin(page.getByRole('cell', { name: text }))
  })

  it('shows the total of each receipt line without horizontal scrolling', async () => {
    const device = await enrolDevice(door, shop)
    const sale = saleBody(shop, [{ productId, quantity: 3, price: 12_500 }])
    await device.upload([device.item(sale)])
    const { page } = await open(`/sales/${sale.id}`)
    const lines = page.getByRole('table', { name: 'Lines' })
    for (const text of ['12,500.00', '37,500.00']) await expectWithin(lines.getByRole('cell', { name: text }))
  })
})
