import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import { ALERT_LIMITS, raises } from '#hub/features/fleet/devices/alerts.ts'
import type { DeviceAlert } from '#shared/contracts/fleet/devices.ts'
import type { DiagnosticName, Verdict } from '#shared/contracts/organization/diagnostic.ts'
import { type Check, ofData, ok, warning } from './check.ts'

/** So many are named. */
const MOST_NAMED = 10

/** Of the tills in service, by what they report. */
export const TILL_CHECKS = {
  tillContact: ofTills('silent', 'warning', {
    right: 'All tills are in contact.',
    wrong: `The hub has not heard of these tills for more than ${ALERT_LIMITS.silentMinutes} minutes`,
    fix: 'See whether they are switched on and have a network. They go on selling. A till that is gone for good is revoked.',
  }),
  tillUploads: ofTills('waiting', 'error', {
    right: 'No till has old sales to hand over.',
    wrong: `These tills have sales that they could not hand over for more than ${ALERT_LIMITS.waitingMinutes} minutes`,
    fix: 'See what the check of their contact says, and what the till itself says under its status.',
  }),
  tillClocks: ofTills('clock', 'error', {
    right: 'The clocks of the tills are right.',
    wrong: `The clocks of these tills are off by more than ${ALERT_LIMITS.clockSeconds} seconds`,
    fix: 'Set them to the time of the internet in the settings of the operating system.',
  }),
  tillDisks: ofTills('disk', 'error', {
    right: 'The tills have room on their disks.',
    wrong: `These tills have less than ${ALERT_LIMITS.diskFreeBytes / 1024 ** 3} GiB left on their disks`,
    fix: 'Delete what the till does not need from its disk; leave its data folder alone.',
  }),
  tillData: ofTills('replica', 'warning', {
    right: 'The tills hold the products and prices of now.',
    wrong: `The products and prices of these tills are older than ${ALERT_LIMITS.replicaMinutes} minutes`,
    fix: 'See what the check of their contact says. Restart the agent if it is in contact.',
  }),
  tillBackups: ofTills('backup', 'warning', {
    right: 'The tills have backed up their journals.',
    wrong: 'The journals of these tills were not backed up for a day',
    fix: 'See whether the folder of the backup is there, such as a USB stick.',
  }),
  tillCopies: ofTills('cloned', 'error', {
    right: 'Every till has an identity of its own.',
    wrong: 'Two computers work with the identity of each of these tills',
    fix: 'Stop the copy, enrol it as a till of its own, and settle the item on the work list.',
  }),
  tillTroubles: ofTills('trouble', 'warning', {
    right: 'No till reports trouble.',
    wrong: 'These tills report trouble',
    fix: 'Open the till under Devices: it says what is wrong.',
  }),
  tillVersions: ofData(async (tx) => {
    const { rows } = await tx.execute<{ version: string; tills: number }>(sql`
      SELECT coalesce(report ->> 'agentVersion', agent_version) AS version, count(*)::int AS tills
      FROM devices WHERE organization_id = ${tx.organizationId} AND revoked_at IS NULL
      GROUP BY 1 ORDER BY 2 DESC, 1`)
    if (rows.length === 0) return ok('There are no tills.')
    const versions = rows.map(({ version, tills }) => `${version} (${tills})`).join(', ')
    if (rows.length === 1) return ok(`All tills have one version: ${versions}.`)
    return warning(
      `Tills have different versions: ${versions}.`,
      'Update the older ones. Whatever the versions, they go on working together.',
    )
  }),
} satisfies Partial<Record<DiagnosticName, Check>>

interface Words {
  right: string
  /** Goes on with the series of the tills. */
  wrong: string
  fix: string
}

/** What tills raise in the list of devices, too. Named by their series: the name of a till may be a person's. */
function ofTills(alert: DeviceAlert, verdict: Verdict, { right, wrong, fix }: Words): Check {
  return ofData(async (tx) => {
    const raising = await tx
      .select({ series: devices.series, lastContactAt: devices.lastContactAt })
      .from(devices)
      .where(and(eq(devices.organizationId, tx.organizationId), isNull(devices.revokedAt), raises(alert)))
      .orderBy(asc(devices.series))
    if (raising.length === 0) return ok(right)
    const named = raising
      .slice(0, MOST_NAMED)
      .map(
        ({ series, lastContactAt }) => `${series} (last contact ${lastContactAt?.toISOString() ?? 'never'})`,
      )
    const others = raising.length - named.length
    return {
      verdict,
      detail: `${wrong}: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
      fix,
    }
  })
}
