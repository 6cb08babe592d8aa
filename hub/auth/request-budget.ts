import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/problems/problem.ts'

/** How soon a changed limit counts. */
const KNOWN_MS = 5_000

/**
 * How many requests the people of one organization may send in a minute, counted by each hub process for itself. Tills are
 * never counted: no sale waits for a limit.
 */
export class RequestBudget {
  readonly #readLimit: () => Promise<number | null>
  #limiter: RateLimiterMemory | null = null
  #knownUntil = 0

  /** `readLimit`: of the platform; null: none. */
  constructor(readLimit: () => Promise<number | null>) {
    this.#readLimit = readLimit
  }

  /** Throws too_many_requests with Retry-After. */
  async take(organizationId: string): Promise<void> {
    if (Date.now() > this.#knownUntil) await this.#learn()
    try {
      await this.#limiter?.consume(organizationId)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const seconds = Math.ceil(refused.msBeforeNext / 1000)
      throw new Problem('too_many_requests', {
        detail: `Your organization may send ${this.#limiter?.points} requests a minute. Try again in ${seconds} seconds`,
        headers: { 'Retry-After': String(seconds) },
      })
    }
  }

  async #learn(): Promise<void> {
    // Requests of this moment go by what was known.
    this.#knownUntil = Date.now() + KNOWN_MS
    const points = await this.#readLimit()
    if (points === (this.#limiter?.points ?? null)) return
    this.#limiter = points === null ? null : new RateLimiterMemory({ points, duration: 60 })
  }
}
