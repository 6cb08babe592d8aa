import { expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { openTestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { TillPage } from './till.ts'

const SHOES = '4006381333931'
const BOOTS = '4006381333948'

it('a receipt is exchanged at the till: picked, parked, undone, paid and printed on one paper', {
  timeout: 120_000,
}, async () => {
  await using resources = new AsyncDisposableStack()
  const shop = resources.use(await openTestShop())
  const { api, retailPointId } = shop.organization
  for (const [name, retailPrice, value] of [
    ['Shoes', 5000, SHOES],
    ['Boots', 7000, BOOTS],
  ] as const)
    await createProduct(shop.organization, {
      ...{ name, retailPrice, kind: 'Service', barcodes: [{ value, type: 'Ean13' }] },
    })
  const point = `/api/catalog/retail-points/${retailPointId}`
  await api.put(point, { ...(await api.get(point)).body, allowReturnWithoutBasis: true })
  const agent = await shop.openAgent()
  const browser = await openBrowser()
  resources.defer(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' })
  const till = new TillPage(page)
  const dialog = page.getByRole('dialog').last()
  const owed = (name: string, sum: string) =>
    page.locator(`output[aria-label="${name}"]`, { hasText: sum }).first().waitFor()
  const closed = () => page.getByRole('dialog').first().waitFor({ state: 'detached' })
  const back = page.getByRole('list', { name: 'Comes back' }).getByRole('listitem')
  await till.open(agent.url)
  await till.signIn('Owner', OWNER_PIN)
  await till.scan(SHOES)
  await till.cartLine('Shoes').waitFor()
  await till.scan(SHOES)
  await owed('Total', '10,000.00')
  const sold = await till.payExactly()
  await till.newSale()

  // One of the two comes back.
  await page.keyboard.press('F8')
  await dialog.getByText(sold).first().click()
  await dialog.getByRole('button', { name: 'Exchange' }).click()
  await dialog.getByRole('button', { name: 'One more' }).click()
  await dialog.getByRole('button', { name: /^Exchange .*5,000\.00/ }).click()
  await owed('To give back', '5,000.00')
  expect(await till.button(/^Refund/).isDisabled()).toBe(true)
  await closed()
  await till.scan(BOOTS)
  await owed('To pay', '2,000.00')

  // Either kind of line goes and comes back.
  await till.takenLine('Boots').getByRole('button', { name: 'Remove Boots' }).click()
  await owed('To give back', '5,000.00')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await owed('To pay', '2,000.00')
  await back.getByRole('button', { name: 'Remove Shoes' }).click()
  await owed('Total', '7,000.00')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await owed('To pay', '2,000.00')

  await page.keyboard.press('F4')
  await dialog.getByRole('button', { name: 'Park this cart' }).click()
  await page.getByText('Ready for the next customer').waitFor()
  await page.keyboard.press('F4')
  await dialog.getByText('Exchange').waitFor()
  await dialog.getByText('2,000.00').first().click()
  await owed('To pay', '2,000.00')
  await till.payExactly()
  const paper = page.getByRole('article', { name: /^Receipt / })
  expect(await paper.innerText()).toMatch(/Обмен[\s\S]+Возврат[\s\S]+Shoes[\s\S]+Продажа[\s\S]+Boots/)
  expect(await paper.innerText()).toMatch(/ОПЛАЧЕНО\s+2\s000,00/)
  await till.newSale()

  // What came back without a receipt goes on as an exchange, and what is cheaper gives money back.
  await page.keyboard.press('F7')
  await dialog.getByRole('button', { name: 'Return without a receipt' }).click()
  await closed()
  await till.scan(BOOTS)
  await till.cartLine('Boots').waitFor()
  await till.button('Exchange for other goods').click()
  await back.filter({ hasText: 'Boots' }).waitFor()
  await till.scan(SHOES)
  await owed('To give back', '2,000.00')
  await till.button(/^Refund/).click()
  await till.button(/^Give back/).click()
  await page.getByText('Give back', { exact: true }).waitFor()
  await page.getByRole('article', { name: /^Receipt / }).waitFor()

  await until('nothing waits', async () => (await (await agent.till()).status()).upload.waiting === 0)
  const { items } = (await api.get('/api/sales/retail?sort=number')).body
  expect(items).toHaveLength(5)
  for (const { id, exchangeSaleId, flags } of items.slice(1)) {
    expect(flags).toEqual([])
    expect((await api.get(`/api/sales/retail/${must(exchangeSaleId)}`)).body.exchangeSaleId).toBe(id)
  }
})
