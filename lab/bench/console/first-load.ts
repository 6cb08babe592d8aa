import { openBrowser } from '#test/support/browser.ts'
import type { Measurement } from '../harness/bench.ts'
import { timed } from '../harness/timed.ts'
import { Shop } from '../world/shop.ts'
import { openContext, signIn } from './stage.ts'

const LOADS = 5
const MOST_KB = 250

/**
 * First load of the console with an empty cache, until a page is shown. The floor is an empty page from the
 * same hub.
 */
export const FIRST_LOAD: Measurement = {
  name: 'first-load',
  measure: async (bench) => {
    await using shop = await Shop.open(bench)
    await using browser = await openBrowser()
    const [product, floor, kilobytes]: [number[], number[], number[]] = [[], [], []]
    for (let load = 0; load < LOADS; load += 1) {
      await using context = await openContext(browser)
      await (await signIn(context, shop)).close()
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      floor.push(await timed(() => page.goto(`${shop.hubUrl}/healthz`)))
      product.push(
        await timed(async () => {
          await page.goto(shop.hubUrl)
          await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
        }),
      )
      kilobytes.push(
        await page.evaluate(() => {
          const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
          const scripts = all.filter(({ name }) => name.endsWith('.js'))
          return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0)
        }),
      )
    }
    return [
      { name: 'first page of the console, nothing kept', unit: 'ms', product, floor },
      { name: 'its script, compressed', unit: 'kB', product: kilobytes, floor: [], aim: { below: MOST_KB } },
    ]
  },
}
