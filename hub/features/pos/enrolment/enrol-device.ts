import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { takeNumber } from '#hub/db/counters.ts'
import { pairingCodes } from '#hub/db/tables/platform.ts'
import { deviceChains, devices } from '#hub/db/tables/sync.ts'
import type { Database, Tx } from '#hub/db/transact.ts'
import { hashPairingCode } from '#hub/features/catalog/retail-points/pairing-code.ts'
import type { PublicAuthor } from '#hub/http/public-author.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import type { Enrolment, EnrolmentRequest } from '#shared/sync/enrolment.ts'
import { seriesOf } from './series.ts'

/**
 * Exchanges a single-use pairing code for a device with a credential and a receipt series. A code for a
 * replacement revokes the replaced device, which can still upload its unsent sales.
 */
export async function enrolDevice(
  db: Database,
  request: EnrolmentRequest,
  authorOf: PublicAuthor,
): Promise<Enrolment> {
  const codeHash = hashPairingCode(request.pairingCode)
  const isUsable = and(
    eq(pairingCodes.codeHash, codeHash),
    isNull(pairingCodes.usedAt),
    gt(pairingCodes.expiresAt, sql`now()`),
  )
  const [code] = await db.platform((tx) =>
    tx.select({ organizationId: pairingCodes.organizationId }).from(pairingCodes).where(isUsable),
  )
  if (!code) throw refusedCode()
  const id = newId()
  const author = authorOf({ ...code, accountId: null, kind: 'devices', recordId: id })
  return db.transact(
    code.organizationId,
    async (tx) => {
      // Checks and uses up the code in the transaction that creates the device, so that two agents cannot
      // both redeem it.
      const [taken] = await tx.update(pairingCodes).set({ usedAt: sql`now()` }).where(isUsable).returning({
        retailPointId: pairingCodes.retailPointId,
        replacesDeviceId: pairingCodes.replacesDeviceId,
      })
      if (!taken) throw refusedCode()
      const { retailPointId, replacesDeviceId } = taken
      const { organizationId } = tx
      // Locks devices before counters, in the same order as custody.
      if (replacesDeviceId) await revokeReplaced(tx, replacesDeviceId)
      const secret = newSecret()
      const series = seriesOf(await takeNumber(tx, 'device-series'))
      await tx.insert(devices).values({
        organizationId,
        id,
        retailPointId,
        name: request.deviceName,
        series,
        secretHash: hashSecret(secret),
        agentVersion: request.agentVersion,
        replacesDeviceId,
      })
      await tx.insert(deviceChains).values({ organizationId, id, deviceId: id, series, reason: 'enrolled' })
      return {
        organizationId,
        deviceId: id,
        retailPointId,
        clientId: `${organizationId}.${id}`,
        clientSecret: secret,
        series,
        replacesDeviceId,
      }
    },
    author,
  )
}

async function revokeReplaced(tx: Tx, id: string): Promise<void> {
  await tx
    .update(devices)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(devices.organizationId, tx.organizationId), eq(devices.id, id), isNull(devices.revokedAt)))
}

function refusedCode(): Problem {
  return new Problem('pairing_code_invalid', {
    detail: 'Ask head office for a new code; each is valid for one agent and 15 minutes',
    errors: [{ pointer: '#/pairingCode', detail: 'is unknown, used or expired' }],
  })
}
