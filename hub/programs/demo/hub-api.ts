import { TokenAnswer } from '#shared/contracts/account/auth.ts'
import { StartError } from '#shared/std/start-error.ts'

/** Client for the hub's public API, signed in as a user. */
export class HubApi {
  readonly #url: string
  readonly #signal: AbortSignal
  #token: string | undefined

  constructor(url: string, signal: AbortSignal) {
    this.#url = url
    this.#signal = signal
  }

  /** Signs in with the password grant (RFC 6749, section 4.3). Returns false when the hub rejects the login. */
  async signIn(username: string, password: string): Promise<boolean> {
    const body = new URLSearchParams({ grant_type: 'password', username, password })
    const response = await this.#fetch('POST', '/~/connect/token', { body })
    const answer = await response.json()
    if (response.status === 400 && (answer as { error?: string }).error === 'invalid_grant') return false
    if (!response.ok) throw refused('POST', '/~/connect/token', response.status, answer)
    this.#token = TokenAnswer.parse(answer).access_token
    return true
  }

  /** Returns the response body. Throws StartError with the hub's error message. */
  async call<T>(method: 'GET' | 'POST' | 'PUT', path: string, input?: unknown): Promise<T> {
    const response = await this.#fetch(method, path, {
      headers: {
        ...(input ? { 'Content-Type': 'application/json' } : {}),
        ...(this.#token ? { Authorization: `Bearer ${this.#token}` } : {}),
      },
      ...(input ? { body: JSON.stringify(input) } : {}),
    })
    const answer = response.status === 204 ? undefined : await response.json()
    if (!response.ok) throw refused(method, path, response.status, answer)
    return answer as T
  }

  async #fetch(method: string, path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(this.#url + path, { ...init, method, signal: this.#signal })
    } catch (error) {
      const { message, cause } = error as Error
      const reason = cause instanceof Error ? cause.message : message
      throw new StartError(`The hub did not answer ${method} ${path}: ${reason}`)
    }
  }
}

function refused(method: string, path: string, status: number, answer: unknown): StartError {
  return new StartError(`The hub answered ${method} ${path} with ${status}: ${JSON.stringify(answer)}`)
}
