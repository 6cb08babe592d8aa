import type { Permission } from '#shared/contracts/permissions.ts'
import type { TillCashier } from '#shared/contracts/till/till.ts'

export interface SignedInCashier extends TillCashier {
  permissions: Permission[]
}

/** Which till asks, and who stands at it. */
export interface Actor {
  tillId: string
  cashier: SignedInCashier
}
