import { type SQL, sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import { DeviceAlert } from '#shared/contracts/fleet/devices.ts'
import { REPORT_EVERY_MS } from '#shared/sync/report.ts'

/**
 * Limits for device alerts, shared by the list, its filter and the metrics. A revoked device raises no
 * alerts, so devices taken out of use should be revoked.
 */
export const ALERT_LIMITS = {
  /** Two missed reports in a row. Agents report every REPORT_EVERY_MS, even without sales. */
  silentMinutes: (2.5 * REPORT_EVERY_MS) / 60_000,
  downMinutes: 10,
  waitingMinutes: 60,
  /** Maximum clock skew at which the hub trusts a till's timestamps (docs/sync.md I-15). */
  clockSeconds: 120,
  diskFreeBytes: 1024 ** 3,
  replicaMinutes: 60,
  backupMinutes: 24 * 60,
} as const

/**
 * Maximum duration of a shift. A shift open for longer was probably forgotten, and the till is not selling
 * (docs/domain.md#shifts).
 */
const SHIFT_HOURS = 24
const shiftsSince = sql`now() - make_interval(hours => ${SHIFT_HOURS})`

/** Tills with an open shift. A till without one may be switched off without raising `down`. */
const openShifts = sql`
  SELECT shift.organization_id, shift.device_id FROM till_shifts AS shift
  WHERE shift.organization_id = devices.organization_id AND shift.opened_at > ${shiftsSince}
    AND shift.closed_at IS NULL`

/** Open shifts of all organizations, for callers that cannot read the rows of any organization. */
const openShiftsOfAll = sql`SELECT organization_id, device_id FROM platform_open_shifts(${shiftsSince})`

/**
 * Returns a condition for each alert on `devices` or on platform_devices() aliased as `devices`. Report
 * members are read with JSON paths, which ignore missing members and members of another type. Report times
 * are ISO 8601 in UTC, so they compare as text.
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

/** Alerts raised by a device, as an array. */
export const raisedAlerts = raisedBy(openShifts)
/** Alerts raised by a row of platform_devices(), as an array. */
export const raisedAlertsOfAll = raisedBy(openShiftsOfAll)

function raisedBy(shifts: SQL): SQL<DeviceAlert[]> {
  const each = DeviceAlert.options.map((alert) => sql`CASE WHEN ${raises(alert, shifts)} THEN ${alert} END`)
  return sql`array_remove(ARRAY[${sql.join(each, sql`, `)}]::text[], NULL)`
}

function isSilentFor(minutes: number): SQL {
  return sql`coalesce(${devices.lastContactAt}, ${devices.enrolledAt}) < now() - make_interval(secs => ${minutes * 60})`
}

/** Returns the condition that the report matches `path`, in which `$limit` is the time `limitMinutes` ago. */
function reportMatches(path: string, limitMinutes = 0): SQL {
  const limit = sql`to_char(now() - make_interval(mins => ${limitMinutes}), 'YYYY-MM-DD"T"HH24:MI:SS')`
  return sql`jsonb_path_match(${devices.report}, ${path}::jsonpath, jsonb_build_object('limit', ${limit}), true)`
}

/**
 * Returns the condition that the last occurrence is too old. Before the first occurrence, the start time of
 * the agent is used.
 */
function neverOrOlder(member: string, limitMinutes: number): SQL {
  return reportMatches(`$.${member} < $limit || ($.${member} == null && $.startedAt < $limit)`, limitMinutes)
}
