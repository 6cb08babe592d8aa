import { isDeepStrictEqual } from 'node:util'
import type { ApprovedCommand, LimitName } from '#shared/contracts/till/approvals.ts'
import type { Clock } from '../../clock.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Cashier } from '../../replica/cashiers.ts'
import { hashToken, newToken } from '../session/session-token.ts'

const GOOD_FOR_MS = 2 * 60_000

/** A supervisor's approval. It lifts one limit for one request of one cashier at one till, with an unchanged cart. */
export interface Approval {
  tillId: string
  cashierId: string
  /** Cart state from `approvedCart`. */
  cart: string
  limit: LimitName
  deed: ApprovedCommand
  supervisor: Cashier
  reason: string
}

/** An approval sent with the request that it was given for. */
export interface PresentedApproval {
  /** Consumes the approval. Returns null when it is for another limit or another cart state, or was already used. */
  use: (limit: LimitName, cart: string) => Approval | null
}

/**
 * The unused approvals (docs/domain.md#approvals). They are kept in memory only, so the supervisor must
 * approve again after a restart of the agent. They expire by the monotonic clock.
 */
export class Approvals {
  readonly #clock: Clock
  readonly #open = new Map<string, Approval & { until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Stores an approval and returns its token. */
  give(approval: Approval): string {
    for (const [key, { until }] of this.#open) if (until < this.#clock.monotonicMs()) this.#open.delete(key)
    const token = newToken()
    this.#open.set(keyOf(token), { ...approval, until: this.#clock.monotonicMs() + GOOD_FOR_MS })
    return token
  }

  /**
   * Returns the approval of a token, or null for a token that is unknown, used or expired, or was given for
   * another request, cashier or till.
   */
  present(
    token: string,
    requested: Pick<Approval, 'tillId' | 'cashierId' | 'deed'>,
  ): PresentedApproval | null {
    const key = keyOf(token)
    const approval = this.#open.get(key)
    if (!approval || approval.until < this.#clock.monotonicMs()) return null
    const { tillId, cashierId, deed } = approval
    if (
      !isDeepStrictEqual(
        { tillId, cashierId, deed: plain(deed) },
        { ...requested, deed: plain(requested.deed) },
      )
    )
      return null
    return {
      use: (limit, cart) =>
        approval.limit === limit && approval.cart === cart && this.#open.delete(key) ? approval : null,
    }
  }
}

const keyOf = (token: string): string => hashToken(token).toString('hex')

/** Normalizes a command: a missing body equals an empty one. */
const plain = ({ method, path, body = {} }: ApprovedCommand): ApprovedCommand => ({ method, path, body })

/**
 * Identifies the cart state that an approval applies to: the cart's id and its version, which every change
 * increments. All empty carts are equal, except that a return differs from a sale.
 */
export function approvedCart(cart: Cart | null): string {
  if (!cart) return 'empty'
  const { id, version, lines, vouchers, back, isReturn } = cart
  const size = lines.length + vouchers.length + (back?.lines.length ?? 0)
  if (size > 0) return `${id} ${version}`
  return isReturn ? 'empty return' : 'empty'
}
