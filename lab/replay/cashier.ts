import type { Cart, Receipt, TillStatus } from '#shared/contracts/till/till.ts'
import { isCash, TILL_TENDER_TYPES, type TillTenderType } from '#shared/domain/tenders.ts'
import { type Amount, amount, amountToNumber, quantity, quantityToNumber } from '#shared/money/decimal.ts'
import { sleep } from '#shared/std/retry.ts'
import { Random } from '#test/support/random.ts'
import { Refused, Till } from '#test/support/till.ts'
import { VOUCHER } from './head-office.ts'
import type { Invoice, InvoiceLine } from './invoices.ts'

const GIVE_UP_MS = 120_000

/**
 * Thrown when the agent does not answer because it is being killed or started. The request may or may not
 * have been executed.
 */
class NoAnswer extends Error {}

/**
 * A cashier who uses the agent's local API. When the agent dies during a sale, the cashier waits, checks the
 * restored cart and continues from there.
 */
export class Cashier {
  readonly #till: Till
  /** Number of times that the agent was unavailable during a sale. */
  interruptions = 0

  constructor(url: () => string, id: string) {
    this.#till = new Till(url, id)
  }

  status(): Promise<TillStatus> {
    return this.#send<TillStatus>('GET', '/status')
  }

  /** Signs in and opens a shift. */
  async signIn(cashierId: string, pin: string): Promise<void> {
    await this.#till.join()
    await this.#send('POST', '/session', { cashierId, pin })
    await this.#send('POST', '/shift/open', { openingCash: 0 })
  }

  /** Rings up an invoice and takes the payment. Returns the receipt shown to the customer. */
  async ringUp(invoice: Invoice, index: number): Promise<Receipt> {
    await this.#patiently(() => this.#begin(invoice))
    let cart = await this.#patiently(() => this.#send<Cart>('GET', '/cart'))
    for (const line of invoice.lines) cart = await this.#patiently(() => this.#addOnce(line))
    const sum = amount(cart.sum)
    const payments = paymentsFor(sum, index, invoice.isReturn)
    const pay = { cartId: cart.id, cartVersion: cart.version, payments }
    // A retry with the same cart and version is safe, because a paid cart returns its receipt.
    return this.#patiently(() => this.#send<Receipt>('POST', '/cart/pay', pay))
  }

  async #begin(invoice: Invoice): Promise<void> {
    const cart = await this.#send<Cart>('GET', '/cart')
    if (cart.lines.length > 0 || cart.isReturn !== invoice.isReturn) await this.#send('DELETE', '/cart')
    if (invoice.isReturn) await this.#send('POST', '/cart/return', {})
  }

  /** Adds a line unless an earlier attempt whose response was lost has already added it. */
  async #addOnce(line: InvoiceLine): Promise<Cart> {
    const cart = this.interruptions > 0 ? await this.#send<Cart>('GET', '/cart') : undefined
    const isThere = cart?.lines.some(
      (each) => each.productId === line.productId && amount(each.price) === line.price,
    )
    if (cart && isThere) return cart
    return this.#send<Cart>('POST', '/cart/lines', {
      productId: line.productId,
      quantity: quantityToNumber(line.quantity),
      price: amountToNumber(line.price),
    })
  }

  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + GIVE_UP_MS
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof NoAnswer) || Date.now() > deadline) throw error
        this.interruptions += 1
        await sleep(100)
      }
    }
  }

  #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.#till.expect<T>(method, path, body).catch((error: unknown) => {
      throw error instanceof Refused ? error : new NoAnswer()
    })
  }
}

export interface Part {
  type: TillTenderType
  /** Part of the amount due, with change deducted. */
  amount: Amount
}

/** Returns the tenders of an invoice, one or two depending on its position in the file. */
export function partsOf(sum: Amount, index: number): Part[] {
  const random = new Random(`tenders ${index}`)
  const [type, other] = [random.pick(TILL_TENDER_TYPES), random.pick(TILL_TENDER_TYPES)]
  const isSplit = random.chance(0.4) && type !== other && sum > 1
  const part = (isSplit ? random.between(1, sum - 1) : sum) as Amount
  const parts = [
    { type, amount: part },
    { type: other, amount: (sum - part) as Amount },
  ]
  return parts.filter((each) => each.amount > 0)
}

/** Returns the payments. In every other sale, cash exceeds the amount due. */
function paymentsFor(sum: Amount, index: number, isReturn: boolean): object[] {
  return partsOf(sum, index).map((part) => {
    const exact = amountToNumber(part.amount)
    const hasChange = isCash(part) && !isReturn && index % 2 === 1
    return {
      type: part.type,
      amount: hasChange ? Math.ceil(exact / 10) * 10 : exact,
      ...(!isCash(part) && { reference: part.type === 'GiftCard' ? VOUCHER : `${part.type} ${index}` }),
    }
  })
}

/** True when the receipt matches the invoice. */
export function isSame(receipt: Receipt, invoice: Invoice, sum: Amount): boolean {
  return (
    receipt.isReturn === invoice.isReturn &&
    amount(receipt.sum) === sum &&
    receipt.lines.length === invoice.lines.length &&
    receipt.lines.every((line, i) => quantity(line.quantity) === invoice.lines[i]?.quantity)
  )
}
