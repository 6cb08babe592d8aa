import { z } from 'zod'
import { Pin } from '../account/auth.ts'
import { Id, text } from '../common.ts'
import { TillLimits } from '../till-limits.ts'
import { TillCashier } from './till.ts'

/** Names an approval in the one request that it is for. */
export const APPROVAL_HEADER = 'X-Approval'

const LimitName = TillLimits.keyof()
export type LimitName = z.infer<typeof LimitName>

/** The request that was refused, as it will be sent again. */
export const ApprovedDeed = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Below TILL_API. */
  path: text(500),
  body: z.record(z.string(), z.unknown()).optional(),
})
export type ApprovedDeed = z.output<typeof ApprovedDeed>

/** A supervisor lifts one limit for one deed, once (docs/domain.md#approvals). */
export const Approve = z.strictObject({
  supervisorId: Id,
  pin: Pin,
  limit: LimitName,
  reason: text(255),
  deed: ApprovedDeed,
})
export type Approve = z.output<typeof Approve>

/** The value of APPROVAL_HEADER; good for a short time. */
export const Approval = z.object({ approval: z.string() })

/** Those who hold the limit themselves. */
export const SupervisorsQuery = z.strictObject({ limit: LimitName })
export const Supervisors = z.object({ items: z.array(TillCashier) })
export type Supervisors = z.infer<typeof Supervisors>
