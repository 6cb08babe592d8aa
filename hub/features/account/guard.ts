import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/problems/problem.ts'

const WINDOW_SECONDS = 600

/**
 * Slows down guessing. Attempts are counted in the database, so all hub processes count together, and before the
 * guess is looked at, so that parallel guesses are counted too.
 */
export class Guard {
  readonly #byAccount: RateLimiterPostgres
  readonly #byAddress: RateLimiterPostgres

  constructor(pool: pg.Pool, limits = { perAccount: 10, perAddress: 100 }) {
    const limiter = (keyPrefix: string, points: number) =>
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix,
        points,
        duration: WINDOW_SECONDS,
      })
    this.#byAccount = limiter('account', limits.perAccount)
    this.#byAddress = limiter('address', limits.perAddress)
  }

  /** Counts one attempt. Throws too_many_attempts with Retry-After when there were too many. */
  async attempt(address: string, account?: string): Promise<void> {
    try {
      await this.#byAddress.consume(address)
      if (account) await this.#byAccount.consume(account.slice(0, 200))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const seconds = Math.ceil(refused.msBeforeNext / 1000)
      throw new Problem('too_many_attempts', {
        detail: `Try again in ${seconds} seconds`,
        headers: { 'Retry-After': String(seconds) },
      })
    }
  }

  /** The attempt was a good one: it does not count. */
  async succeeded(address: string, account?: string): Promise<void> {
    await this.#byAddress.reward(address)
    if (account) await this.#byAccount.delete(account.slice(0, 200))
  }
}
