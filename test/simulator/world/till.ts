import type { Cart, Receipt, ReceiptList, TillCashier } from '#shared/contracts/till.ts'
import { TILL_API, TILL_ID_HEADER } from '#shared/contracts/till-routes.ts'
import { must } from '#shared/std/must.ts'
import type { AgentMachine } from './agent-machine.ts'
import type { World } from './world.ts'

export interface TillAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what the cashier sees is looked at freely
  body: any
}

/** A receipt as the customer got it. */
export interface ShownReceipt {
  till: Till
  machine: AgentMachine
  receipt: Receipt
}

/** A cashier at a till, who knows only what the local API answers. */
export class Till {
  readonly name: string
  readonly #world: World
  readonly machine: AgentMachine
  readonly #id: string
  cookie = ''
  isSignedIn = false
  /** A payment whose answer never came: the cashier asks again. */
  unanswered: { cartId: string; cartVersion: number; payments: object[] } | null = null

  constructor(world: World, machine: AgentMachine, number: number) {
    this.#world = world
    this.machine = machine
    this.name = `${machine.name}/${number}`
    this.#id = `till-000${number}`
  }

  /** Null when the agent is not there, or died before it answered. */
  async send(method: string, path: string, body?: unknown): Promise<TillAnswer | null> {
    const response = await this.machine.request(TILL_API + path, {
      method,
      headers: {
        [TILL_ID_HEADER]: this.#id,
        ...(this.cookie && { Cookie: this.cookie }),
        ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response) return null
    const cookie = response.headers.get('Set-Cookie')
    if (cookie) this.cookie = must(cookie.split(';')[0])
    const text = await response.text()
    if (response.status === 401) this.isSignedIn = false
    if (response.status === 500) {
      const error = this.#world.lastErrors.get(this.machine.name)
      this.#world.unexpected(`${this.name} ${method} ${path} was answered with 500: ${error}`)
    }
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }

  async signIn(): Promise<string> {
    const cashiers = await this.send('GET', '/cashiers')
    const cashier = (cashiers?.body?.items as TillCashier[] | undefined)?.[0]
    if (!cashier) return 'no cashier is known yet'
    const answer = await this.send('POST', '/session', { cashierId: cashier.id, pin: this.#world.shop.pin })
    this.isSignedIn = answer?.status === 200 || answer?.status === 201
    return `signs in: ${answer?.status ?? 'no answer'}`
  }

  /** What a cashier does when all works again: signs in, asks for lost answers, begins anew. */
  async takeUp(): Promise<void> {
    if (!this.isSignedIn || (await this.send('GET', '/cart'))?.status !== 200) await this.signIn()
    if (this.unanswered) await this.pay(this.unanswered)
    await this.send('DELETE', '/cart')
  }

  async cart(): Promise<Cart | null> {
    const answer = await this.send('GET', '/cart')
    return answer?.status === 200 ? (answer.body as Cart) : null
  }

  /** Pays a cart and hands the receipt over when one comes. */
  async pay(payment: NonNullable<Till['unanswered']>): Promise<string> {
    const answer = await this.send('POST', '/cart/pay', payment)
    if (!answer) {
      this.unanswered = payment
      return 'pays, and no answer comes'
    }
    this.unanswered = null
    if (answer.status !== 200 && answer.status !== 201) return `pays: ${answer.status} ${answer.body?.code}`
    const receipt = answer.body as Receipt
    if (!this.#world.ledger.show({ till: this, machine: this.machine, receipt }))
      this.#world.unexpected(`receipt ${receipt.receiptNumber} was shown twice and differs`)
    return `pays: ${receipt.receiptNumber} ${receipt.isReturn ? '(return) ' : ''}${receipt.sum}`
  }

  async receipts(): Promise<ReceiptList['items']> {
    const answer = await this.send('GET', '/receipts?limit=100')
    return answer?.status === 200 ? (answer.body as ReceiptList).items : []
  }
}
