import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/problems/problem.ts'

/** Time until a changed limit takes effect. */
const KNOWN_MS = 5_000

/**
 * Limit of requests by the users of one organization per minute, counted by each hub process separately.
 * Tills are never counted: no sale waits for a limit.
 */
export class RequestBudget {
  readonly #readLimit: () => Promise<number | null>
  #limiter: RateLimiterMemory | null = null
  #knownUntil = 0

  /** Creates the budget. `readLimit` returns the platform's limit; null: none. */
  constructor(readLimit: () => Promise<number | null>) {
    this.#readLimit = readLimit
  }

  /** Counts a request. Throws `too_many_requests` with Retry-After. */
  async take(organizationId: string): Promise<void> {
    if (Date.now() > this.#knownUntil) await this.#learn()
    try {
      await this.#limiter?.consume(organizationId)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const seconds = Math.ceil(refused.msBeforeNext / 1000)
      throw new Problem('too_many_requests', {
        detail: `Your organization may send ${this.#limiter?.points} requests per minute. Try again in ${seconds} seconds`,
        headers: { 'Retry-After': String(seconds) },
      })
    }
  }

  async #learn(): Promise<void> {
    // Concurrent requests use the known limit meanwhile.
    this.#knownUntil = Date.now() + KNOWN_MS
    const points = await this.#readLimit()
    if (points === (this.#limiter?.points ?? null)) return
    this.#limiter = points === null ? null : new RateLimiterMemory({ points, duration: 60 })
  }
}
