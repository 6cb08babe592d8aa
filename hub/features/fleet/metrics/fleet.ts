import { sql } from 'drizzle-orm'
import { Gauge, Registry } from 'prom-client'
import type { Database } from '#hub/db/transact.ts'
import { raisedAlertsOfAll } from '#hub/features/fleet/devices/alerts.ts'
import { type OrganizationBooks, readAllBooks } from '#hub/features/inventory/books-check/queries.ts'
import type { DeviceAlert } from '#shared/contracts/fleet/devices.ts'
import type { AgentReport } from '#shared/sync/report.ts'

/**
 * Metrics of all organizations: devices in service, open work items, uploads to be posted, pending costs, and
 * the results of books checks.
 */
export interface Fleet {
  devices: FleetDevice[]
  backlog: { organizationId: string; list: 'work_items' | 'uploads'; kind: string; items: number }[]
  costsPending: { organizationId: string; products: number }[]
  books: OrganizationBooks[]
}
interface FleetDevice {
  organizationId: string
  id: string
  name: string
  retailPointName: string
  lastContactAt: Date | null
  report: AgentReport | null
  alerts: DeviceAlert[]
}

/** Reads the data in four statements, regardless of the number of devices. */
export async function readFleet(db: Database): Promise<Fleet> {
  const books = await readAllBooks(db)
  return db.platform(async (tx) => {
    const devices = await tx.execute<FleetDevice & Record<string, unknown>>(sql`
      SELECT organization_id AS "organizationId", id, name, retail_point_name AS "retailPointName",
        last_contact_at AS "lastContactAt", report, ${raisedAlertsOfAll} AS alerts
      FROM platform_devices() AS devices`)
    const backlog = await tx.execute<Fleet['backlog'][number] & Record<string, unknown>>(sql`
      SELECT organization_id AS "organizationId", list, kind, items::int FROM platform_backlog()`)
    const costsPending = await tx.execute<Fleet['costsPending'][number]>(sql`
      SELECT organization_id AS "organizationId", count(*)::int AS products FROM platform_cost_recalculations()
      GROUP BY organization_id`)
    return { devices: devices.rows, backlog: backlog.rows, costsPending: costsPending.rows, books }
  })
}

type Figure = (device: FleetDevice, nowMs: number) => number | null | undefined

const FIGURES: [name: string, help: string, figure: Figure][] = [
  [
    'last_contact_age_seconds',
    'Seconds since the last contact of the device with the hub',
    secondsSince((d) => d.lastContactAt),
  ],
  [
    'oldest_unsent_age_seconds',
    'Age of the oldest item the device has not uploaded; 0: none',
    oldestUnsentAge,
  ],
  ['waiting', 'Items the device has not uploaded', ({ report }) => report?.waiting],
  ['clock_offset_seconds', 'Hub time minus time of the device', clockOffset],
  ['disk_free_bytes', 'Free disk space where its files are', ({ report }) => report?.diskFreeBytes],
  [
    'replica_age_seconds',
    'Seconds since its replica last matched the hub',
    secondsSince((d) => d.report?.replicaFreshAt),
  ],
  [
    'backup_age_seconds',
    'Seconds since the last backup of its journal',
    secondsSince((d) => d.report?.lastBackupAt),
  ],
]

function secondsSince(time: (device: FleetDevice) => Date | string | null | undefined): Figure {
  return (device, nowMs) => {
    const at = time(device)
    return at ? (nowMs - new Date(at).getTime()) / 1000 : undefined
  }
}

function oldestUnsentAge(device: FleetDevice, nowMs: number): number | null | undefined {
  if (device.report?.waiting === 0) return 0
  return secondsSince(({ report }) => report?.oldestWaitingAt)(device, nowMs)
}

function clockOffset({ report }: FleetDevice): number | undefined {
  return typeof report?.clockOffsetMs === 'number' ? report.clockOffsetMs / 1000 : undefined
}

/**
 * Returns a new registry for each scrape, so that removed devices leave no series and concurrent scrapes do
 * not mix. `fleet` is undefined when the database did not respond.
 */
export function describeFleet(fleet: Fleet | undefined, nowMs = Date.now()): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `counterfoil_${name}`, help, labelNames, registers: [registry] })
  gauge('database_up', '1 when the database has answered this scrape', []).set(fleet ? 1 : 0)
  if (!fleet) return registry

  const ofDevice = ['organization', 'device', 'name', 'retail_point']
  const labelsOf = (device: FleetDevice) => ({
    organization: device.organizationId,
    device: device.id,
    name: device.name,
    retail_point: device.retailPointName,
  })
  for (const [name, help, figure] of FIGURES) {
    const figures = gauge(`device_${name}`, help, ofDevice)
    for (const device of fleet.devices) {
      const value = figure(device, nowMs)
      if (typeof value === 'number' && Number.isFinite(value)) figures.set(labelsOf(device), value)
    }
  }
  const alerts = gauge('device_alert', '1 for each alert of the device', [...ofDevice, 'alert'])
  for (const device of fleet.devices) {
    for (const alert of device.alerts) alerts.set({ ...labelsOf(device), alert }, 1)
  }

  const workItems = gauge('work_items_open', 'Items on the work list', ['organization', 'kind'])
  const unposted = gauge('uploads_unposted', 'Uploads in custody, not posted yet', ['organization', 'status'])
  for (const { organizationId: organization, list, kind, items } of fleet.backlog) {
    if (list === 'work_items') workItems.set({ organization, kind }, items)
    else unposted.set({ organization, status: kind }, items)
  }

  const pending = gauge('products_costs_pending', 'Products whose costs a job is recalculating', [
    'organization',
  ])
  for (const { organizationId: organization, products } of fleet.costsPending)
    pending.set({ organization }, products)

  const findings = gauge('books_findings', 'Findings of the last check of the books', ['organization'])
  const checkAge = gauge('books_check_age_seconds', 'Seconds since the last check of the books', [
    'organization',
  ])
  for (const { organizationId: organization, findingsTotal, ageSeconds } of fleet.books) {
    if (findingsTotal !== null) findings.set({ organization }, findingsTotal)
    if (ageSeconds !== null) checkAge.set({ organization }, ageSeconds)
  }
  return registry
}
