import { type SQL, sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import { DeviceAlert } from '#shared/contracts/fleet/devices.ts'
import { REPORT_EVERY_MS } from '#shared/sync/report.ts'

/**
 * Limits of the alerts of devices: the one set behind the list, its filter and the metrics. A device that is
 * gone for good is revoked and raises no alerts.
 */
export const ALERT_LIMITS = {
  /** Two missing reports in a row: agents report every REPORT_EVERY_MS, even without sales. */
  silentMinutes: (2.5 * REPORT_EVERY_MS) / 60_000,
  downMinutes: 10,
  waitingMinutes: 60,
  /** Largest skew at which the books trust a till's clock (docs/sync.md I-15). */
  clockSeconds: 120,
  diskFreeBytes: 1024 ** 3,
  replicaMinutes: 60,
  backupMinutes: 24 * 60,
} as const

/** Longest shift. A shift that is open for longer was forgotten (docs/domain.md#shifts): nobody sells. */
const SHIFT_HOURS = 24
const shiftsSince = sql`now() - make_interval(hours => ${SHIFT_HOURS})`

/** Tills that are selling now, by their open shifts: a till whose shift is closed may be switched off. */
const openShifts = sql`
  SELECT shift.organization_id, shift.device_id FROM till_shifts AS shift
  WHERE shift.organization_id = devices.organization_id AND shift.opened_at > ${shiftsSince}
    AND shift.closed_at IS NULL`

/** Open shifts of all organizations, for callers that see the rows of none. */
const openShiftsOfAll = sql`SELECT organization_id, device_id FROM platform_open_shifts(${shiftsSince})`

/**
 * Returns each alert as a condition on `devices`, which may also be the alias of platform_devices(). Members
 * of the report are read with JSON paths, which ignore a member that is missing or of another type. Times in
 * the report are ISO 8601 in UTC and compare as text.
 */
const conditionsBy = (shifts: SQL): Record<DeviceAlert, SQL> => ({
  down: sql`(${isSilentFor(ALERT_LIMITS.downMinutes)}
    AND (${devices.organizationId}, ${devices.id}) IN (${shifts}))`,
  silent: isSilentFor(ALERT_LIMITS.silentMinutes),
  waiting: reportMatches('$.oldestWaitingAt < $limit', ALERT_LIMITS.waitingMinutes),
  clock: reportMatches(`$.clockOffsetMs.abs() > ${ALERT_LIMITS.clockSeconds * 1000}`),
  disk: reportMatches(`$.diskFreeBytes < ${ALERT_LIMITS.diskFreeBytes}`),
  replica: neverOrOlder('replicaFreshAt', ALERT_LIMITS.replicaMinutes),
  backup: neverOrOlder('lastBackupAt', ALERT_LIMITS.backupMinutes),
  cloned: sql`${devices.clonedAt} IS NOT NULL`,
  trouble: reportMatches('exists($.troubles[*].code)'),
})

export const raises = (alert: DeviceAlert, shifts = openShifts): SQL =>
  sql`(${devices.revokedAt} IS NULL AND ${conditionsBy(shifts)[alert]})`

/** All alerts that a device raises, as an array. */
export const raisedAlerts = raisedBy(openShifts)
/** Same for rows of platform_devices(). */
export const raisedAlertsOfAll = raisedBy(openShiftsOfAll)

function raisedBy(shifts: SQL): SQL<DeviceAlert[]> {
  const each = DeviceAlert.options.map((alert) => sql`CASE WHEN ${raises(alert, shifts)} THEN ${alert} END`)
  return sql`array_remove(ARRAY[${sql.join(each, sql`, `)}]::text[], NULL)`
}

function isSilentFor(minutes: number): SQL {
  return sql`coalesce(${devices.lastContactAt}, ${devices.enrolledAt}) < now() - make_interval(secs => ${minutes * 60})`
}

/** Returns the condition; `$limit` in the path is the time `limitMinutes` ago. */
function reportMatches(path: string, limitMinutes = 0): SQL {
  const limit = sql`to_char(now() - make_interval(mins => ${limitMinutes}), 'YYYY-MM-DD"T"HH24:MI:SS')`
  return sql`jsonb_path_match(${devices.report}, ${path}::jsonpath, jsonb_build_object('limit', ${limit}), true)`
}

/** Returns the condition that the last occurrence is too old; before the first, the start of the agent counts. */
function neverOrOlder(member: string, limitMinutes: number): SQL {
  return reportMatches(`$.${member} < $limit || ($.${member} == null && $.startedAt < $limit)`, limitMinutes)
}
