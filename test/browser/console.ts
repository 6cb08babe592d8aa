import type { Browser, Locator, Page, Request } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { OWNER_PASSWORD } from '#test/support/hub.ts'

/** Actions of a user in the console, located by visible texts. Any error in the browser console fails the test. */
export class ConsolePage {
  readonly page: Page
  readonly #url: string
  readonly #requested = new Set<Request>()

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
    page.on('request', (request) => void this.#requested.add(request))
    page.on('requestfinished', (request) => void this.#requested.delete(request))
    page.on('requestfailed', (request) => void this.#requested.delete(request))
  }

  /** Opens the console in a separate browser context, closed at the end of the test. */
  static async open(
    browser: Browser,
    url: string,
    options: { width?: number; height?: number; locale?: string } = {},
  ) {
    const { width = 1280, height = 800, locale = 'en-GB' } = options
    const context = await browser.newContext({ viewport: { width, height }, locale })
    context.setDefaultTimeout(WAITS_MS)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail' && !page.isClosed())
        process.stderr.write(`${page.url()}\n${await page.locator('body').ariaSnapshot()}\n`)
      await context.close()
      expect(complaints.filter((text) => !REFUSALS.test(text))).toEqual([])
    })
    return new ConsolePage(page, url)
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(this.#url + path)
  }

  /** Navigates within the page like a link, and waits until all responses of the hub are displayed. */
  async follow(path: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState(null, '', to), path)
    await this.page.waitForFunction((to) => {
      const { status, resolvedLocation } = (
        window as unknown as { __TSR_ROUTER__: { state: { status: string; resolvedLocation?: Location } } }
      ).__TSR_ROUTER__.state
      return status === 'idle' && resolvedLocation?.pathname === to
    }, path)
    await this.page.locator('h1:visible, h2:visible').first().waitFor()
    await this.rest()
  }

  /** Waits until no request to the hub is pending, apart from event streams. */
  async rest(): Promise<void> {
    await expect.poll(() => this.#pending()).toEqual([])
  }

  /** Returns the requests that are still pending after 100 ms. */
  async #pending(): Promise<string[]> {
    await this.page.waitForTimeout(100)
    return [...this.#requested]
      .filter((request) => request.headers().accept !== 'text/event-stream')
      .map((request) => `${request.method()} ${request.url()}`)
  }

  async signIn(email: string, password = OWNER_PASSWORD): Promise<void> {
    await this.page.getByLabel('E-mail').fill(email)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('banner').waitFor()
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 1, name })
  }

  /** Returns a button. With `isWhole`, the name must match completely instead of in part. */
  button(name: string | RegExp, isWhole = false): Locator {
    return this.page.getByRole('button', { name, exact: isWhole })
  }

  /**
   * Returns the reason why a button is disabled, or null when it is enabled. Checks that Tab reaches a
   * disabled button, that focus shows its description, and that a press has no effect.
   */
  async whyNot(name: string): Promise<string | null> {
    const button = this.button(name, true)
    await button.waitFor()
    if ((await button.getAttribute('aria-disabled')) !== 'true') return null
    expect(await button.evaluate((element) => (element as HTMLElement).tabIndex)).toBe(0)
    const id = await button.getAttribute('aria-describedby')
    expect(id, `the reason of ${name}`).not.toBeNull()
    const text = await this.page.locator(`[id="${id}"]`).textContent()
    // The browser shows the description of a button focused by a script only when the last input was a key.
    await this.page.keyboard.press('Tab')
    await button.focus()
    const shown = this.page.getByRole('tooltip', { name: text ?? '' })
    await shown.waitFor()
    expect(await this.#effectsOf(() => this.page.keyboard.press('Enter'))).toEqual([])
    await button.blur()
    await shown.waitFor({ state: 'hidden' })
    return text
  }

  /** Returns the requests sent to the hub, and the dialogs and pages opened, during an action. */
  async #effectsOf(act: () => Promise<void>): Promise<string[]> {
    const effects: string[] = []
    const note = (request: Request): void => {
      if (request.method() !== 'GET') effects.push(`${request.method()} ${request.url()}`)
    }
    const before = this.page.url()
    const dialogs = await this.page.getByRole('dialog').count()
    this.page.on('request', note)
    await act()
    await this.rest()
    this.page.off('request', note)
    if (this.page.url() !== before) effects.push(this.page.url())
    if ((await this.page.getByRole('dialog').count()) !== dialogs) effects.push('dialog')
    return effects
  }

  async choose(field: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: field }).click()
    await this.page.getByRole('option', { name: option, exact: true }).click()
  }

  row(name: string | RegExp): Locator {
    return this.page.getByRole('row', { name })
  }

  /** Returns the names in the first column of the rendered rows, after the checkbox if the rows can be selected. */
  async rows(): Promise<string[]> {
    return this.page
      .locator(
        'tbody tr[aria-rowindex] td:first-child:not(:has(input)), tbody td:has(input):first-child + td',
      )
      .allTextContents()
  }
}

/** Holds back responses of the hub until `release` is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

/**
 * Time-out in ms, below that of a test so that the message names the awaited element, and long enough for a
 * busy machine.
 */
const WAITS_MS = 90_000

/** Browser errors to ignore: responses with an error status, and requests aborted by a test. */
const REFUSALS =
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_(FAILED|INTERNET_DISCONNECTED))/
