import { and, eq, isNull } from 'drizzle-orm'
import { isSeen } from '#hub/db/stores-seen.ts'
import { pairingCodes } from '#hub/db/tables/platform.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { PairingCode } from '#shared/contracts/catalog/retail-points.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { hashPairingCode, newPairingCode, PAIRING_CODE_TTL_MS } from './pairing-code.ts'
import { lockRetailPoint } from './queries.ts'

/**
 * Makes the one code with which an agent can enrol at the point, in the place of another device where one is named.
 * Those made earlier and not used end.
 */
export async function createPairingCode(
  tx: Tx,
  retailPointId: string,
  replacesDeviceId: string | null,
): Promise<PairingCode> {
  // Two codes asked for at once come one after the other, so that the second ends the first.
  await lockRetailPoint(tx, retailPointId)
  if (replacesDeviceId) await requireDevice(tx, replacesDeviceId)
  await endPairingCodes(tx, retailPointId)
  const code = newPairingCode()
  const expiresAt = new Date(Date.now() + PAIRING_CODE_TTL_MS)
  await tx.insert(pairingCodes).values({
    codeHash: hashPairingCode(code),
    organizationId: tx.organizationId,
    retailPointId,
    replacesDeviceId,
    expiresAt,
  })
  return { code, retailPointId, expiresAt: expiresAt.toISOString() }
}

async function requireDevice(tx: Tx, id: string): Promise<void> {
  const [device] = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.organizationId, tx.organizationId), eq(devices.id, id)))
  if (!device || !(await isSeen(tx, devices, id)))
    throw invalidField(['replacesDeviceId'], `there is no device ${id}`)
}

export async function endPairingCodes(tx: Tx, retailPointId: string): Promise<void> {
  await tx
    .delete(pairingCodes)
    .where(
      and(
        eq(pairingCodes.organizationId, tx.organizationId),
        eq(pairingCodes.retailPointId, retailPointId),
        isNull(pairingCodes.usedAt),
      ),
    )
}
