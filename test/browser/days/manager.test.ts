import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import type { ConsolePage } from '../console.ts'
import { signedIn } from './signed-in.ts'

const DAY_MS = 86_400_000

describe("a manager's day", () => {
  let door: TestHub
  let browser: Browser
  let shop: Organization
  let receiptNumber: string
  let saleId: string
  let owner: pg.Client

  /**
   * Creates yesterday's shift: a float of 1000, cash receipts of 950 and 990 (at another price), and a
   * shortage of 2. An additional draft sale belongs to no shift.
   */
  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
    shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop, { name: 'Green tea', kind: 'Service', retailPrice: 950 })
    const soldAt = new Date(Date.now() - DAY_MS).toISOString()
    const shiftId = newId()
    const good = saleBody(shop, [{ productId: tea, price: 950 }], { soldAt, shiftId })
    const dear = saleBody(shop, [{ productId: tea, price: 990 }], { soldAt, shiftId })
    const { schema, retailPointId, tillId, cashierId, cashierName, clock } = good
    const common = { schema, retailPointId, tillId, cashierId, cashierName, clock }
    const none = { salesCard: 0, returnsCash: 0, returnsCard: 0, cashIn: 0, cashOut: 0, returnsCount: 0 }
    const totals = { ...none, salesCash: 1940, receiptsCount: 2, expectedCash: 2940 }
    const opened = { ...common, id: shiftId, number: 7, openedAt: soldAt, openingCash: 1000 }
    const closed = { ...common, id: newId(), shiftId, closedAt: soldAt, totals, countedCash: 2938 }
    const { body } = await device.upload([
      device.item(opened, { type: 'shift_opened' }),
      device.item(good),
      device.item(dear),
      device.item(closed, { type: 'shift_closed' }),
    ])
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual(
      Array.from({ length: 4 }, () => 'accepted'),
    )
    ;({ id: saleId, receiptNumber } = dear)
    const draft = { storeId: shop.storeId, lines: [], payments: [] }
    expect((await shop.api.post('/api/sales/retail', draft)).status).toBe(201)
  })
  afterAll(async () => {
    await owner?.end()
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const link = ({ page }: ConsolePage, name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true })

  it("finds yesterday's shift with its cash and receipts, and resolves a flagged sale", async () => {
    const console = await signedIn({ browser, door, shop }, 'Shift manager', [
      'catalog.view',
      'sales.view',
      'sync.view',
      'sync.manage',
    ])
    const { page } = console
    await link(console, 'Shifts').click()
    await console.row(/ 7 till-test Owner 2 2,940.00 .2.00/).click()
    await console.heading('Shift 7').waitFor()
    for (const text of [/2,938\.00/, /[-−]2\.00/]) await page.getByText(text).first().waitFor()
    await console.row(/^Cash sales 1,940.00 1,940.00/).waitFor()
    await page.getByRole('link', { name: 'Receipts of the shift' }).click()
    await console.heading('Receipts').waitFor()
    await expect.poll(() => page.locator('tbody tr[aria-rowindex]').count()).toBe(2)

    await link(console, 'Work list').click()
    await console.heading('Work list').waitFor()
    await console.row(receiptNumber).click()
    await console.heading(receiptNumber).waitFor()
    const why = page.getByRole('listitem').filter({ hasText: 'Price differs from the catalog' })
    await why.getByText('Tea: Sold at ₸990.00, catalog price ₸950.00').waitFor()
    await why.getByRole('link', { name: 'Tea' }).click()
    await console.heading('Green tea').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: receiptNumber, exact: true }).click()
    await console.heading(`Receipt ${receiptNumber}`).waitFor()
    await page.goBack()
    await page.getByLabel('Resolution note').fill('Agreed with the customer')
    await console.button('Resolve').click()
    await page.getByText(/^Resolved on .* by Shift manager\. Agreed with the customer$/).waitFor()
    const { body } = await shop.api.get(`/api/sales/retail/${saleId}`)
    expect(body).toMatchObject({ status: 'Posted', reviewNote: 'Agreed with the customer' })
    expect((await shop.api.get('/api/sync/work-list')).body.total).toBe(0)
  })

  it('shows suspicious items to a colleague in Russian, with Russian amounts and times', async () => {
    const console = await signedIn({ browser, door, shop }, 'Reader', [
      'catalog.view',
      'sales.view',
      'sync.view',
    ])
    const { page } = console
    const tea = await createProduct(shop, { name: 'Tea', kind: 'Service', retailPrice: 1200 })
    const device = await enrolDevice(door, shop)
    const odd = {
      soldAt: '2100-05-01T09:30:00.000Z',
      payments: [{ type: 'Credit' as const, amount: 1150.5 }],
    }
    const sale = saleBody(shop, [{ productId: tea, price: 1150.5 }], odd)
    await device.upload([device.item(sale)])
    await link(console, 'Work list').click()
    await console.heading('Work list').waitFor()
    await console.row(sale.receiptNumber).click()
    await console.heading(sale.receiptNumber).waitFor()
    await console.button(/Reader/).click()
    await page.getByRole('menuitem', { name: 'Русский' }).click()
    const flag = (title: string) => page.getByRole('listitem').filter({ hasText: title })
    await flag('Цена отличается от каталога')
      .getByText('Tea: Продано по 1 150,50 ₸, цена в каталоге 1 200,00 ₸')
      .waitFor()
    await flag('Часы кассы сбились')
      .getByText(/^Часы кассы показывали 01\.05\.2100, \d\d:30; проведено временем получения$/)
      .waitFor()
    await flag('Способ оплаты не разрешён').getByText('Способ оплаты: В кредит').waitFor()
    await owner.query('UPDATE retail_sales SET flags = $2 WHERE id = $1', [
      sale.id,
      JSON.stringify([{ code: 'price_differs', detail: 'Sold at 1150.5' }]),
    ])
    await console.follow(`/sales/${sale.id}`)
    await flag('Цена отличается от каталога').getByText('Sold at 1150.5').waitFor()
  })

  it('shows a colleague without permission why resolving is disabled, on the receipt and in the work list', async () => {
    const console = await signedIn({ browser, door, shop }, 'Looker', [
      'catalog.view',
      'sales.view',
      'sync.view',
    ])
    const tea = await createProduct(shop, { kind: 'Service', retailPrice: 10 })
    const device = await enrolDevice(door, shop)
    const sale = saleBody(shop, [{ productId: tea, price: 20 }])
    await device.upload([device.item(sale)])
    await console.follow(`/sales/${sale.id}`)
    expect(await console.whyNot('Resolve')).toBe('Your role does not allow this')
    await link(console, 'Work list').click()
    await console.heading('Work list').waitFor()
    await console.row(sale.receiptNumber).click()
    await console.heading(sale.receiptNumber).waitFor()
    expect(await console.whyNot('Resolve')).toBe('Your role does not allow this')
  })
})
