import { openBrowser } from '#test/support/browser.ts'
import type { Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { timeInPage } from '../harness/page-times.ts'
import { type CatalogProduct, fillCatalog, findProducts } from '../world/catalog.ts'
import { Shop } from '../world/shop.ts'
import { EmptyPage, follow, openContext, signIn, Times } from './stage.ts'

const TOTALS = 'output[aria-label="Totals"]'

/**
 * Grid of a supply with very many lines: time from a typed number to its total, and from a scan to its line.
 * The floor draws one line.
 */
export const GRID: Measurement = {
  name: 'document-grid',
  measure: async (bench) => {
    const { isQuick, runs } = bench.options
    const [products, lines, times] = isQuick ? [1_000, 30, 5] : [50_000, 300, 60]
    await using shop = await Shop.open(bench)
    await fillCatalog(shop, products)
    const goods = await findProducts(
      shop.sql,
      Array.from({ length: lines + runs * times + 1 }, (_, i) => 1 + i),
    )
    const supplyId = await makeSupply(shop, goods.slice(0, lines))

    await using browser = await openBrowser()
    await using context = await openContext(browser)
    const page = await signIn(context, shop)
    await follow(page, `/supplies/${supplyId}`, `${TOTALS}:has-text("Quantity ${lines}")`)
    const [typed, scanned] = [new Times(), new Times()]
    const [drawing, asking] = [
      await EmptyPage.open(browser, shop, false),
      await EmptyPage.open(browser, shop, true),
    ]
    const spare = goods.slice(lines)
    for (let run = 0; run < runs; run += 1) {
      typed.begin()
      scanned.begin()
      await page.getByRole('region', { name: 'Lines' }).evaluate((lines) => {
        lines.querySelector('table')?.parentElement?.scrollTo(0, 0)
      })
      for (let n = 1; n <= times; n += 1) {
        const place = 1 + ((n * 37) % Math.min(12, lines))
        const cell = page.getByLabel(`Quantity, line ${place}`, { exact: true })
        await cell.click()
        await cell.selectText()
        await typed.add(
          () =>
            timeInPage(page, { begins: 'input', shows: TOTALS, isOther: true }, () =>
              page.keyboard.insertText(String(2 + run + n)),
            ),
          drawing,
        )
      }
      for (let n = 0; n < times; n += 1) {
        const product = spare[run * times + n]
        if (!product) break
        await page.getByLabel('Add a product').click()
        await page.keyboard.insertText(product.barcode)
        await scanned.add(
          () =>
            timeInPage(page, { begins: 'Enter', shows: TOTALS, isOther: true }, () =>
              page.keyboard.press('Enter'),
            ),
          asking,
        )
      }
    }
    const figures: Figure[] = [
      ...typed.figures(`quantity typed in a document of ${lines} lines, to its total`),
      ...scanned.figures(`scan into a document of ${lines} lines and more, to its total`),
    ]
    return figures
  },
}

async function makeSupply({ office }: Shop, goods: readonly CatalogProduct[]): Promise<string> {
  const { items: stores } = await office.send<{ items: { id: string }[] }>('GET', '/api/catalog/stores')
  const supplier = { name: 'Молочный двор', kind: 'LegalEntity' }
  const { id: counterpartyId } = await office.send<{ id: string }>(
    'POST',
    '/api/catalog/counterparties',
    supplier,
  )
  const { id } = await office.send<{ id: string }>('POST', '/api/purchases/supplies', {
    storeId: stores[0]?.id,
    counterpartyId,
    lines: goods.map(({ id }) => ({ productId: id, quantity: 1, price: 10 })),
  })
  return id
}
