import type { TillCashier } from '#shared/contracts/till/till.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { TillLimits } from '#shared/domain/till-limits.ts'
import type { PresentedApproval } from '../approvals/approvals.ts'

export interface SignedInCashier extends TillCashier {
  permissions: Permission[]
  limits: TillLimits
}

/** The till that sends a request, and the employee signed in there. */
export interface Actor {
  tillId: string
  cashier: SignedInCashier
  /** Approval of a supervisor presented with the request; null: none. */
  approval: PresentedApproval | null
  /** Id of the button press that sent the request; omitted: the command may run again. */
  commandId?: string | undefined
}
