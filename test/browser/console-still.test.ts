import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { ConsolePage, holdBack } from './console.ts'

describe('input in the console', () => {
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

  const open = async (path: string, width = 1280) => {
    const console = await ConsolePage.open(browser, door.hub.url, { width, height: 800 })
    await console.goto(path)
    await console.signIn(shop.email)
    return console
  }
  let stores = 0
  const newStore = async (): Promise<string> => {
    stores += 1
    return (await shop.api.post('/api/catalog/stores', { name: `Depot ${stores}` })).body.id
  }

  it('keeps typed values while offline, reports a failed save within seconds, and saves them on request when online again', async () => {
    const id = await newStore()
    const console = await open(`/stores/${id}`)
    await console.page.getByLabel('Address').fill('Mine')
    await console.rest()
    await console.page.context().setOffline(true)
    await console.button('Save', true).click()
    await console.page.getByText(/^The server is not responding/).waitFor({ timeout: 3000 })
    await console.page.getByText(/^Cannot reach the server/).waitFor()
    expect(await console.page.getByLabel('Address').inputValue()).toBe('Mine')
    await console.page.context().setOffline(false)
    await console.button('Save', true).click()
    await console.button('Undo').waitFor()
    expect((await shop.api.get(`/api/catalog/stores/${id}`)).body.address).toBe('Mine')
  })

  it('reports after three seconds that no response has arrived yet, and keeps waiting', async () => {
    const id = await newStore()
    const console = await open(`/stores/${id}`)
    await console.page.getByLabel('Address').fill('Mine')
    const held = await holdBack(console.page, `**/api/catalog/stores/${id}`)
    await console.button('Save', true).click()
    await console.page.getByText(/^No response yet. What you typed is kept/).waitFor()
    held.release()
    await console.page.getByText(/^No response yet/).waitFor({ state: 'detached' })
    await console.button('Undo').waitFor()
  })

  /**
   * Presses a button and returns the button under the pointer afterwards, or null when there is none or it is
   * the same.
   */
  async function landsOn({ page }: ConsolePage, button: Locator, done: () => Promise<unknown>) {
    const pressed = await button.innerText()
    const box = await button.boundingBox()
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    await page.mouse.click(at.x, at.y)
    await done()
    const there = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest<HTMLElement>('button, a')?.innerText ?? null,
      at,
    )
    return there === pressed ? null : there
  }

  it.each([
    ['desktop width', 1280],
    ['phone width', 390],
  ])('moves no other button under the pointer after an action, at %s', async (_, width) => {
    const id = await newStore()
    const console = await open(`/stores/${id}`, width)
    const { page } = console
    const save = console.button('Save', true)
    const shows = (text: string | RegExp) => async () => {
      await page.getByText(text).first().waitFor()
      await console.rest()
    }
    await page.getByLabel('Address').fill('One')
    expect(await landsOn(console, save, shows('Saved'))).toBeNull()
    await page.getByLabel('Address').fill('Two')
    const { body: now } = await shop.api.get(`/api/catalog/stores/${id}`)
    await shop.api.put(`/api/catalog/stores/${id}`, { ...now, name: `Theirs ${stores}` })
    expect(await landsOn(console, save, shows('Someone else saved changes in the meantime'))).toBeNull()
    expect(await landsOn(console, console.button('Discard changes'), () => console.rest())).toBeNull()

    const product = await createProduct(shop, { name: 'Tea', retailPrice: 10 })
    const { body: enter } = await shop.api.post('/api/inventory/enters', {
      storeId: shop.storeId,
      lines: [{ productId: product, quantity: 3, price: 5 }],
    })
    await console.follow(`/enters/${enter.id}`)
    const quantity = page.getByLabel('Quantity, line 1', { exact: true })
    await quantity.fill('4')
    expect(await landsOn(console, save, shows('Saved'))).toBeNull()
    await quantity.fill('5')
    expect(await landsOn(console, console.button('Discard changes'), () => console.rest())).toBeNull()
    await quantity.fill('6')
    const post = console.button('Save and post', true)
    expect(await landsOn(console, post, () => console.button('Unpost').waitFor())).toBeNull()
    await console.rest()
    const unpost = console.button('Unpost')
    expect(await landsOn(console, unpost, () => console.button('Post', true).waitFor())).toBeNull()
  })

  it('ignores presses on a dialog, a message or an alert that has just appeared', async () => {
    const id = await newStore()
    const console = await open(`/stores/${id}`)
    const { page } = console
    await page.evaluate(() => {
      const seen: Record<string, string> = {}
      Object.assign(window, { seen })
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (!(node instanceof HTMLElement)) continue
          for (const name of ['Modal-content', 'Notification-root', 'Alert-root']) {
            const come = node.matches(`.mantine-${name}`) ? node : node.querySelector(`.mantine-${name}`)
            if (come) seen[name] ??= getComputedStyle(come).pointerEvents
          }
        }
      }).observe(document.body, { subtree: true, childList: true })
    })
    await page.getByLabel('Name').fill('')
    await page.getByLabel('Address').fill('Mine')
    const { body: now } = await shop.api.get(`/api/catalog/stores/${id}`)
    await shop.api.put(`/api/catalog/stores/${id}`, { ...now, name: `Theirs ${stores}` })
    await page.getByLabel('Name').fill(`Mine ${stores}`)
    await console.button('Save', true).click()
    await page.getByText('Someone else saved changes in the meantime').waitFor()
    await console.button('Save', true).click()
    await console.button('Undo').waitFor()
    await console.button('Delete').click()
    await page.getByRole('dialog').getByText('Delete?').waitFor()
    expect(await page.evaluate(() => (window as unknown as { seen: object }).seen)).toEqual({
      'Modal-content': 'none',
      'Notification-root': 'none',
      'Alert-root': 'none',
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
