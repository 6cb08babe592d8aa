import type { Logger } from 'pino'
import type { Approve, LimitName } from '#shared/contracts/till/approvals.ts'
import type { TillLimits } from '#shared/domain/till-limits.ts'
import { PURPOSE_OF_LIMIT } from '#shared/domain/till-reasons.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Cashier } from '../../replica/cashiers.ts'
import type { Replica, ReplicaReader } from '../../replica/replica.ts'
import type { Actor } from '../session/actor.ts'
import { checkPin } from '../session/check-pin.ts'
import { findCashier, listCashiers } from '../session/find-cashier.ts'
import { refuseOtherReason } from '../session/refuse-other-reason.ts'
import type { Training } from '../training/training.ts'
import { type Approvals, approvedCart } from './approvals.ts'

interface ApprovingParts {
  readonly journal: Journal
  readonly replica: Replica
  readonly clock: Clock
  readonly log: Logger
  readonly approvals: Approvals
  readonly training: Training
}

/**
 * Lifts one limit of the cashier for one request, by a supervisor's PIN (docs/domain.md#approvals). The
 * approval applies to the cart as of the successful PIN check. Returns the approval's token. Throws
 * `not_found` for an unknown supervisor, `wrong_pin`, `too_many_attempts`, and `forbidden` when the
 * supervisor's limit is no wider than the cashier's.
 */
export async function approve(
  { journal, replica, clock, log, approvals, training }: ApprovingParts,
  { tillId, cashier }: Actor,
  { supervisorId, pin, limit, reason, deed }: Approve,
): Promise<string> {
  refuseOtherReason({ replica }, PURPOSE_OF_LIMIT[limit], { reason })
  const supervisor = replica.read((reader) => findCashier(reader, supervisorId))
  if (!supervisor) throw new Problem('not_found', { detail: 'There is no such cashier' })
  const about = { tillId, cashierId: cashier.id, supervisorId, limit }
  try {
    await checkPin({ journal, clock }, supervisor, pin)
  } catch (error) {
    log.warn({ event: 'approval_failed', ...about }, 'approval refused: wrong PIN, or too many attempts')
    throw error
  }
  if (!mayLift(supervisor, limit, cashier.limits))
    throw new Problem('forbidden', {
      detail: `${supervisor.name} has no role with: ${limit}`,
      extensions: { supervisorId },
    })
  const { carts } = (training.journalOf(tillId) ?? journal).read
  const cart = approvedCart(carts.findOpen(tillId))
  log.info({ event: 'limit_approved', ...about }, 'a supervisor has lifted a limit')
  return approvals.give({ tillId, cashierId: cashier.id, cart, limit, deed, supervisor, reason })
}

/** Returns the supervisors who can lift the limit for the cashier. */
export const listSupervisors = (reader: ReplicaReader, { cashier }: Actor, limit: LimitName): Cashier[] =>
  listCashiers(reader).filter((other) => mayLift(other, limit, cashier.limits))

/** True when the other employee's limit is wider than the cashier's. Works for flags and for maximum discounts. */
const mayLift = ({ limits }: Cashier, limit: LimitName, own: TillLimits): boolean =>
  Number(limits[limit]) > Number(own[limit])
