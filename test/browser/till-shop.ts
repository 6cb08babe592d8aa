import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { HubConfig } from '#hub/config/config.ts'
import { must } from '#shared/std/must.ts'
import { sharedBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { Line } from '#test/support/line.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { TillPage } from './till.ts'

interface OpenTill {
  locale?: string
  viewport?: { width: number; height: number }
  /** True by default; when false, no cashier is signed in. */
  signIn?: boolean
  /** Preparation of the browser context before any page loads. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/** Resources shared by the tests of a file. */
export interface TillShop {
  shop: TestShop
  agent: TestAgent
  /** Opens a separate till, closed at the end of the test, so that other tests do not see its cart. */
  openTill(options?: OpenTill): Promise<TillPage>
  /** Connection between the agent and the hub. */
  line: Line
  /** Cuts the connection of the agent to the hub, until the end of the test at the latest. */
  cutOff(): void
}

/**
 * Provides one shop, one agent and one browser to all tests of a file. `fill` runs before the agent downloads
 * the catalog. `configure` returns settings of the hub.
 */
export function useTillShop(
  fill: (shop: TestShop) => Promise<unknown>,
  configure?: () => Promise<Partial<HubConfig>>,
): TillShop {
  let shop: TestShop | undefined
  let agent: TestAgent | undefined
  let line: Line | undefined
  let browser: Promise<Browser> | undefined
  beforeAll(async () => {
    browser = sharedBrowser()
    shop = await openTestShop(await configure?.())
    await fill(shop)
    const { door } = shop
    line = await Line.open(() => door.hub.url)
    agent = await shop.openAgent({ hubUrl: line.url })
  })
  afterAll(async () => {
    await shop?.[Symbol.asyncDispose]()
    await line?.[Symbol.asyncDispose]()
  })
  return {
    get shop() {
      return must(shop)
    },
    get agent() {
      return must(agent)
    },
    openTill: async ({ locale = 'en-GB', viewport = DESK, signIn = true, prepare } = {}) => {
      const context = await (await must(browser)).newContext({ viewport, locale, reducedMotion: 'reduce' })
      onTestFinished(() => context.close())
      await prepare?.(context)
      const till = new TillPage(await context.newPage())
      await till.open(must(agent).url)
      if (signIn) await till.signIn('Owner', OWNER_PIN)
      return till
    },
    get line() {
      return must(line)
    },
    cutOff: () => {
      onTestFinished(() => must(line).become({}))
      must(line).become({ end: 'nobody' })
    },
  }
}

const DESK = { width: 1024, height: 768 }
export const PHONE = { width: 390, height: 844 }

export const TEA = '4006381333931'

/** Creates the default product of these shops and returns its id. The price is in tenge. */
export const addTea = ({ organization }: TestShop, price = 950): Promise<string> =>
  createProduct(organization, { name: 'Green tea', retailPrice: price, barcode: TEA })
