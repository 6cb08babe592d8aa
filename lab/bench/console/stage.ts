import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Figure } from '../harness/figure.ts'
import { type Action, timeInPage, watchInput } from '../harness/page-times.ts'
import { percentile } from '../harness/statistics.ts'
import { OFFICE_PASSWORD } from '../world/office.ts'
import type { Shop } from '../world/shop.ts'

/** Maximum acceptable response time to a user action, in ms. */
const BELOW_MS = 100
const NOTHING = '/healthz'

export async function openContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
}

/** Opens the console in a watched page and signs in as the owner. */
export async function signIn(context: BrowserContext, { hubUrl, office }: Shop): Promise<Page> {
  const page = await context.newPage()
  await watchInput(page)
  await page.goto(hubUrl)
  await page.getByLabel('E-mail').fill(office.email)
  await page.getByLabel('Password', { exact: true }).fill(OFFICE_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return page
}

/** Navigates within the page and waits for an element that matches `shows`. */
export async function follow(page: Page, path: string, shows: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.locator(shows).first().waitFor()
}

/**
 * Empty page from the same hub that draws a line on each click. With `asks`, it first requests a constant
 * from the hub. This is the least work that any page must do.
 */
export class EmptyPage {
  readonly #page: Page
  #lines = 0

  private constructor(page: Page) {
    this.#page = page
  }

  static async open(browser: Browser, { hubUrl }: Shop, asks: boolean): Promise<EmptyPage> {
    // The page is an API response, whose content security policy forbids requests.
    const page = await browser.newPage({ bypassCSP: true })
    await watchInput(page)
    await page.goto(hubUrl + NOTHING)
    await page.evaluate(
      ([path, asks]) => {
        document.addEventListener('click', async () => {
          if (asks) await (await fetch(path)).text()
          document.body.append(document.createElement('hr'))
        })
      },
      [NOTHING, asks] as const,
    )
    return new EmptyPage(page)
  }

  time(): Promise<number> {
    this.#lines += 1
    const action: Action = { begins: 'click', shows: 'hr', count: this.#lines }
    return timeInPage(this.#page, action, () => this.#page.mouse.click(200, 200))
  }
}

/** Times of an action in ms, for the console and the empty page. */
export class Times {
  readonly #product: number[][] = []
  readonly #floor: number[][] = []

  /** Starts the next run. */
  begin(): void {
    this.#product.push([])
    this.#floor.push([])
  }

  async add(product: () => Promise<number>, floor: EmptyPage): Promise<void> {
    this.#product.at(-1)?.push(await product())
    this.#floor.at(-1)?.push(await floor.time())
  }

  figures(name: string): Figure[] {
    const at = (share: number, aim?: Figure['aim']): Figure => ({
      name: `${name}, p${share * 100}`,
      unit: 'ms',
      product: this.#product.map((times) => percentile(times, share)),
      floor: this.#floor.map((times) => percentile(times, share)),
      ...(aim && { aim }),
    })
    return [at(0.5), at(0.95, { below: BELOW_MS })]
  }
}
