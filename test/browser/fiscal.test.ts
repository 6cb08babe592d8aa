import { afterAll, describe, expect, it } from 'vitest'
import { type FiscalEmulator, startFiscalEmulator } from '#test/fiscal/emulator/server.ts'
import { sharedBrowser } from '#test/support/browser.ts'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct } from '#test/support/device.ts'
import { ConsolePage } from './console.ts'
import type { TillPage } from './till.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

const REFUSED = '4006381333948'

describe('fiscal receipts on the till page', () => {
  let emulator: FiscalEmulator
  const at = useTillShop(
    async (shop) => {
      const { api } = shop.organization
      await changePoint(shop.organization, { receiptLanguage: 'en' })
      await addTea(shop)
      await createProduct(shop.organization, { name: 'Jam #06', retailPrice: 500, barcode: REFUSED })
      const { updatedAt: _, ...settings } = (await api.get('/api/organization/fiscal')).body
      const cashBox = { provider: 'Emulator' }
      expect((await api.put('/api/organization/fiscal', { ...settings, cashBox })).status).toBe(200)
    },
    async () => {
      emulator = await startFiscalEmulator()
      return { fiscalEmulatorUrl: emulator.url }
    },
  )
  afterAll(() => emulator?.[Symbol.asyncDispose]())

  const sell = async (till: TillPage, barcode: string, name: string) => {
    await till.scan(barcode)
    await till.cartLine(name).waitFor()
    await till.payExactly()
    return till.receiptNumber()
  }
  const dialog = ({ page }: TillPage) => page.getByRole('dialog').last()
  const menu = async (till: TillPage, entry: string): Promise<void> => {
    await till.page.keyboard.press('F10')
    await dialog(till).getByRole('button', { name: entry, exact: true }).click()
  }

  it('shows pending, issued and rejected fiscal receipts on receipts, in the list, when the shift is closed and on the Z report, even while the hub is down', async () => {
    const till = await at.openTill()
    await menu(till, 'Shift')
    await dialog(till).getByText('Total amount').click()
    await dialog(till).getByRole('textbox').first().fill('0')
    await dialog(till).getByRole('button', { name: 'Open shift' }).click()
    await till.page.getByRole('dialog').first().waitFor({ state: 'detached' })
    const made = await sell(till, TEA, 'Green tea')
    await till.page.getByText('The fiscal receipt is pending').waitFor()
    await till.page.getByText(/Fiscal receipt issued. Fiscal sign: \d+/).waitFor({ timeout: 60_000 })
    const paper = await till.page.getByRole('article', { name: `Receipt ${made}` }).innerText()
    const sign = [...emulator.atol.books.entries.values()][0]?.sign
    expect(paper).toContain('CASH RECEIPT')
    expect(paper).toContain(sign)
    expect(paper).not.toContain('NOT A FISCAL')
    await till.newSale()
    await sell(till, REFUSED, 'Jam #06')
    await till.page.getByText('The fiscal receipt was rejected').waitFor({ timeout: 60_000 })
    await till.newSale()
    at.cutOff()
    await sell(till, TEA, 'Green tea')
    await till.page.getByText('The fiscal receipt is pending').waitFor()
    await till.newSale()
    await till.page.keyboard.press('F8')
    const rows = dialog(till).getByRole('button', { name: /fiscal: / })
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((text) => /fiscal: (\w+)/.exec(text)?.[1]))
      .toEqual(['pending', 'rejected', 'issued'])
    await till.page.keyboard.press('Escape')
    await menu(till, 'Close shift')
    await dialog(till).getByText('1 fiscal receipt is pending.').waitFor()
    await dialog(till).getByText('1 fiscal receipt was rejected.').waitFor()
    await dialog(till).getByText('Total amount').click()
    await dialog(till).getByRole('textbox', { name: 'Counted' }).fill('2400')
    await dialog(till).getByRole('button', { name: 'Close shift' }).click()
    const z = await till.page.getByRole('article', { name: /^Z report 1/ }).innerText()
    expect(z).toMatch(
      /Fiscal receipts: issued\s+1\s+Fiscal receipts: pending\s+1\s+Fiscal receipts: rejected.*\s+1/,
    )
  })

  it('marks a fiscal receipt with an unknown result at a previous provider as resolved, and prevents unposting of its sale', async () => {
    const { organization, door } = at.shop
    const { api, storeId } = organization
    const productId = await createProduct(organization, { retailPrice: 100.03, kind: 'Service' })
    const draft = await api.post('/api/sales/retail', {
      storeId,
      lines: [{ productId, quantity: 1, price: 100.03 }],
      payments: [{ type: 'Cash', amount: 100.03 }],
    })
    const { id } = draft.body
    expect((await api.post(`/api/sales/retail/${id}/post`, {})).status).toBe(200)
    const fiscal = async () => (await api.get(`/api/sales/fiscal-receipts/${id}`)).body
    await expect.poll(async () => (await fiscal()).state, { timeout: 60_000 }).toBe('Unknown')
    for (const provider of ['None', 'Emulator']) {
      const { updatedAt: _, ...settings } = (await api.get('/api/organization/fiscal')).body
      await api.put('/api/organization/fiscal', { ...settings, cashBox: { provider } })
    }
    const console = await ConsolePage.open(await sharedBrowser(), door.hub.url)
    await console.goto(`/sales/${id}`)
    await console.signIn(organization.email)
    const { page } = console
    expect(await console.whyNot('Unpost')).toBe('The sale has a fiscal receipt: create a return')
    expect(await console.whyNot('Try again')).toMatch(/^Check with the previous provider/)
    await console.button('Mark as resolved').click()
    const dialog = page.getByRole('dialog', { name: 'Mark as resolved' })
    await dialog.getByRole('button', { name: 'The receipt exists' }).click()
    await dialog.getByText('Required').first().waitFor()
    await dialog.getByRole('switch', { name: 'The provider has this receipt' }).uncheck({ force: true })
    await dialog.getByText('If the previous one has it after all, there will be two receipts.').waitFor()
    await dialog.getByRole('switch', { name: 'The provider has this receipt' }).check({ force: true })
    await dialog.getByRole('textbox', { name: 'Fiscal sign' }).fill('4711')
    await dialog.getByLabel('Where you checked this').fill('their site')
    await dialog.getByRole('button', { name: 'The receipt exists' }).click()
    await page.getByText('Marked as resolved: their site').waitFor()
    expect(await fiscal()).toMatchObject({ state: 'Done', sign: '4711' })
  })
})
