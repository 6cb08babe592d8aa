import { type SQL, sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import { DeviceAlert } from '#shared/contracts/fleet/devices.ts'

/**
 * When somebody should be told about a device: the one set of limits behind the list, its filter and the metrics. A
 * device that is gone for good is revoked; then it raises none.
 */
export const ALERT_LIMITS = {
  /** Agents report every minute (REPORT_EVERY_MS), also when nothing is sold. */
  silentMinutes: 15,
  waitingMinutes: 60,
  /** The skew up to which the books take a till's clock at its word (docs/sync.md I-15). */
  clockSeconds: 120,
  diskFreeBytes: 1024 ** 3,
  replicaMinutes: 60,
  backupMinutes: 24 * 60,
} as const

/**
 * Each alert as a condition on `devices`, which may also be the alias of platform_devices(). Members of the report are
 * looked at with JSON paths, which make nothing of a member that is missing or of another type; its times are ISO 8601
 * in UTC and compare as text.
 */
const CONDITIONS: Record<DeviceAlert, SQL> = {
  silent: sql`coalesce(${devices.lastContactAt}, ${devices.enrolledAt})
    < now() - make_interval(mins => ${ALERT_LIMITS.silentMinutes})`,
  waiting: reportMatches('$.oldestWaitingAt < $limit', ALERT_LIMITS.waitingMinutes),
  clock: reportMatches(`$.clockOffsetMs.abs() > ${ALERT_LIMITS.clockSeconds * 1000}`),
  disk: reportMatches(`$.diskFreeBytes < ${ALERT_LIMITS.diskFreeBytes}`),
  replica: neverOrOlder('replicaFreshAt', ALERT_LIMITS.replicaMinutes),
  backup: neverOrOlder('lastBackupAt', ALERT_LIMITS.backupMinutes),
  cloned: sql`${devices.clonedAt} IS NOT NULL`,
  trouble: reportMatches('exists($.troubles[*].code)'),
}

export const raises = (alert: DeviceAlert): SQL =>
  sql`(${devices.revokedAt} IS NULL AND ${CONDITIONS[alert]})`

/** All that a device raises, as an array. */
export const raisedAlerts = sql<DeviceAlert[]>`array_remove(ARRAY[${sql.join(
  DeviceAlert.options.map((alert) => sql`CASE WHEN ${raises(alert)} THEN ${alert} END`),
  sql`, `,
)}]::text[], NULL)`

/** `$limit` in the path is the time so many minutes ago. */
function reportMatches(path: string, limitMinutes = 0): SQL {
  const limit = sql`to_char(now() - make_interval(mins => ${limitMinutes}), 'YYYY-MM-DD"T"HH24:MI:SS')`
  return sql`jsonb_path_match(${devices.report}, ${path}::jsonpath, jsonb_build_object('limit', ${limit}), true)`
}

/** What has never happened counts from the start of the agent. */
function neverOrOlder(member: string, limitMinutes: number): SQL {
  return reportMatches(`$.${member} < $limit || ($.${member} == null && $.startedAt < $limit)`, limitMinutes)
}
