import type { Device } from '#shared/contracts/fleet/devices.ts'
import type { DeviceRow } from './queries.ts'

export function presentDevice(row: DeviceRow): Device {
  return {
    id: row.id,
    name: row.name,
    retailPointId: row.retailPointId,
    retailPointName: row.retailPointName,
    series: row.chainSeries ?? [row.series],
    enrolledAt: row.enrolledAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    replacesDeviceId: row.replacesDeviceId,
    clonedAt: row.clonedAt?.toISOString() ?? null,
    lastContactAt: row.lastContactAt?.toISOString() ?? null,
    reportedAt: row.reportedAt?.toISOString() ?? null,
    report: row.report,
    openWorkItems: row.openWorkItems,
    alerts: row.alerts,
  }
}
