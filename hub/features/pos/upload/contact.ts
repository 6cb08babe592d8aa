import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { openWorkItem } from '#hub/features/work-items/open-work-item.ts'
import { flag } from '#shared/flags/flag.ts'
import { must } from '#shared/std/must.ts'
import { REPORT_EVERY_MS } from '#shared/sync/report.ts'
import type { ReceivedUpload } from './read-upload.ts'

/**
 * Minimum interval between writes. Shorter than the report interval, because two missing reports raise an
 * alert (hub/features/fleet/devices/alerts.ts).
 */
const CONTACT_EVERY_MS = REPORT_EVERY_MS / 2
const MOST_BOOT_IDS = 20

type Known = Pick<typeof devices.$inferSelect, 'bootIds' | 'clonedAt' | 'lastContactAt' | 'report'>

/**
 * Records the contact, the run and the report of the agent. Writes with each report, not with every upload.
 * `isClone` is true when an earlier run has reappeared, because two live agents then share one identity
 * (docs/sync.md I-16). The caller must have locked the device's chains.
 */
export async function noteContact(
  tx: Tx,
  deviceId: string,
  upload: ReceivedUpload,
): Promise<{ isClone: boolean }> {
  const own = and(eq(devices.organizationId, tx.organizationId), eq(devices.id, deviceId))
  const [found] = await contactOf(tx, { deviceId })
  const known: Known = must(found, 'device')
  const { bootId, report } = upload
  const isNewRun = bootId !== '' && !known.bootIds.includes(bootId)
  const isClone = bootId !== '' && known.bootIds.indexOf(bootId) > 0
  const isNewlyCloned = isClone && known.clonedAt === null
  const isOtherReport = report !== null && !isDeepStrictEqual(report, known.report)
  if (isNewRun || isNewlyCloned || isOtherReport || isDue(known.lastContactAt)) {
    await tx
      .update(devices)
      .set({
        lastContactAt: sql`now()`,
        ...(isNewRun && { bootIds: [bootId, ...known.bootIds].slice(0, MOST_BOOT_IDS) }),
        ...(isNewlyCloned && { clonedAt: sql`now()` }),
        ...(report && { report, reportedAt: sql`now()` }),
        ...(report?.agentVersion && { agentVersion: report.agentVersion }),
      })
      .where(own)
  }
  if (isNewlyCloned) {
    await openWorkItem(tx, {
      kind: 'clone',
      subject: deviceId,
      deviceId,
      reasons: [flag('two_agents', { run: bootId })],
    })
  }
  return { isClone }
}

const contactOf = statement('devices.contact', (given: Given<'deviceId'>, db) =>
  db
    .select({
      bootIds: devices.bootIds,
      clonedAt: devices.clonedAt,
      lastContactAt: devices.lastContactAt,
      report: devices.report,
    })
    .from(devices)
    .where(and(eq(devices.organizationId, given.organizationId), eq(devices.id, given.deviceId))),
)

function isDue(lastContactAt: Date | null): boolean {
  return lastContactAt === null || Date.now() - lastContactAt.getTime() > CONTACT_EVERY_MS
}
