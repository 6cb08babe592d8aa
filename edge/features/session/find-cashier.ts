import type { Cashier } from '../../replica/cashiers.ts'
import type { ReplicaReader } from '../../replica/replica.ts'

/**
 * Lists the cashiers who can sell at this retail point: those assigned to it by head office, or all when none
 * are assigned (docs/domain.md#retail-points, cashierIds).
 */
export function listCashiers({ cashiers, settings }: ReplicaReader): Cashier[] {
  const mayWork = worksHere(settings.find()?.cashierIds)
  return cashiers.list().filter(({ id, permissions }) => permissions.includes('pos.sell') && mayWork(id))
}

/**
 * Finds a cashier who may work at this retail point. Returns null for an unknown cashier, and for a cashier
 * of other retail points only.
 */
export function findCashier({ cashiers, settings }: ReplicaReader, id: string): Cashier | null {
  const cashier = cashiers.find(id)
  return cashier && worksHere(settings.find()?.cashierIds)(cashier.id) ? cashier : null
}

const worksHere =
  (named: readonly string[] = []) =>
  (id: string): boolean =>
    named.length === 0 || named.includes(id)
