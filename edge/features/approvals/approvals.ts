import { isDeepStrictEqual } from 'node:util'
import type { ApprovedDeed, LimitName } from '#shared/contracts/till/approvals.ts'
import type { Clock } from '../../clock.ts'
import type { Cashier } from '../../replica/cashiers.ts'
import { hashToken, newToken } from '../session/session-token.ts'

const GOOD_FOR_MS = 2 * 60_000

/** What a supervisor has allowed: one limit, for one request of one cashier at one till, with the cart as it was. */
export interface Approval {
  tillId: string
  cashierId: string
  /** See `approvedCart`. */
  cart: string
  limit: LimitName
  deed: ApprovedDeed
  supervisor: Cashier
  reason: string
}

/** An approval that came with the request that it was given for. */
export interface PresentedApproval {
  /** Null when it is for another limit or another content of the cart, or was used. */
  use: (limit: LimitName, cart: string) => Approval | null
}

/**
 * The approvals that nobody has used yet (docs/domain.md#approvals). Kept in memory: after a restart of the agent the
 * supervisor is asked again. By the clock that never jumps.
 */
export class Approvals {
  readonly #clock: Clock
  readonly #open = new Map<string, Approval & { until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Answers the token that stands for it. */
  give(approval: Approval): string {
    for (const [key, { until }] of this.#open) if (until < this.#clock.monotonicMs()) this.#open.delete(key)
    const token = newToken()
    this.#open.set(keyOf(token), { ...approval, until: this.#clock.monotonicMs() + GOOD_FOR_MS })
    return token
  }

  /** Null for a token that is unknown, used or too old, or was given for another request, cashier or till. */
  present(token: string, asked: Pick<Approval, 'tillId' | 'cashierId' | 'deed'>): PresentedApproval | null {
    const key = keyOf(token)
    const approval = this.#open.get(key)
    if (!approval || approval.until < this.#clock.monotonicMs()) return null
    const { tillId, cashierId, deed } = approval
    if (!isDeepStrictEqual({ tillId, cashierId, deed: plain(deed) }, { ...asked, deed: plain(asked.deed) }))
      return null
    return {
      use: (limit, cart) =>
        approval.limit === limit && approval.cart === cart && this.#open.delete(key) ? approval : null,
    }
  }
}

const keyOf = (token: string): string => hashToken(token).toString('hex')

/** A body that is left out is an empty one. */
const plain = ({ method, path, body = {} }: ApprovedDeed): ApprovedDeed => ({ method, path, body })
