import type { TillLimits } from '#shared/domain/till-limits.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Cashier } from '../../replica/cashiers.ts'
import { approvedCart } from '../approvals/approvals.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { TillRecordParts } from '../shifts/till-record.ts'
import type { Actor } from './actor.ts'

/** Limits that a role either grants or does not grant. */
export type Allowance = Exclude<keyof TillLimits, 'maxDiscountPercent'>

/**
 * Requires the limit from the cashier's role or from a supervisor's approval, which is then recorded
 * (docs/domain.md#approvals). Throws `forbidden` with the name of the limit.
 */
export function requireLimit(agent: TillRecordParts, tx: JournalWriter, actor: Actor, name: Allowance): void {
  if (actor.cashier.limits[name] || liftLimit(agent, tx, actor, name, (limits) => limits[name])) return
  throw new Problem('forbidden', { detail: `This needs a role with: ${name}`, extensions: { limit: name } })
}

/**
 * Consumes the approval sent with the request if it is for this limit and the supervisor's own limits
 * suffice. Returns the supervisor, or null when the limit is not lifted.
 */
export function liftLimit(
  agent: TillRecordParts,
  tx: JournalWriter,
  actor: Actor,
  limit: keyof TillLimits,
  isEnough: (limits: TillLimits) => boolean,
): Cashier | null {
  const approval = actor.approval?.use(limit, approvedCart(tx.carts.findOpen(actor.tillId)))
  if (!approval || !isEnough(approval.supervisor.limits)) return null
  const { supervisor, reason, deed } = approval
  recordEvent(agent, tx, actor, 'limit_lifted', {
    limit,
    supervisorId: supervisor.id,
    supervisorName: supervisor.name,
    reason,
    deed: `${deed.method} ${deed.path}`,
  })
  return supervisor
}
