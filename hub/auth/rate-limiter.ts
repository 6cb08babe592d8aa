import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/problems/problem.ts'

/** Allowed number of points within a number of seconds. */
interface Budget {
  points: number
  seconds: number
}

/**
 * Rate limits that slow down a guesser but not the owner of the account. A failed sign-in counts for the pair
 * of account and origin. Only origins from which nobody has signed in to the account yet also count against
 * the whole account. A flood from elsewhere therefore does not lock out an owner at a known origin.
 */
const BUDGETS = {
  /** Failed sign-ins to one account from one origin that is not known for this account. */
  stranger: { points: 10, seconds: 600 },
  /** Failed sign-ins to one account from an origin known for this account. */
  trusted: { points: 30, seconds: 600 },
  /** Failed sign-ins to one account from all unknown origins together, which limits a botnet. */
  account: { points: 60, seconds: 3600 },
  /** Failed sign-ins to all accounts from one origin, which can be shared by a whole shop. */
  origin: { points: 300, seconds: 600 },
  /** Failed sign-ins of devices from one origin. */
  device: { points: 100, seconds: 600 },
  /** Sign-ups of organizations from one origin. */
  signUp: { points: 100, seconds: 3600 },
  /**
   * Attempts of one user to set an employee's PIN in one organization. Each accepted PIN is one that no
   * colleague has, so it would be a wrong guess.
   */
  pin: { points: 30, seconds: 3600 },
  /** Attempts of one user to set a PIN that a colleague already has. Each is a right guess. */
  takenPin: { points: 5, seconds: 3600 },
  /** Password reset links requested from one origin, for any account. */
  forgotPassword: { points: 60, seconds: 3600 },
  /** Requests to send the verification link of one account's address again. */
  addressLink: { points: 5, seconds: 3600 },
  /** Invitations sent by one user. */
  invitation: { points: 200, seconds: 3600 },
  /** Invitations to one email address, from all organizations. */
  invited: { points: 20, seconds: 24 * 3600 },
  /** Single sign-ons started from one origin, which can be shared by a whole shop. */
  signOn: { points: 300, seconds: 600 },
  /** Invalid email links and single sign-on codes from one origin. */
  link: { points: 100, seconds: 600 },
  /** Requests for missing receipt pages from one origin, which can be shared by all customers of a shop. */
  receipt: { points: 600, seconds: 600 },
  /** Requests for missing exports from one origin. */
  exportDownload: { points: 60, seconds: 600 },
  /** Wrong pairing codes from one origin. */
  enrolment: { points: 100, seconds: 600 },
  /** Unknown voucher numbers requested by one device. */
  voucher: { points: 30, seconds: 600 },
  /** Diagnostics of one organization. Each connects to the mail server. */
  diagnostic: { points: 60, seconds: 600 },
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof BUDGETS
/** Budgets that an attempt counts against, with their keys. */
type Counted = readonly [budget: BudgetName, key: string][]

/** An attempt that was counted as failed. */
export interface Attempt {
  /** Reverts the count after the attempt has succeeded. */
  succeeded(): Promise<void>
}

/**
 * Counts attempts in the database, so that all hub processes share the limits. An attempt is counted before
 * it is checked, so that parallel guesses count too.
 */
export class RateLimiter {
  readonly #limiters: Record<BudgetName, RateLimiterPostgres>

  constructor(pool: pg.Pool, budgets: Partial<Record<BudgetName, Budget>> = {}) {
    const limiterOf = (name: BudgetName): RateLimiterPostgres => {
      const { points, seconds } = budgets[name] ?? BUDGETS[name]
      return new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
      })
    }
    const names = Object.keys(BUDGETS) as BudgetName[]
    this.#limiters = Object.fromEntries(names.map((name) => [name, limiterOf(name)])) as Record<
      BudgetName,
      RateLimiterPostgres
    >
  }

  /** Counts a sign-in. `account` is the normalized email address. Throws `too_many_attempts` with Retry-After. */
  signIn(account: string, origin: string, isTrusted: boolean): Promise<Attempt> {
    const both = `${account} ${origin}`
    return this.#count(
      isTrusted
        ? [['trusted', both]]
        : [
            // The narrowest limit comes first, so that a refused origin does not use up the shared limits.
            ['stranger', both],
            ['origin', origin],
            ['account', account],
          ],
    )
  }

  /** Counts an attempt. Throws `too_many_attempts` with Retry-After. */
  attempt(
    budget: Exclude<BudgetName, 'stranger' | 'trusted' | 'account' | 'origin'>,
    origin: string,
  ): Promise<Attempt> {
    return this.#count([[budget, origin]])
  }

  async #count(counted: Counted): Promise<Attempt> {
    for (const [budget, key] of counted) await this.#consume(budget, key)
    return {
      succeeded: async () => {
        for (const [budget, key] of counted) await this.#limiters[budget].reward(cut(key))
      },
    }
  }

  async #consume(budget: BudgetName, key: string): Promise<void> {
    try {
      await this.#limiters[budget].consume(cut(key))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const seconds = Math.ceil(refused.msBeforeNext / 1000)
      throw new Problem('too_many_attempts', {
        detail: `Try again in ${seconds} seconds`,
        headers: { 'Retry-After': String(seconds) },
      })
    }
  }
}

/** Truncates a key. Email addresses of accounts are never longer. */
const cut = (key: string): string => key.slice(0, 400)
