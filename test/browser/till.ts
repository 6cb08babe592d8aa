import type { Locator, Page } from 'playwright-core'
import { TILL_API } from '#shared/contracts/till/routes.ts'

/** Bit of the Shift key in the modifiers of the Chrome DevTools Protocol. */
const SHIFT = 8
const SCAN_EVERY_MS = 300

/** Actions of a cashier on the till page, located by visible texts. */
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
    // Creates a separate till, because a new browser window would otherwise have to choose one.
    await this.page.context().request.post(`${url}${TILL_API}/tills`)
    await this.page.goto(url)
  }

  async signIn(cashier: string, pin: string): Promise<void> {
    await this.button(cashier).first().click()
    await this.page.getByLabel(new RegExp(`^(PIN for|ПИН-код:) ${cashier}`)).fill(pin)
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('heading', { name: /^(Sale|Продажа)$/ }).waitFor()
  }

  /** Types a code like a scanner in keyboard mode: fast, with Enter at the end. */
  async scan(digits: string): Promise<void> {
    await this.scanPhysicalKeys([...digits].map((digit) => ({ code: `Digit${digit}`, types: digit })))
  }

  /**
   * Types like a scanner on a computer with another keyboard layout: the key codes are right, but the letters
   * are not.
   */
  async scanPhysicalKeys(
    keys: readonly { code: string; types: string; isShifted?: boolean }[],
  ): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page)
    // Each key has its own timestamp, as on a real keyboard, even if a busy browser handles it later. The
    // next scan starts after a pause, because a code scanned twice in quick succession counts once.
    let struckAtMs = Math.max(Date.now(), this.#scannedAtMs + SCAN_EVERY_MS)
    const strike = (code: string, key: string, text: string, modifiers: number): Promise<unknown>[] => {
      struckAtMs += 1
      const struck = { code, key, modifiers, timestamp: struckAtMs / 1000 }
      return [
        session.send('Input.dispatchKeyEvent', { ...struck, type: 'keyDown', text }),
        session.send('Input.dispatchKeyEvent', { ...struck, type: 'keyUp' }),
      ]
    }
    // All key events are sent without waiting. On a busy machine, waiting would make them as slow as a user.
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

  tile(name: string): Locator {
    return this.page.locator('[data-tile]').filter({ hasText: name })
  }

  cartLine(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Items in the cart' })
      .getByRole('listitem')
      .filter({ hasText: name })
  }

  /** Returns the line of a product that the customer takes in an exchange. */
  takenLine(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Customer takes' })
      .getByRole('listitem')
      .filter({ hasText: name })
  }

  /** Opens the shift with a float of `count` pieces of one note, such as "1,000.00". */
  async openShift(note: string, count: string): Promise<void> {
    const float = this.page.getByRole('dialog', { name: 'Shift' })
    await float.getByLabel(note).fill(count)
    await float.getByRole('button', { name: 'Open shift' }).click()
  }

  /** Pays the exact amount in cash and returns the receipt number. */
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

  /** Returns the link in the QR code of the displayed receipt. */
  async receiptLink(): Promise<string> {
    const code = this.page.getByRole('article', { name: /^Receipt / }).getByRole('img', { name: /\/r\// })
    return (await code.getAttribute('alt')) ?? ''
  }

  async newSale(): Promise<void> {
    await this.button(/^New sale/).click()
  }
}
