import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Figure } from '../harness/figure.ts'
import { type Deed, timeInPage, watchInput } from '../harness/page-times.ts'
import { percentile } from '../harness/statistics.ts'
import { OFFICE_PASSWORD } from '../world/office.ts'
import type { Shop } from '../world/shop.ts'

/** Nobody waits longer for what they have done. */
const BELOW_MS = 100
const NOTHING = '/healthz'

export async function openContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
}

/** The console in a page that is watched, its owner signed in. */
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

/** Goes there within the page, and waits for what is there, in CSS. */
export async function follow(page: Page, path: string, shows: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.locator(shows).first().waitFor()
}

/**
 * An empty page of the same hub, where each click draws a line, with `asks` when the hub has answered a constant: the least
 * that any page would have to do.
 */
export class EmptyPage {
  readonly #page: Page
  #lines = 0

  private constructor(page: Page) {
    this.#page = page
  }

  static async open(browser: Browser, { hubUrl }: Shop, asks: boolean): Promise<EmptyPage> {
    // Nothing may be asked by the answer of an API, which this page is.
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
    const deed: Deed = { begins: 'click', shows: 'hr', count: this.#lines }
    return timeInPage(this.#page, deed, () => this.#page.mouse.click(200, 200))
  }
}

/** Milliseconds that a deed has taken and, beside it, the empty page. */
export class Times {
  readonly #product: number[][] = []
  readonly #floor: number[][] = []

  /** From here on counts as the next run. */
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
