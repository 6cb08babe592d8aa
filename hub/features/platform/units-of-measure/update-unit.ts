import { staleVersion } from '#hub/db/records.ts'
import { inUseProblem } from '#hub/db/refuse-when-used.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { Unit } from '#hub/features/catalog/units-of-measure/queries.ts'
import type { UnitOfMeasureUpdate } from '#shared/contracts/catalog/units-of-measure.ts'
import { findUsage, lockUnit, notifyTills, saveUnit } from './queries.ts'

/**
 * Updates a unit. Throws `not_found`, `concurrency_conflict`, and `in_use` when the unit would be deactivated
 * while organizations use it.
 */
export async function updateUnit(
  tx: PlatformTx,
  id: string,
  { version, fullName, ...values }: UnitOfMeasureUpdate,
): Promise<Unit> {
  const unit = await lockUnit(tx, id)
  if (unit.version !== version) throw staleVersion(version, unit.version)
  if (!values.isActive) await refuseWhenInUse(tx, id)
  const saved = await saveUnit(tx, id, { ...values, fullName: fullName ?? values.name })
  await notifyTills(tx, id)
  return saved
}

/**
 * Deactivates the unit but keeps its record. Throws `not_found`, and `in_use` when organizations have enabled
 * it or products use it.
 */
export async function deleteUnit(tx: PlatformTx, id: string): Promise<void> {
  await lockUnit(tx, id)
  await refuseWhenInUse(tx, id)
  await saveUnit(tx, id, { isActive: false })
}

async function refuseWhenInUse(tx: PlatformTx, id: string): Promise<void> {
  const blockedBy = await findUsage(tx, id)
  if (blockedBy.length > 0) throw inUseProblem(blockedBy)
}
