import type { Permission } from '#shared/contracts/permissions.ts'
import type { TillCashier } from '#shared/contracts/till/till.ts'
import type { TillLimits } from '#shared/contracts/till-limits.ts'
import type { PresentedApproval } from '../approvals/approvals.ts'

export interface SignedInCashier extends TillCashier {
  permissions: Permission[]
  limits: TillLimits
}

/** Which till asks, and who stands at it. */
export interface Actor {
  tillId: string
  cashier: SignedInCashier
  /** That of a supervisor which came with the request; null: there is none. */
  approval: PresentedApproval | null
  /** The id of the press that sent the request; left out: the command may be done again. */
  commandId?: string | undefined
}
