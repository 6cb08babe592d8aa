import type { SignedUp } from '#shared/contracts/account/auth.ts'
import { FORGOT_PASSWORD, RESET_PASSWORD } from '#shared/contracts/account/password.ts'
import type { Page } from '#shared/contracts/common.ts'
import { CREATE_EXPORT, type OrganizationExport } from '#shared/contracts/organization/organization-export.ts'
import type { RetailSale } from '#shared/contracts/sales/retail-sales.ts'
import { TILL_TENDER_TYPES } from '#shared/domain/tenders.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { Product } from './invoices.ts'
import { VAT_RATE } from './profit.ts'

const EMAIL = 'owner@replay.test'
const PASSWORD = 'a password of the replay'
export const PIN = '2468'
/** Number of the gift voucher used for all voucher payments, even while the connection is down. */
export const VOUCHER = 'REPLAY'
const VOUCHER_AMOUNT = 1_000_000

/** Head office, using the hub's public API. Signs in again when its token has expired. */
export class HeadOffice {
  readonly url: string
  #token = ''
  #supplierId = ''
  shop: SignedUp | undefined

  constructor(url: string) {
    this.url = url
  }

  /** Signs up an organization whose retail point allows any price, and returns without a receipt. */
  async openShop(): Promise<SignedUp> {
    const organization = {
      organizationName: 'Replay',
      email: EMAIL,
      password: PASSWORD,
      lastName: 'Replay',
      country: 'GB',
      posPin: PIN,
    }
    this.shop = await this.#send<SignedUp>('POST', '/api/auth/signup', organization)
    await this.#signIn()
    const path = `/api/catalog/retail-points/${this.shop.retailPointId}`
    const { name, storeId, priceTypeId, version } = await this.get<Record<string, unknown>>(path)
    await this.#send('PUT', path, {
      name,
      storeId,
      priceTypeId,
      version,
      allowCustomPrice: true,
      allowReturnWithoutBasis: true,
      paymentTypes: TILL_TENDER_TYPES,
      offlineVoucherLimit: VOUCHER_AMOUNT,
    })
    await this.#send('POST', '/api/loyalty/vouchers/issue', { number: VOUCHER, amount: VOUCHER_AMOUNT })
    const supplier = { name: 'Supplier of the replay' }
    this.#supplierId = (await this.#send<{ id: string }>('POST', '/api/catalog/counterparties', supplier)).id
    return this.shop
  }

  async pairingCode(): Promise<string> {
    const path = `/api/catalog/retail-points/${must(this.shop).retailPointId}/pairing-code`
    return (await this.#send<{ code: string }>('POST', path)).code
  }

  async createProducts(products: Iterable<Product>, onProgress: (done: number) => void): Promise<void> {
    const waiting = [...products]
    let done = 0
    const worker = async (): Promise<void> => {
      for (let product = waiting.pop(); product; product = waiting.pop()) {
        const { id, code, name, kind, price } = product
        await this.#send('POST', '/api/catalog/products', {
          id,
          code,
          name,
          kind,
          retailPrice: amountToNumber(price),
          vatRate: VAT_RATE,
        })
        onProgress(++done)
      }
    }
    await Promise.all(Array.from({ length: 4 }, worker))
  }

  /** Posts a supply of goods to the shop's store. */
  async postSupply(supply: { date: string; lines: object[] }): Promise<void> {
    const base = '/api/purchases/supplies'
    const places = { storeId: must(this.shop).storeId, counterpartyId: this.#supplierId }
    const { id } = await this.#send<{ id: string }>('POST', base, { ...places, ...supply })
    await this.#send('POST', `${base}/${id}/post`)
  }

  /** Reads the receipts with these ids, a few at a time, in any order. */
  async eachSale(ids: Iterable<string>, take: (sale: RetailSale) => void): Promise<void> {
    const waiting = [...ids]
    const worker = async (): Promise<void> => {
      for (let id = waiting.pop(); id; id = waiting.pop())
        take(await this.get<RetailSale>(`/api/sales/retail/${id}`))
    }
    await Promise.all(Array.from({ length: 4 }, worker))
  }

  /** Creates a product and returns its id. */
  async createProduct(product: object): Promise<string> {
    return (await this.#send<{ id: string }>('POST', '/api/catalog/products', product)).id
  }

  /** Starts a full export. Its link works once it is ready. */
  async startExport(): Promise<OrganizationExport> {
    // An export requires a recent sign-in.
    await this.#signIn()
    return this.#send<OrganizationExport>('POST', CREATE_EXPORT.path)
  }

  /**
   * Returns the same head office at another hub. `token` returns the token of the link that this hub has
   * mailed to the owner.
   */
  async at(url: string, token: () => Promise<string>): Promise<HeadOffice> {
    const other = new HeadOffice(url)
    await other.#send('POST', FORGOT_PASSWORD.path, { email: EMAIL })
    await other.#send('POST', RESET_PASSWORD.path, { token: await token(), newPassword: PASSWORD })
    await other.#signIn()
    return other
  }

  get<T>(path: string): Promise<T> {
    return this.#send<T>('GET', path)
  }

  /** Yields all items of a paged list. */
  async *list<Item>(path: string): AsyncGenerator<Item> {
    for (let page = 1; ; page += 1) {
      const answer = await this.get<Page<Item>>(
        `${path}${path.includes('?') ? '&' : '?'}pageSize=500&page=${page}`,
      )
      yield* answer.items
      if (page * answer.pageSize >= answer.total) return
    }
  }

  async #signIn(): Promise<void> {
    const form = new URLSearchParams({ grant_type: 'password', username: EMAIL, password: PASSWORD })
    const response = await fetch(`${this.url}/~/connect/token`, { method: 'POST', body: form })
    this.#token = ((await response.json()) as { access_token: string }).access_token
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const request = (): Promise<Response> =>
      fetch(`${this.url}${path}`, {
        method,
        headers: {
          ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    let response = await request()
    if (response.status === 401 && this.#token) {
      await this.#signIn()
      response = await request()
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
}
