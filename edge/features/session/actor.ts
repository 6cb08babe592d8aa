import type { TillCashier } from '#shared/contracts/till/till.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { TillLimits } from '#shared/domain/till-limits.ts'
import type { PresentedApproval } from '../approvals/approvals.ts'

export interface SignedInCashier extends TillCashier {
  permissions: Permission[]
  limits: TillLimits
}

/** The till that sent a request, and the employee signed in there. */
export interface Actor {
  tillId: string
  cashier: SignedInCashier
  /** Supervisor's approval sent with the request, or null. */
  approval: PresentedApproval | null
  /** Id of the button press that sent the request. Without it, the command is not deduplicated. */
  commandId?: string | undefined
}
