import type { z } from 'zod'
import { TILL_API, TILL_ID_HEADER } from '#shared/contracts/till/routes.ts'
import type {
  AddLine,
  Cart,
  ProductSearchResult,
  Receipt,
  ReceiptList,
  TillList,
  TillSession,
  TillStatus,
} from '#shared/contracts/till/till.ts'
import type { ProblemBody } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

export interface Answer<Body = unknown> {
  status: number
  headers: Headers
  body: Body
}

/** Error thrown by `expect` for a refused request. */
export class Refused extends Error {
  readonly code: string

  constructor(request: string, { status, body }: Answer<ProblemBody>) {
    super(`${request}: ${status} ${JSON.stringify(body)}`)
    this.code = body.code
  }
}

/** Placeholder for the id of a new till, which the agent assigns. */
export const NEW_TILL = 'new-till'

/** A till page from the agent's point of view: one till id and one cookie jar. */
export class Till {
  readonly #agentUrl: () => string
  #tillId: string
  readonly #cookies = new Map<string, string>()

  constructor(agentUrl: () => string, tillId = 'till-0001') {
    this.#agentUrl = agentUrl
    this.#tillId = tillId
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async send<Body = ProblemBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const { cookie } = this
    const response = await fetch(this.#agentUrl() + TILL_API + path, {
      method,
      headers: {
        [TILL_ID_HEADER]: this.#tillId,
        ...(cookie && { Cookie: cookie }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }

  /** Sends a request and returns the response body. Throws unless the request succeeds. */
  async expect<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.send<Body>(method, path, body)
    if (answer.status >= 300) throw new Refused(`${method} ${path}`, answer as Answer<ProblemBody>)
    return answer.body
  }

  /** Registers the till with the agent, and any missing tills with lower ids. */
  async join(): Promise<void> {
    const { items } = await this.expect<TillList>('GET', '/tills')
    const isKnown = () => this.#tillId !== NEW_TILL && items.some(({ id }) => id >= this.#tillId)
    while (!isKnown()) {
      items.push(await this.expect<TillList['items'][number]>('POST', '/tills'))
      if (this.#tillId === NEW_TILL) this.#tillId = must(items.at(-1)).id
    }
  }

  status = () => this.expect<TillStatus>('GET', '/status')
  signIn = async (cashierId: string, pin = '1234') => {
    await this.join()
    return this.expect<TillSession>('POST', '/session', { cashierId, pin })
  }
  search = (search: string) =>
    this.expect<ProductSearchResult>('GET', `/products?search=${encodeURIComponent(search)}`)
  cart = () => this.expect<Cart>('GET', '/cart')
  add = (line: z.input<typeof AddLine>) => this.expect<Cart>('POST', '/cart/lines', line)
  receipts = () => this.expect<ReceiptList>('GET', '/receipts')
  receipt = (number: string) => this.expect<Receipt>('GET', `/receipts/${number}`)

  /** Pays the open cart with the exact amount in cash. */
  async pay(): Promise<Receipt> {
    const { id, version, sum, voucherSum } = await this.cart()
    const due = (sum * 100 + voucherSum * 100) / 100
    const payments = due > 0 ? [{ type: 'Cash', amount: due }] : []
    return this.expect<Receipt>('POST', '/cart/pay', { cartId: id, cartVersion: version, payments })
  }

  /** Sells one product for the exact amount in cash. */
  async sell(productId: string, quantity = 1): Promise<Receipt> {
    await this.add({ productId, quantity })
    return this.pay()
  }
}
