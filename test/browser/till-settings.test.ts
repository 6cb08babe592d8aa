import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { TillPage } from './till.ts'

const TEA = '4006381333931'
const POINT = '/api/catalog/retail-points'

/** What the page prints, instead of a printer. */
declare global {
  interface Window {
    papers: string[]
  }
}

describe('the till page where the retail point', () => {
  let shop: TestShop
  let agent: TestAgent
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    shop = await openTestShop()
    await createProduct(shop.organization, {
      name: 'Green tea',
      retailPrice: 950,
      barcodes: [{ value: TEA, type: 'Ean13' }],
    })
    agent = await shop.openAgent()
  })
  afterAll(async () => {
    await shop?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  /** A till of its own with the owner signed in, once the agent has heard of the settings. */
  async function openTill(settings: Record<string, boolean>): Promise<TillPage> {
    await changePoint(settings)
    const checker = await agent.till('checker-1')
    await until('the agent has the settings', async () => {
      const told: Record<string, unknown> = (await checker.status()).settings ?? {}
      const expected = {
        allowDeleteLines: true,
        printAlways: false,
        requireCashierChoice: false,
        ...settings,
      }
      return Object.entries(expected).every(([field, value]) => told[field] === value)
    })
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' })
    onTestFinished(() => context.close())
    await context.addInitScript(() => {
      window.papers = []
      window.print = () =>
        window.papers.push(
          document.querySelector<HTMLElement>('body > div[aria-hidden] article')?.innerText ?? '',
        )
    })
    const till = new TillPage(await context.newPage())
    await till.open(agent.url)
    await till.signIn('Owner', OWNER_PIN)
    return till
  }

  async function changePoint(settings: Record<string, boolean>): Promise<void> {
    const { api, retailPointId } = shop.organization
    const { name, storeId, priceTypeId, version } = (await api.get(`${POINT}/${retailPointId}`)).body
    const body = { name, storeId, priceTypeId, version, ...settings }
    expect((await api.put(`${POINT}/${retailPointId}`, body)).status).toBe(200)
  }

  const papersOf = ({ page }: TillPage): Promise<string[]> => page.evaluate(() => window.papers)
  const printed = async (till: TillPage, count: number): Promise<string[]> => {
    await till.page.waitForFunction((papers) => window.papers.length >= papers, count)
    return papersOf(till)
  }

  it('forbids it, offers nothing that takes a line off', async () => {
    const till = await openTill({ allowDeleteLines: false })
    await till.scan(TEA)
    await till.scan(TEA)
    await till.button(/^Quantity 2/).waitFor()
    expect(await till.button(/^Remove/).count()).toBe(0)
    expect(await till.button('Clear the cart').count()).toBe(0)
    expect(await till.button('One less').isDisabled()).toBe(true)
    await till.page.keyboard.press('Delete')
    await till.button('One more').click()
    await till.button(/^Quantity 3/).waitFor()
    expect((await till.payExactly()).length).toBeGreaterThan(0)
  })

  it('allows it, takes lines off', async () => {
    const till = await openTill({ allowDeleteLines: true })
    await till.scan(TEA)
    await till.button('Remove Green tea').click()
    await till.page.getByText('Ready for the next customer').waitFor()
    expect(await papersOf(till)).toEqual([])
  })

  it('prints always, prints each receipt once by itself', async () => {
    const till = await openTill({ printAlways: true })
    for (let sale = 1; sale <= 2; sale += 1) {
      await till.scan(TEA)
      await till.cartLine('Green tea').waitFor()
      const number = await till.payExactly()
      const papers = await printed(till, sale)
      expect(papers).toHaveLength(sale)
      expect(papers.at(-1)).toContain(number)
      expect(papers.at(-1)).not.toContain('COPY')
      await till.button('Print a copy').waitFor()
      await till.newSale()
    }
  })

  it('prints always, prints also when the next sale begins before the printer answers', async () => {
    const till = await openTill({ printAlways: true })
    let answer = (): void => {}
    const isNextBegun = new Promise<void>((resolve) => {
      answer = resolve
    })
    await till.page.route('**/printed', async (route) => {
      await isNextBegun
      await route.continue()
    })
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    const number = await till.payExactly()
    await till.newSale()
    await till.page.getByText('Ready for the next customer').waitFor()
    answer()
    expect(await printed(till, 1)).toEqual([expect.stringContaining(number)])
  })

  it('does not print always, prints when asked', async () => {
    const till = await openTill({})
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.payExactly()
    expect(await papersOf(till)).toEqual([])
    await till.button('Print').click()
    expect(await printed(till, 1)).toHaveLength(1)
  })

  it('controls stock, says what there is and lets the cashier sell all the same', async () => {
    const { api, storeId } = shop.organization
    const cake = await createProduct(shop.organization, { name: 'Cake', retailPrice: 400 })
    const enter = async (quantity: number) => {
      const base = '/api/inventory/enters'
      const { body } = await api.post(base, { storeId, lines: [{ productId: cake, quantity, price: 100 }] })
      await api.post(`${base}/${body.id}/post`)
    }
    await enter(2)
    const till = await openTill({})
    await changePoint({ controlStock: true })
    const checker = await agent.till('checker-1')
    const isTold = async () => (await checker.search('cake')).items[0]?.inStock === 2
    await until('the agent has the stock', isTold)
    await till.search('cake')
    await till.page.getByText('1 product', { exact: true }).waitFor()
    await till.option('Cake').getByText('2 шт in stock').waitFor()
    await till.page.keyboard.press('Enter')
    await till.cartLine('Cake').waitFor()
    await till.search('')
    await till.button('One more').click()
    await till.button(/^Quantity 2/).waitFor()
    await till.button('One more').click()
    const question = till.page.getByText(/^Not added. Cake: there are 2 in stock. As known at/)
    await question.waitFor()
    await till.button('Sell anyway').click()
    await till.button(/^Quantity 3/).waitFor()
    await question.waitFor({ state: 'detached' })
    await till.scan(TEA)
    await till.page.getByText(/^Not added. Green tea: there are none in stock./).waitFor()
    expect(await till.cartLine('Green tea').count()).toBe(0)
    await till.button('Sell anyway').click()
    await till.cartLine('Green tea').waitFor()
    expect((await till.payExactly()).length).toBeGreaterThan(0)
    await till.newSale()
    await till.tile('Cake').getByText('None in stock').waitFor()
    await till.search('cake')
    await till.option('Cake').getByText('None in stock').waitFor()
    await enter(5)
    await till.option('Cake').getByText('4 шт in stock').waitFor()
  })

  it('asks who sells, signs out after each receipt', async () => {
    const till = await openTill({ requireCashierChoice: true })
    const chooser = till.page.getByText('Who is at the till?')
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.payExactly()
    await till.newSale()
    await chooser.waitFor()
    await till.signIn('Owner', OWNER_PIN)
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.payExactly()
    await till.scan(TEA)
    await chooser.waitFor()
    await till.page.getByText(/^Not added/).waitFor()
    await till.signIn('Owner', OWNER_PIN)
    await till.page.getByText('Ready for the next customer').waitFor()
  })

  it('does not ask who sells, goes on with the same cashier', async () => {
    const till = await openTill({})
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.payExactly()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
  })
})
