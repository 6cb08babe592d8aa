import type { Page } from 'playwright-core'
import { must } from '#shared/std/must.ts'
import { openBrowser } from '#test/support/browser.ts'
import type { Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { timeInPage } from '../harness/page-times.ts'
import { fillCatalog, findProducts } from '../world/catalog.ts'
import { awaitSums, fillHistories } from '../world/history.ts'
import { Shop } from '../world/shop.ts'
import { EmptyPage, follow, openContext, signIn, Times } from './stage.ts'

const ROW = 'tbody tr[aria-rowindex] td:not([data-choice]):not(:has([class*="waiting"]))'

/** Timed action on a list. `n` counts the repetitions. */
type Action = (page: Page, n: number) => Promise<number>

/** Head office lists with many rows. The floor requests a constant from the hub and draws one line. */
export const LISTS: Measurement = {
  name: 'lists',
  measure: async (bench) => {
    const { isQuick, runs, say } = bench.options
    const [products, lines, times] = isQuick ? [1_000, 5_000, 3] : [50_000, 500_000, 30]
    await using shop = await Shop.open(bench)
    await fillCatalog(shop, products)
    await fillHistories(shop.sql, [shop.office], { lines, days: 60, stores: 2, products })
    await awaitSums(shop.sql)
    const known = await findProducts(
      shop.sql,
      Array.from({ length: 100 }, (_, i) => 1 + Math.floor((i * products) / 100)),
    )
    const codeOf = (n: number) => must(known[(n * 37) % known.length]).code

    await using browser = await openBrowser()
    await using context = await openContext(browser)
    const page = await signIn(context, shop)
    const empty = await EmptyPage.open(browser, shop, true)
    const figures: Figure[] = []
    for (const [name, action] of Object.entries(actionsOf(codeOf))) {
      const taken = new Times()
      await action(page, 0)
      for (let run = 0; run < runs; run += 1) {
        taken.begin()
        for (let n = 1; n <= times; n += 1) await taken.add(() => action(page, run * times + n), empty)
      }
      const own = taken.figures(name)
      say(own.map((figure) => `${figure.name}: ${figure.product.map(Math.round).join(', ')}`).join('; '))
      figures.push(...own)
    }
    return figures
  },
}

/** Minimum time in ms that a user spends on a page while it draws its data. */
const LOOKED_AT_MS = 500

async function openHome(page: Page): Promise<void> {
  await follow(page, '/', 'h1:text-is("Home")')
  await page.waitForTimeout(LOOKED_AT_MS)
}

function actionsOf(codeOf: (n: number) => string): Record<string, Action> {
  const opening =
    (name: string): Action =>
    async (page) => {
      await openHome(page)
      const link = page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
      return timeInPage(page, { begins: 'click', shows: ROW }, () => link.click())
    }
  const products = (page: Page) => follow(page, '/products', ROW)
  return {
    'link to products to the first row': opening('Products'),
    'link to counterparties to the first row': opening('Counterparties'),
    'link to receipts to the first row': opening('Receipts'),
    'Back to products to the first row': async (page) => {
      await products(page)
      await openHome(page)
      return timeInPage(page, { begins: 'popstate', shows: ROW }, () => page.evaluate(() => history.back()))
    },
    'code typed into the search to its row': async (page, n) => {
      await products(page)
      await page.getByRole('textbox', { name: 'Search' }).focus()
      return timeInPage(page, { begins: 'input', shows: 'tbody tr[aria-rowindex]', says: codeOf(n) }, () =>
        page.keyboard.insertText(codeOf(n)),
      )
    },
    'products in another order': async (page) => {
      await products(page)
      const head = page.getByRole('columnheader').getByRole('button', { name: 'Price', exact: true })
      return timeInPage(page, { begins: 'click', shows: ROW, isOther: true }, () => head.click())
    },
    'scroll to a place far away': async (page, n) => {
      await products(page)
      const at = 0.1 + ((n * 37) % 80) / 100
      return timeInPage(page, { begins: 'scroll', shows: ROW, isOther: true }, () =>
        page.locator('section:has(> table)').evaluate((list, share) => {
          list.scrollTop = list.scrollHeight * share
        }, at),
      )
    },
    'all that are shown chosen': async (page) => {
      await openHome(page)
      await products(page)
      const box = page.getByRole('checkbox', { name: 'Choose' }).first()
      return timeInPage(page, { begins: 'click', shows: 'tbody tr[data-chosen]' }, () => box.click())
    },
  }
}
