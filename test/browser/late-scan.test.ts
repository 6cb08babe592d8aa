import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { TillPage } from './till.ts'

const TEA = '4006381333931'

/** Longer than a person's pause between two keys. */
const LATE_MS = 130

describe('a scan on a busy computer', () => {
  let shop: TestShop
  let agent: TestAgent
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    shop = await openTestShop()
    const barcodes = [{ value: TEA, type: 'Ean13' }]
    await createProduct(shop.organization, { name: 'Green tea', retailPrice: 950, barcodes })
    agent = await shop.openAgent()
  })
  afterAll(async () => {
    await shop?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  it('stays one, however late its keys come, by when they were struck', async () => {
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' })
    onTestFinished(() => context.close())
    const till = new TillPage(await context.newPage())
    await till.open(agent.url)
    await till.signIn('Owner', OWNER_PIN)
    const session = await context.newCDPSession(till.page)
    let struckAtMs = Date.now()
    for (const [index, digit] of [...TEA].entries()) {
      struckAtMs += 1
      const key = { code: `Digit${digit}`, key: digit, timestamp: struckAtMs / 1000 }
      await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown', text: digit })
      await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' })
      // The page has nothing to do with it for so long, in the middle of the code.
      if (index === 2) await till.page.waitForTimeout(LATE_MS)
    }
    struckAtMs += 1
    const enter = { code: 'Enter', key: 'Enter', timestamp: struckAtMs / 1000 }
    await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyDown', text: '\r' })
    await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyUp' })
    await till.cartLine('Green tea').waitFor()
  })
})
