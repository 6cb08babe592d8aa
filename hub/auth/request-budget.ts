import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/problems/problem.ts'

/** Time in ms until a changed limit takes effect. */
const KNOWN_MS = 5_000

/**
 * Limit of requests per minute by the users of one organization, counted by each hub process separately.
 * Requests from tills are never counted, so no sale waits for a limit.
 */
export class RequestBudget {
  readonly #readLimit: () => Promise<number | null>
  #limiter: RateLimiterMemory | null = null
  #knownUntil = 0

  /** Creates the budget. `readLimit` returns the platform's limit, or null for no limit. */
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
    // Set before the read, so that concurrent requests use the known limit in the meantime.
    this.#knownUntil = Date.now() + KNOWN_MS
    const points = await this.#readLimit()
    if (points === (this.#limiter?.points ?? null)) return
    this.#limiter = points === null ? null : new RateLimiterMemory({ points, duration: 60 })
  }
}
