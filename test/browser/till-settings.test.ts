import { describe, expect, it } from 'vitest'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { NEW_TILL } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import type { TillPage } from './till.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

/** Documents printed by the page, recorded instead of printed. */
declare global {
  interface Window {
    papers: string[]
  }
}

const USUAL = { allowDeleteLines: true, printAlways: false, requireCashierChoice: false }

describe('settings of the retail point on the till page', () => {
  const at = useTillShop(addTea)

  /** Opens a separate till with the owner signed in, after the agent has received the settings. */
  async function openTill(settings: Record<string, boolean>): Promise<TillPage> {
    const wanted = { ...USUAL, ...settings }
    await changePoint(at.shop.organization, { controlStock: false, ...wanted })
    const checker = await at.agent.till(NEW_TILL)
    await until('the agent has the settings', async () => {
      const current: Record<string, unknown> = (await checker.status()).settings ?? {}
      return Object.entries(wanted).every(([field, value]) => current[field] === value)
    })
    return at.openTill({
      prepare: (context) =>
        context.addInitScript(() => {
          window.papers = []
          window.print = () =>
            window.papers.push(
              document.querySelector<HTMLElement>('body > div[aria-hidden] article')?.innerText ?? '',
            )
        }),
    })
  }

  const papersOf = ({ page }: TillPage): Promise<string[]> => page.evaluate(() => window.papers)
  const printed = async (till: TillPage, count: number): Promise<string[]> => {
    await till.page.waitForFunction((papers) => window.papers.length >= papers, count)
    return papersOf(till)
  }

  it('hides the removal of lines when the retail point forbids it', async () => {
    const till = await openTill({ allowDeleteLines: false })
    await till.scan(TEA)
    await till.scan(TEA)
    await till.button(/^Change quantity, now 2/).waitFor()
    expect(await till.button(/^Remove/).count()).toBe(0)
    expect(await till.button('Clear cart').count()).toBe(0)
    expect(await till.button('One less').isDisabled()).toBe(true)
    await till.page.keyboard.press('Delete')
    await till.button('One more').click()
    await till.button(/^Change quantity, now 3/).waitFor()
    expect((await till.payExactly()).length).toBeGreaterThan(0)
  })

  it('removes lines when the retail point allows it', async () => {
    const till = await openTill({ allowDeleteLines: true })
    await till.scan(TEA)
    await till.button('Remove Green tea').click()
    await till.page.getByText('Ready for the next customer').waitFor()
    expect(await papersOf(till)).toEqual([])
  })

  it('prints each receipt once automatically when the retail point always prints', async () => {
    const till = await openTill({ printAlways: true })
    for (let sale = 1; sale <= 2; sale += 1) {
      await till.scan(TEA)
      await till.cartLine('Green tea').waitFor()
      const number = await till.payExactly()
      const papers = await printed(till, sale)
      expect(papers).toHaveLength(sale)
      expect(papers.at(-1)).toContain(number)
      expect(papers.at(-1)).not.toContain('COPY')
      await till.button('Print copy').waitFor()
      await till.newSale()
    }
  })

  it('prints a receipt even if the next sale begins before the printer responds', async () => {
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

  it('prints only on request when the retail point does not always print', async () => {
    const till = await openTill({})
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.payExactly()
    expect(await papersOf(till)).toEqual([])
    await till.button('Print').click()
    expect(await printed(till, 1)).toHaveLength(1)
  })

  it('shows the stock when the retail point controls it, and lets the cashier sell without stock', async () => {
    const { api, storeId } = at.shop.organization
    const cake = await createProduct(at.shop.organization, { name: 'Cake', retailPrice: 400 })
    const enter = async (quantity: number) => {
      const base = '/api/inventory/enters'
      const { body } = await api.post(base, { storeId, lines: [{ productId: cake, quantity, price: 100 }] })
      await api.post(`${base}/${body.id}/post`)
    }
    await enter(2)
    const till = await openTill({})
    await changePoint(at.shop.organization, { controlStock: true })
    const checker = await at.agent.till(NEW_TILL)
    const isStockKnown = async () => (await checker.search('cake')).items[0]?.inStock === 2
    await until('the agent has the stock', isStockKnown)
    await till.search('cake')
    await till.page.getByText('1 product', { exact: true }).waitFor()
    await till.option('Cake').getByText('2 шт in stock').waitFor()
    await till.page.keyboard.press('Enter')
    await till.cartLine('Cake').waitFor()
    await till.search('')
    await till.button('One more').click()
    await till.button(/^Change quantity, now 2/).waitFor()
    await till.button('One more').click()
    const question = till.page.getByText(/^Not added. Cake: only 2 in stock. As of/)
    await question.waitFor()
    await till.button('Sell anyway').click()
    await till.button(/^Change quantity, now 3/).waitFor()
    await question.waitFor({ state: 'detached' })
    await till.scan(TEA)
    await till.page.getByText(/^Not added. Green tea is out of stock./).waitFor()
    expect(await till.cartLine('Green tea').count()).toBe(0)
    await till.button('Sell anyway').click()
    await till.cartLine('Green tea').waitFor()
    expect((await till.payExactly()).length).toBeGreaterThan(0)
    await till.newSale()
    await till.tile('Cake').getByText('Out of stock').waitFor()
    await till.search('cake')
    await till.option('Cake').getByText('Out of stock').waitFor()
    await enter(5)
    await till.option('Cake').getByText('4 шт in stock').waitFor()
  })

  it('signs out after each receipt when the retail point requires a choice of cashier', async () => {
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

  it('keeps the same cashier when the retail point requires no choice', async () => {
    const till = await openTill({})
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.payExactly()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
  })

  it('parks a cart and prints a copy only once on a double press', async () => {
    const till = await openTill({})
    const pressTwice = (name: string | RegExp) =>
      till.button(name).evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.page.keyboard.press('F4')
    await till.page.getByLabel('Note').fill('double')
    await pressTwice('Park this cart')
    await till.page.getByText('Ready for the next customer').waitFor()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    expect(await till.page.getByText('The cart is empty').count()).toBe(0)
    const checker = await at.agent.till(NEW_TILL)
    const { items } = await checker.expect<{ items: { label: string }[] }>('GET', '/carts/parked')
    expect(items.filter(({ label }) => label === 'double')).toHaveLength(1)
    const number = await till.payExactly()
    for (const count of [1, 2]) {
      await pressTwice(/^Print/)
      await printed(till, count)
      await till.button(/^Print copy/).waitFor()
      expect(await papersOf(till)).toHaveLength(count)
      expect((await checker.receipt(number)).printedCount).toBe(count)
    }
  })
})
