import type { Locator, Page } from 'playwright-core'
import { TILL_API } from '#shared/contracts/till/routes.ts'

/** Bit of the shift key among the modifiers of the Chrome DevTools Protocol. */
const SHIFT = 8
const SCAN_EVERY_MS = 300

/** Actions of a cashier at the page, by visible texts. */
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
    // Requests a separate till, because a new browser window would otherwise be asked to choose one.
    await this.page.context().request.post(`${url}${TILL_API}/tills`)
    await this.page.goto(url)
  }

  async signIn(cashier: string, pin: string): Promise<void> {
    await this.button(cashier).first().click()
    await this.page.getByLabel(new RegExp(`^(PIN for|ПИН-код:) ${cashier}`)).fill(pin)
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('heading', { name: /^(Sale|Продажа)$/ }).waitFor()
  }

  /** Types like a scanner in keyboard mode: fast, ended by Enter. */
  async scan(digits: string): Promise<void> {
    await this.scanPhysicalKeys([...digits].map((digit) => ({ code: `Digit${digit}`, types: digit })))
  }

  /** Types like a scanner on a computer with another keyboard layout: the keys are right, their letters are not. */
  async scanPhysicalKeys(
    keys: readonly { code: string; types: string; isShifted?: boolean }[],
  ): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page)
    // Each key has the time of its stroke, as on a real keyboard: on a busy machine the browser handles it
    // later. The next scan starts after a pause, because a code that arrives twice at once counts once.
    let struckAtMs = Math.max(Date.now(), this.#scannedAtMs + SCAN_EVERY_MS)
    const strike = (code: string, key: string, text: string, modifiers: number): Promise<unknown>[] => {
      struckAtMs += 1
      const struck = { code, key, modifiers, timestamp: struckAtMs / 1000 }
      return [
        session.send('Input.dispatchKeyEvent', { ...struck, type: 'keyDown', text }),
        session.send('Input.dispatchKeyEvent', { ...struck, type: 'keyUp' }),
      ]
    }
    // All strokes are sent without waiting: on a busy machine, waiting would make them as slow as a user's.
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

  /** Returns the tile of a product or a group. */
  tile(name: string): Locator {
    return this.page.locator('[data-tile]').filter({ hasText: name })
  }

  cartLine(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Items in the cart' })
      .getByRole('listitem')
      .filter({ hasText: name })
  }

  /** Returns the line of a returned product in an exchange. */
  takenLine(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Customer takes' })
      .getByRole('listitem')
      .filter({ hasText: name })
  }

  /** Counts the float, `count` pieces of a note such as "1,000.00", to open the shift. */
  async openShift(note: string, count: string): Promise<void> {
    const float = this.page.getByRole('dialog', { name: 'Shift' })
    await float.getByLabel(note).fill(count)
    await float.getByRole('button', { name: 'Open shift' }).click()
  }

  /** Pays in exact cash and returns the receipt number. */
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

  /** Returns the link in the QR code of the receipt on the screen. */
  async receiptLink(): Promise<string> {
    const code = this.page.getByRole('article', { name: /^Receipt / }).getByRole('img', { name: /\/r\// })
    return (await code.getAttribute('alt')) ?? ''
  }

  async newSale(): Promise<void> {
    await this.button(/^New sale/).click()
  }
}
