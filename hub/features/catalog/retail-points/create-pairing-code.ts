import { and, eq, isNull } from 'drizzle-orm'
import { pairingCodes } from '#hub/db/tables/platform.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { isSeen } from '#hub/db/visible-stores.ts'
import type { PairingCode } from '#shared/contracts/catalog/retail-points.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { hashPairingCode, newPairingCode, PAIRING_CODE_TTL_MS } from './pairing-code.ts'
import { lockRetailPoint } from './queries.ts'

/**
 * Creates a code with which an agent can enrol at the retail point, optionally as a replacement for another
 * device. Earlier unused codes become invalid.
 */
export async function createPairingCode(
  tx: Tx,
  retailPointId: string,
  replacesDeviceId: string | null,
): Promise<PairingCode> {
  // The second of two concurrent requests waits here and invalidates the first code.
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
