import type { SignedUp } from '#shared/contracts/account/auth.ts'
import type { PairingCode } from '#shared/contracts/catalog/retail-points.ts'
import { newId } from '#shared/std/ids.ts'

export const OFFICE_PASSWORD = 'a password of the bench'
export const PIN = '2468'

/** Owner's sign-in data, and the records created with the organization. */
export interface OfficeOwner {
  email: string
  shop: SignedUp
}

/** Head office of a new organization, which uses the hub's public API. Signs in again when its token has expired. */
export class Office {
  readonly shop: SignedUp
  readonly #url: string
  readonly email: string
  #token = ''

  private constructor(url: string, email: string, shop: SignedUp) {
    this.#url = url
    this.email = email
    this.shop = shop
  }

  static async open(url: string): Promise<Office> {
    const email = `${newId()}@bench.test`
    const signup = {
      organizationName: 'Лавка',
      email,
      password: OFFICE_PASSWORD,
      lastName: 'Садыкова',
      country: 'KZ',
      posPin: PIN,
    }
    const response = await fetch(`${url}/api/auth/signup`, jsonRequest('POST', signup))
    if (!response.ok) throw new Error(`sign-up: ${response.status} ${await response.text()}`)
    return new Office(url, email, (await response.json()) as SignedUp)
  }

  /** Returns the head office of an existing organization. */
  static of(url: string, { email, shop }: OfficeOwner): Office {
    return new Office(url, email, shop)
  }

  get owner(): OfficeOwner {
    return { email: this.email, shop: this.shop }
  }

  /** Returns a pairing code for the organization's only retail point. */
  async pairingCode(): Promise<string> {
    const path = `/api/catalog/retail-points/${this.shop.retailPointId}/pairing-code`
    return (await this.send<PairingCode>('POST', path)).code
  }

  /** Sends a request as the owner. Signs in again when the token has expired. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const ask = () =>
      fetch(this.#url + path, {
        ...init,
        headers: {
          ...init.headers,
          Authorization: `Bearer ${this.#token}`,
          'X-Forwarded-For': someAddress(),
        },
      })
    const response = await ask()
    if (response.status !== 401) return response
    await this.#signIn()
    return ask()
  }

  async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.fetch(path, jsonRequest(method, body))
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  async #signIn(): Promise<void> {
    const body = new URLSearchParams({
      grant_type: 'password',
      username: this.email,
      password: OFFICE_PASSWORD,
    })
    const response = await fetch(`${this.#url}/~/connect/token`, { method: 'POST', body })
    this.#token = ((await response.json()) as { access_token: string }).access_token
  }
}

let requests = 0

/**
 * Returns a different client address for each request, because the hub limits sign-in attempts per address.
 * The hub is configured to trust its proxy.
 */
export function someAddress(): string {
  requests += 1
  return `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`
}

function jsonRequest(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method,
    headers: {
      ...headers,
      'X-Forwarded-For': someAddress(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}
