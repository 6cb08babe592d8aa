import type { Browser, BrowserContext, Page } from 'playwright-core'
import { must } from '#shared/std/must.ts'
import { TillPage } from '#test/browser/till.ts'
import { openBrowser } from '#test/support/browser.ts'
import type { Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { usageOf } from '../harness/machine.ts'
import { heapOf, timeInPage, watchInput } from '../harness/page-times.ts'
import { percentile } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'
import { cardNumberOf, fillCards } from '../world/cards.ts'
import { type CatalogProduct, fillCatalog, findProducts } from '../world/catalog.ts'
import { PIN } from '../world/office.ts'
import { Point } from '../world/point.ts'
import { addPromotions } from '../world/promotions.ts'
import { LINES_PER_SALE } from '../world/sales.ts'
import { Shop } from '../world/shop.ts'
import { RecordedAgent } from './recorded-agent.ts'

const CASHIER = 'Садыкова'
const CART_LINES = 'ul[aria-label="Items in the cart"] > li'
const BUYER = 'button[aria-label="Remove customer"]'
const RECEIPT = 'article[aria-label^="Receipt "]'
const MEGABYTE = 2 ** 20

/** Times that a cashier waits for the page, in ms. */
interface Times {
  scans: number[]
  cards: number[]
  payments: number[]
  loads: number[]
}

interface Work {
  products: readonly CatalogProduct[]
  /** Number of loyalty cards. */
  cards: number
  sales: number
}

const nothingTimed = (): Times => ({ scans: [], cards: [], payments: [], loads: [] })

/**
 * Till with a large catalog: time from scan to line, time from Pay to receipt, and memory retained after many
 * receipts.
 */
export const SELLING: Measurement = {
  name: 'selling',
  measure: async (bench) => {
    const { isQuick, runs, say } = bench.options
    const [products, promotions, cards, sales, receipts] = isQuick
      ? [1_000, 50, 1_000, 5, 100]
      : [300_000, 500, 200_000, 60, 5_000]
    await using shop = await Shop.open(bench)
    say(`making ${products} products, ${promotions} promotions and ${cards} cards`)
    await fillCatalog(shop, products)
    const sold = await findProducts(shop.sql, spreadOver(products, LINES_PER_SALE * 20))
    await addPromotions(shop.office, sold, promotions)
    await fillCards(shop, cards)
    await using point = await Point.open(bench, shop)
    await using browser = await openBrowser()

    const measured: { product: Times; floor: Times; heapPerSale: number }[] = []
    for (let run = 1; run <= runs; run++) {
      await using recorded = new RecordedAgent(point.url)
      const keep = (page: Page) => recorded.record(page)
      const work = { products: sold, cards, sales }
      const product = await sellInPage(browser, point.url, work, keep)
      const floor = await sellInPage(browser, await recorded.start(), work, () => recorded.rewind())
      measured.push({ product, floor, heapPerSale: product.heapPerSale })
      say(`run ${run}: ${product.scans.length} scans, ${product.payments.length} payments`)
    }
    const before = usageOf(point.pid).residentBytes
    for (let i = 0; i < receipts; i++) await sellAtAgent(point, sold, i)
    const after = usageOf(point.pid).residentBytes
    return [
      ...figuresOf(measured),
      memory('memory of the agent before', [before / MEGABYTE]),
      memory(`memory of the agent after ${receipts} receipts more`, [after / MEGABYTE]),
      memory(
        'memory of the page, for 1000 receipts',
        measured.map(({ heapPerSale }) => (heapPerSale * 1000) / MEGABYTE),
      ),
    ]
  },
}

/** Returns product numbers spread over the whole catalog. */
const spreadOver = (products: number, count: number): number[] =>
  Array.from(
    { length: Math.min(products, count) },
    (_, i) => 1 + i * Math.max(1, Math.floor(products / count)),
  )

/** Prepares the page, signs in, then makes the given number of sales. */
async function sellInPage(
  browser: Browser,
  url: string,
  work: Work,
  prepare: (page: Page) => (() => Promise<void>) | void,
): Promise<Times & { heapPerSale: number }> {
  const loads: number[] = []
  for (let i = 0; i < 3; i++) {
    await using context = await openContext(browser)
    loads.push(await firstLoad(context, url))
  }
  await using context = await openContext(browser)
  const page = await context.newPage()
  await watchInput(page)
  const end = prepare(page)
  const till = new TillPage(page)
  await till.open(url)
  await till.signIn(CASHIER, PIN)
  const times: Times = { ...nothingTimed(), loads }
  // The first sale warms up the page and the agent.
  await sellOne(till, work, 0, nothingTimed())
  const heapBefore = await heapOf(page)
  for (let sale = 1; sale <= work.sales; sale++) await sellOne(till, work, sale, times)
  const heapPerSale = ((await heapOf(page)) - heapBefore) / work.sales
  await end?.()
  return { ...times, heapPerSale }
}

async function sellOne(
  till: TillPage,
  { products, cards: cardCount }: Work,
  sale: number,
  { scans, cards, payments }: Times,
): Promise<void> {
  for (let line = 0; line < LINES_PER_SALE; line++) {
    const { barcode } = must(products[(sale * LINES_PER_SALE + line) % products.length])
    const outcome = { begins: 'Enter', shows: CART_LINES, count: line + 1 } as const
    scans.push(await timeInPage(till.page, outcome, () => till.scan(barcode)))
  }
  const buyer = { begins: 'Enter', shows: BUYER, count: 1 } as const
  const cardNumber = cardNumberOf(1 + ((sale * 7919) % cardCount))
  cards.push(await timeInPage(till.page, buyer, () => till.scan(cardNumber)))
  await till.button(/^Pay/).click()
  await till.page.getByRole('dialog').getByRole('button', { name: 'Exact' }).click()
  const complete = till.button(/^Complete sale/)
  payments.push(
    await timeInPage(till.page, { begins: 'click', shows: RECEIPT, count: 1 }, () => complete.click()),
  )
  await till.newSale()
  await till.page.getByRole('heading', { name: 'Sale' }).waitFor()
}

async function openContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' })
}

/** Measures the first load with an empty cache, until the cashier can select their name. */
async function firstLoad(context: BrowserContext, url: string): Promise<number> {
  const till = new TillPage(await context.newPage())
  return timed(async () => {
    await till.open(url)
    await till.button(CASHIER).first().waitFor()
  })
}

async function sellAtAgent(
  { till }: Point,
  products: readonly CatalogProduct[],
  sale: number,
): Promise<void> {
  await till.add({ productId: must(products[sale % products.length]).id })
  await till.pay()
}

function figuresOf(runs: readonly { product: Times; floor: Times }[]): Figure[] {
  const figure = (name: string, share: number, pick: (times: Times) => number[], below?: number): Figure => ({
    name: `${name}, p${share * 100}`,
    unit: 'ms',
    product: runs.map(({ product }) => percentile(pick(product), share)),
    floor: runs.map(({ floor }) => percentile(pick(floor), share)),
    ...(below !== undefined && { aim: { below } }),
  })
  const scans = ({ scans }: Times) => scans
  const cards = ({ cards }: Times) => cards
  const payments = ({ payments }: Times) => payments
  return [
    figure('scan to line', 0.5, scans),
    figure('scan to line', 0.99, scans, 50),
    figure('card to customer', 0.5, cards),
    figure('card to customer', 0.99, cards, 50),
    figure('pay to receipt', 0.5, payments),
    figure('pay to receipt', 0.99, payments, 100),
    figure('first load of the page', 0.5, ({ loads }) => loads),
  ]
}

const memory = (name: string, product: number[]): Figure => ({ name, unit: 'MB', product, floor: [] })
