import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/problems/problem.ts'

/** So many points within so many seconds. */
interface Budget {
  points: number
  seconds: number
}

/**
 * Rate limits slow down the guesser, not the owner of the account. A failed sign-in counts for the pair of account and
 * origin. Only unknown origins, from which nobody has signed in to the account yet, count against the whole account. So
 * a flood from elsewhere does not lock out an owner at a known origin.
 */
const BUDGETS = {
  /** Failed sign-ins of one account from one origin. */
  stranger: { points: 10, seconds: 600 },
  /** The same from a known origin of the account. */
  trusted: { points: 30, seconds: 600 },
  /** Failed sign-ins of one account from all unknown origins together: limits a botnet. */
  account: { points: 60, seconds: 3600 },
  /** Failed sign-ins of all accounts from one origin, which may be that of a whole shop. */
  origin: { points: 300, seconds: 600 },
  /** Failed sign-ins of devices from one origin. */
  device: { points: 100, seconds: 600 },
  /** New organizations from one origin. */
  signUp: { points: 100, seconds: 3600 },
  /** PINs that one person gives to employees of one organization: one that is free was a wrong guess. */
  pin: { points: 30, seconds: 3600 },
  /** Those of them that a colleague has already: right guesses. */
  takenPin: { points: 5, seconds: 3600 },
  /** Links for a new password that one origin asks for, whatever the account. */
  forgotPassword: { points: 60, seconds: 3600 },
  /** Links that prove the address of one account, asked for again. */
  addressLink: { points: 5, seconds: 3600 },
  /** Invitations that one person sends. */
  invitation: { points: 200, seconds: 3600 },
  /** Invitations to one address, from all organizations. */
  invited: { points: 20, seconds: 24 * 3600 },
  /** Single sign-ons that were begun from one origin, which may be that of a whole shop. */
  signOn: { points: 300, seconds: 600 },
  /** Links of mails and codes of single sign-on that were wrong, from one origin. */
  link: { points: 100, seconds: 600 },
  /** Pages of receipts that are not there, asked for from one origin: all customers of a shop may share it. */
  receipt: { points: 600, seconds: 600 },
  /** Downloads of exports that are not there, asked for from one origin. */
  exportDownload: { points: 60, seconds: 600 },
  /** Pairing codes from one origin that were wrong. */
  enrolment: { points: 100, seconds: 600 },
  /** Numbers that no gift voucher has, asked for by one device. */
  voucher: { points: 30, seconds: 600 },
  /** Diagnostics of one organization: each speaks with the mail server. */
  diagnostic: { points: 60, seconds: 600 },
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof BUDGETS
/** What an attempt counts for. */
type Counted = readonly [budget: BudgetName, key: string][]

/** An attempt that has been counted. */
export interface Attempt {
  /** The attempt succeeded and does not count. */
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

  /** `account`: its normalized e-mail. Throws too_many_attempts with Retry-After. */
  signIn(account: string, origin: string, isTrusted: boolean): Promise<Attempt> {
    const both = `${account} ${origin}`
    return this.#count(
      isTrusted
        ? [['trusted', both]]
        : [
            // The narrowest limit first: a refused origin uses nothing of the shared limits.
            ['stranger', both],
            ['origin', origin],
            ['account', account],
          ],
    )
  }

  /** Throws too_many_attempts with Retry-After. */
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

/** No e-mail that has an account is longer. */
const cut = (key: string): string => key.slice(0, 400)
