import { z } from 'zod'
import { Id, text } from '#shared/domain/fields.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import { Pin } from '../account/auth.ts'
import { TillCashier } from './till.ts'

/** Header with an approval, sent with the approved request. */
export const APPROVAL_HEADER = 'X-Approval'

const LimitName = TillLimits.keyof()
export type LimitName = z.infer<typeof LimitName>

/** Refused request, exactly as it will be repeated. */
export const ApprovedCommand = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Path relative to `TILL_API`. */
  path: text(500),
  body: z.record(z.string(), z.unknown()).optional(),
})
export type ApprovedCommand = z.output<typeof ApprovedCommand>

/** Approval by a supervisor. It lifts one limit for one command, once (docs/domain.md#approvals). */
export const Approve = z.strictObject({
  supervisorId: Id,
  pin: Pin,
  limit: LimitName,
  reason: text(255),
  deed: ApprovedCommand,
})
export type Approve = z.output<typeof Approve>

/** Value for `APPROVAL_HEADER`, valid for a short time. */
export const Approval = z.object({ approval: z.string() })

/** Query for the supervisors whose role is not bound by the limit. */
export const SupervisorsQuery = z.strictObject({ limit: LimitName })
export const Supervisors = z.object({ items: z.array(TillCashier) })
export type Supervisors = z.infer<typeof Supervisors>
