import type { Locator, Page } from 'playwright-core'
import { TILL_API } from '#shared/contracts/till/routes.ts'

/** The bit of the shift key among the modifiers of the Chrome DevTools Protocol. */
const SHIFT = 8
const SCAN_EVERY_MS = 300

/** What a cashier does at the page, by what is written on it. */
export class TillPage {
  readonly page: Page
  #scannedAtMs = 0

  constructor(page: Page) {
    this.page = page
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  async open(url: string): Promise<void> {
    // A till of its own: a window of another browser is asked which one it is.
    await this.page.context().request.post(`${url}${TILL_API}/tills`)
    await this.page.goto(url)
  }

  async signIn(cashier: string, pin: string): Promise<void> {
    await this.button(cashier).first().click()
    await this.page.getByLabel(new RegExp(`^(PIN of|ПИН-код:) ${cashier}`)).fill(pin)
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('heading', { name: /^(Sale|Продажа)$/ }).waitFor()
  }

  /** As a scanner in keyboard mode types: fast, ended by Enter. */
  async scan(digits: string): Promise<void> {
    await this.scanPhysicalKeys([...digits].map((digit) => ({ code: `Digit${digit}`, types: digit })))
  }

  /** As a scanner types while the computer has another keyboard layout: the keys are right, their letters are not. */
  async scanPhysicalKeys(
    keys: readonly { code: string; types: string; isShifted?: boolean }[],
  ): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page)
    // Each key says when it was struck, as a keyboard does: on a busy machine the browser comes to it later. The trigger
    // is pressed again after a while: a code that comes twice at once counts once.
    let struckAtMs = Math.max(Date.now(), this.#scannedAtMs + SCAN_EVERY_MS)
    const strike = (code: string, key: string, text: string, modifiers: number): Promise<unknown>[] => {
      struckAtMs += 1
      const struck = { code, key, modifiers, timestamp: struckAtMs / 1000 }
      return [
        session.send('Input.dispatchKeyEvent', { ...struck, type: 'keyDown', text }),
        session.send('Input.dispatchKeyEvent', { ...struck, type: 'keyUp' }),
      ]
    }
    // Nothing is waited for in between: on a busy machine that would be as slow as a person.
    await Promise.all([
      ...keys.flatMap(({ code, types, isShifted }) => strike(code, types, types, isShifted ? SHIFT : 0)),
      ...strike('Enter', 'Enter', '\r', 0),
    ])
    this.#scannedAtMs = struckAtMs
    await session.detach()
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Search products' }).fill(text)
  }

  option(name: string): Locator {
    return this.page.getByRole('option', { name: new RegExp(name) })
  }

  /** The button of a product or a group among the tiles. */
  tile(name: string): Locator {
    return this.page.locator('[data-tile]').filter({ hasText: name })
  }

  cartLine(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Lines of the cart' })
      .getByRole('listitem')
      .filter({ hasText: name })
  }

  /** Of an exchange. */
  takenLine(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Customer takes' })
      .getByRole('listitem')
      .filter({ hasText: name })
  }

  /** Counts the float, so many of one note such as "1,000.00", where the shift is to be opened. */
  async openShift(note: string, count: string): Promise<void> {
    const float = this.page.getByRole('dialog', { name: 'Shift' })
    await float.getByLabel(note).fill(count)
    await float.getByRole('button', { name: 'Open the shift' }).click()
  }

  /** Pays in exact cash and answers the number on the receipt. */
  async payExactly(): Promise<string> {
    await this.button(/^Pay/).click()
    await this.page.getByRole('dialog').getByRole('button', { name: 'Exact' }).click()
    await this.button(/^Complete sale/).click()
    return this.receiptNumber()
  }

  async receiptNumber(): Promise<string> {
    const receipt = this.page.getByRole('article', { name: /^Receipt / })
    const name = await receipt.getAttribute('aria-label')
    return /[A-Z]+\d-\d{6}/.exec(name ?? '')?.[0] ?? ''
  }

  /** Of the page of the receipt on the screen, as its code says it. */
  async receiptLink(): Promise<string> {
    const code = this.page.getByRole('article', { name: /^Receipt / }).getByRole('img', { name: /\/r\// })
    return (await code.getAttribute('alt')) ?? ''
  }

  async newSale(): Promise<void> {
    await this.button(/^New sale/).click()
  }
}
