import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/problems/problem.ts'

/** Number of points within a number of seconds. */
interface Budget {
  points: number
  seconds: number
}

/**
 * Rate limits that slow down a guesser, but not the owner of the account. A failed sign-in counts for the
 * pair of account and origin. Only unknown origins, without a sign-in to the account yet, count against the
 * whole account. So a flood from elsewhere does not lock out an owner at a known origin.
 */
const BUDGETS = {
  /** Failed sign-ins of one account from one origin. */
  stranger: { points: 10, seconds: 600 },
  /** Failed sign-ins of one account from a known origin of the account. */
  trusted: { points: 30, seconds: 600 },
  /** Failed sign-ins of one account from all unknown origins together: limits a botnet. */
  account: { points: 60, seconds: 3600 },
  /** Failed sign-ins of all accounts from one origin, which may be that of a whole shop. */
  origin: { points: 300, seconds: 600 },
  /** Failed sign-ins of devices from one origin. */
  device: { points: 100, seconds: 600 },
  /** New organizations from one origin. */
  signUp: { points: 100, seconds: 3600 },
  /** PINs that one user gives to employees of one organization: each unused one was a wrong guess. */
  pin: { points: 30, seconds: 3600 },
  /** PINs among them that a colleague already has: right guesses. */
  takenPin: { points: 5, seconds: 3600 },
  /** Links for a new password requested by one origin, for any account. */
  forgotPassword: { points: 60, seconds: 3600 },
  /** Repeated requests for links that prove the address of one account. */
  addressLink: { points: 5, seconds: 3600 },
  /** Invitations sent by one user. */
  invitation: { points: 200, seconds: 3600 },
  /** Invitations to one address, from all organizations. */
  invited: { points: 20, seconds: 24 * 3600 },
  /** Single sign-ons begun from one origin, which may be that of a whole shop. */
  signOn: { points: 300, seconds: 600 },
  /** Wrong mail links and wrong codes of single sign-on, from one origin. */
  link: { points: 100, seconds: 600 },
  /** Missing receipt pages requested by one origin: all customers of a shop may share it. */
  receipt: { points: 600, seconds: 600 },
  /** Missing exports requested by one origin. */
  exportDownload: { points: 60, seconds: 600 },
  /** Wrong pairing codes from one origin. */
  enrolment: { points: 100, seconds: 600 },
  /** Unknown voucher numbers requested by one device. */
  voucher: { points: 30, seconds: 600 },
  /** Diagnostics of one organization: each connects to the mail server. */
  diagnostic: { points: 60, seconds: 600 },
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof BUDGETS
/** The budgets that an attempt counts against. */
type Counted = readonly [budget: BudgetName, key: string][]

/** A counted attempt. */
export interface Attempt {
  /** Takes the attempt back, because it succeeded. */
  succeeded(): Promise<void>
}

/**
 * Counts attempts in the database, so that all hub processes count together. An attempt is counted before it is
 * checked, so that parallel guesses count too.
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

  /** Counts a sign-in. `account`: its normalized e-mail. Throws `too_many_attempts` with Retry-After. */
  signIn(account: string, origin: string, isTrusted: boolean): Promise<Attempt> {
    const both = `${account} ${origin}`
    return this.#count(
      isTrusted
        ? [['trusted', both]]
        : [
            // The narrowest limit comes first: a refused origin uses nothing of the shared limits.
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

/** Shortens a key; no e-mail of an account is longer. */
const cut = (key: string): string => key.slice(0, 400)
