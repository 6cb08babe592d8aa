import { and, asc, eq, sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { ALERT_LIMITS, raises } from '#hub/features/fleet/devices/alerts.ts'
import type { DeviceAlert } from '#shared/contracts/fleet/devices.ts'
import type { DiagnosticName } from '#shared/contracts/organization/diagnostic.ts'
import { type Check, error, type Finding, notChecked, ofData, ok, one, warning } from './check.ts'

/** Maximum number of tills listed in a finding. */
const MOST_NAMED = 10

/** Checks of active tills, based on their reports. */
export const TILL_CHECKS = {
  tillContact: worstOf(
    ofTills('down', ok('tillsInContact'), error('tillsDown', { limit: ALERT_LIMITS.downMinutes })),
    ofTills('silent', ok('tillsInContact'), warning('tillsSilent', { limit: ALERT_LIMITS.silentMinutes })),
  ),
  tillUploads: ofTills(
    'waiting',
    ok('tillsHandedOver'),
    error('tillsWait', { limit: ALERT_LIMITS.waitingMinutes }),
  ),
  tillClocks: ofTills(
    'clock',
    ok('tillClocksRight'),
    error('tillClocksOff', { limit: ALERT_LIMITS.clockSeconds }),
  ),
  tillDisks: ofTills(
    'disk',
    ok('tillDisksRoom'),
    error('tillDisksFull', { limit: ALERT_LIMITS.diskFreeBytes / 1024 ** 3 }),
  ),
  tillData: ofTills(
    'replica',
    ok('tillDataFresh'),
    warning('tillDataOld', { limit: ALERT_LIMITS.replicaMinutes }),
  ),
  tillBackups: ofTills('backup', ok('tillBackupsMade'), warning('tillBackupsOld', { limit: 24 })),
  tillCopies: ofTills('cloned', ok('tillsUnique'), error('tillsCopied')),
  tillTroubles: ofTills('trouble', ok('tillsWell'), warning('tillsTroubled')),
  tillVersions: ofData(async (tx) => {
    const { rows } = await tx.execute<{ version: string; tills: number }>(sql`
      SELECT coalesce(report ->> 'agentVersion', agent_version) AS version, count(*)::int AS tills
      FROM devices WHERE organization_id = ${tx.organizationId} AND revoked_at IS NULL
      GROUP BY 1 ORDER BY 2 DESC, 1`)
    if (rows.length === 0) return notChecked('noTills')
    const versions = rows.map(({ version, tills }) => `${version} (${tills})`).join(', ')
    return rows.length === 1 ? ok('oneVersion', { versions }) : warning('manyVersions', { versions })
  }),
} satisfies Partial<Record<DiagnosticName, Check>>

/** Returns the first finding if it is an error, otherwise the second. */
function worstOf(first: Check, second: Check): Check {
  return async (checked) => {
    const found = await first(checked)
    return found.verdict === 'error' ? found : second(checked)
  }
}

/**
 * Returns a check for a device alert. Lists tills by series and last contact, because a till's name can be
 * the name of a person.
 */
function ofTills(alert: DeviceAlert, right: Finding, wrong: Finding): Check {
  return ofData(async (tx) => {
    const raising = await tx
      .select({ series: devices.series, lastContactAt: devices.lastContactAt })
      .from(devices)
      .where(and(eq(devices.organizationId, tx.organizationId), raises(alert)))
      .orderBy(asc(devices.series))
    if (raising.length === 0) return (await hasTills(tx)) ? right : notChecked('noTills')
    const named = raising
      .slice(0, MOST_NAMED)
      .map(({ series, lastContactAt }) => `${series} (${lastContactAt?.toISOString() ?? '–'})`)
    const others = raising.length - named.length
    const tills = [...named, ...(others > 0 ? [`+ ${others}`] : [])].join(', ')
    return { ...wrong, values: { ...wrong.values, tills } }
  })
}

async function hasTills(tx: Tx): Promise<boolean> {
  const { has } = await one<{ has: boolean }>(
    tx,
    sql`SELECT EXISTS (
      SELECT FROM devices WHERE organization_id = ${tx.organizationId} AND revoked_at IS NULL) AS has`,
  )
  return has
}
