import { TILL_API, TILL_ID_HEADER } from '#shared/contracts/till/routes.ts'
import type { Cart, KnownTill, Receipt, ReceiptList, TillCashier } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import { settleAtTill } from '../schedule/till-refusals.ts'
import type { AgentMachine } from './agent-machine.ts'
import { KnownShift } from './known-shift.ts'
import type { World } from './world.ts'

export interface TillAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what the cashier sees is looked at freely
  body: any
}

/** Body of a payment request. */
export interface Payment {
  cartId: string
  cartVersion: number
  payments: { type: string; amount: number; reference?: string | undefined }[]
}

/** A receipt as given to the customer. */
export interface ShownReceipt {
  till: Till
  machine: AgentMachine
  receipt: Receipt
  /** Id of the open shift. Null when the till had none, undefined when it was unknown. */
  shiftId: string | null | undefined
  /** Vouchers used for payment or refunded, as typed. */
  voucherNumbers: string[]
  /** True when the disk had damaged the machine's catalog at the time of the sale. */
  isOfDamaged: boolean
}

/** A cashier at a till, who sees only the responses of the local API. */
export class Till {
  readonly name: string
  readonly #world: World
  readonly machine: AgentMachine
  readonly #id: string
  readonly shift: KnownShift
  #refusalsBefore = 0
  cookie = ''
  isSignedIn = false
  /** A payment without a response, which the cashier retries. */
  unanswered: Payment | null = null

  constructor(world: World, machine: AgentMachine, number: number) {
    this.#world = world
    this.machine = machine
    this.name = `${machine.name}/${number}`
    this.#id = `till-000${number}`
    this.shift = new KnownShift(world, this)
  }

  /** True when the disk has refused a write since the start of the last request that changes state. */
  get hasMetDiskTrouble(): boolean {
    return this.machine.diskRefusals > this.#refusalsBefore
  }

  /** Sends a request. Returns null when the agent is down or died before answering. */
  async send(method: string, path: string, body?: unknown): Promise<TillAnswer | null> {
    if (method !== 'GET') this.#refusalsBefore = this.machine.diskRefusals
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
    const cookies = response.headers.getSetCookie().map((one) => must(one.split(';')[0]))
    if (cookies.length > 0) this.cookie = cookies.join('; ')
    const text = await response.text()
    if (response.status === 401) this.isSignedIn = false
    if (response.status === 500) {
      const error = this.#world.lastErrors.get(this.machine.name)
      this.#world.unexpected(`${this.name} ${method} ${path} was answered with 500: ${error}`)
    }
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }

  /** Closes the window permanently, and discards everything that it stored. Returns its cookie. */
  leaveWindow(): string {
    const left = this.cookie
    this.cookie = ''
    this.isSignedIn = false
    return left
  }

  /** Requests the cart from a window that lost the till. Returns true when the agent still answers it. */
  async isAnswered(cookie: string): Promise<boolean> {
    const kept = { cookie: this.cookie, isSignedIn: this.isSignedIn }
    this.cookie = cookie
    const answer = await this.send('GET', '/cart')
    Object.assign(this, kept)
    return answer?.status === 200
  }

  async signIn(): Promise<string> {
    const action = this.#world.actions.begin('sign in')
    const cashiers = await this.send('GET', '/cashiers')
    const cashier = (cashiers?.body?.items as TillCashier[] | undefined)?.[0]
    if (!cashier) {
      action.prevented(cashiers ? 'no cashier is known' : 'the agent died')
      return 'no cashier is known yet'
    }
    const { pin } = this.#world.shop
    await this.#join()
    const answer = await action.send(this, 'POST', '/session', { cashierId: cashier.id, pin })
    this.isSignedIn = answer?.status === 200 || answer?.status === 201
    const session = await this.send('GET', '/session')
    if (this.isSignedIn && session?.body?.cashier?.id === cashier.id) action.tookEffect()
    // The cashier is signed in even if the agent died before answering.
    else settleAtTill(this.#world, this, action, this.isSignedIn ? session : answer)
    return `signs in: ${answer?.status ?? 'no answer'}`
  }

  /** Creates tills at the agent until this till exists. Stops when a request fails. */
  async #join(): Promise<void> {
    const listed = await this.send('GET', '/tills')
    let isKnown = !listed || (listed.body.items as KnownTill[]).some(({ id }) => id === this.#id)
    while (!isKnown) {
      const made = await this.send('POST', '/tills')
      isKnown = made?.status !== 201 || (made.body as KnownTill).id >= this.#id
    }
  }

  /** Recovers after all faults have ended: signs in, retries a payment without a response, and clears the cart. */
  async takeUp(): Promise<void> {
    if (!this.isSignedIn || (await this.send('GET', '/cart'))?.status !== 200) await this.signIn()
    if (this.shift.isUncertain) await this.shift.look()
    if (this.unanswered) await this.pay(this.unanswered)
    await this.send('DELETE', '/cart')
  }

  async cart(): Promise<Cart | null> {
    const answer = await this.send('GET', '/cart')
    return answer?.status === 200 ? (answer.body as Cart) : null
  }

  /** Pays a cart and records the receipt given to the customer. */
  async pay(payment: Payment): Promise<string> {
    const action = this.#world.actions.begin(this.unanswered ? 'pay: asked again' : 'pay')
    const answer = await action.send(this, 'POST', '/cart/pay', payment)
    if (!answer) {
      this.unanswered = payment
      action.prevented('the agent died')
      return 'pays, and no answer comes'
    }
    if (answer.status !== 200 && answer.status !== 201) {
      // It is still unknown whether the payment was executed.
      if (answer.status !== 401 && answer.status !== 503) this.unanswered = null
      settleAtTill(this.#world, this, action, answer, {
        body: payment,
        // Whether a refusal of the contents is legitimate depends on the cart.
        cart: answer.status === 400 || answer.status === 409 ? await this.cart() : null,
      })
      return `pays: ${answer.status} ${answer.body?.code}`
    }
    this.unanswered = null
    const receipt = answer.body as Receipt
    const shiftId = this.shift.isUncertain ? undefined : (this.shift.open?.opened.id ?? null)
    const { machine } = this
    const voucherNumbers = payment.payments.flatMap(({ type, reference }) =>
      type === 'GiftCard' && reference ? [reference] : [],
    )
    const shown = { till: this, machine, receipt, shiftId, voucherNumbers, isOfDamaged: machine.isDamaged }
    if (!this.#world.ledger.show(shown))
      this.#world.unexpected(`receipt ${receipt.receiptNumber} was shown twice and differs`)
    action.tookEffect()
    return `pays: ${receipt.receiptNumber} ${receipt.isReturn ? '(return) ' : ''}${receipt.sum}`
  }

  async receipts(): Promise<ReceiptList['items']> {
    const answer = await this.send('GET', '/receipts?limit=100')
    return answer?.status === 200 ? (answer.body as ReceiptList).items : []
  }
}
