import type { Cashier } from '../../replica/cashiers.ts'
import type { ReplicaReader } from '../../replica/replica.ts'

/**
 * Lists the cashiers who may sell at this retail point: all, unless head office has named some
 * (docs/domain.md#retail-points, cashierIds).
 */
export function listCashiers({ cashiers, settings }: ReplicaReader): Cashier[] {
  const mayWork = worksHere(settings.find()?.cashierIds)
  return cashiers.list().filter(({ id, permissions }) => permissions.includes('pos.sell') && mayWork(id))
}

/** Returns null also for a cashier of other retail points. */
export function findCashier({ cashiers, settings }: ReplicaReader, id: string): Cashier | null {
  const cashier = cashiers.find(id)
  return cashier && worksHere(settings.find()?.cashierIds)(cashier.id) ? cashier : null
}

const worksHere =
  (named: readonly string[] = []) =>
  (id: string): boolean =>
    named.length === 0 || named.includes(id)
