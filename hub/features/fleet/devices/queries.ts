import { and, asc, count, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { contains, matches, notFound, ordering } from '#hub/db/records.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { deviceChains, devices, workItems } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnseen } from '#hub/db/visible-stores.ts'
import type { DeviceListQuery } from '#shared/contracts/fleet/devices.ts'
import { raisedAlerts, raises } from './alerts.ts'

const { secretHash: _, bootIds: __, ...deviceColumns } = getTableColumns(devices)

function selectDevices(tx: Tx, where: SQL | undefined) {
  const ofOrganization = eq(workItems.organizationId, tx.organizationId)
  const open = tx
    .select({ deviceId: workItems.deviceId, items: count().as('items') })
    .from(workItems)
    .where(and(ofOrganization, isNull(workItems.settledAt)))
    .groupBy(workItems.deviceId)
    .as('open')
  const columns = {
    ...deviceColumns,
    retailPointName: retailPoints.name,
    chainSeries: sql<string[] | null>`(
      SELECT array_agg(chain.series ORDER BY chain.created_at, chain.id) FROM ${deviceChains} chain
      WHERE chain.organization_id = devices.organization_id AND chain.device_id = devices.id)`,
    openWorkItems: sql<number>`coalesce(${open.items}, 0)`.mapWith(Number),
    alerts: raisedAlerts,
  }
  return withPoint(tx.select(columns).from(devices).where(where).$dynamic()).leftJoin(
    open,
    eq(open.deviceId, devices.id),
  )
}
export type DeviceRow = Awaited<ReturnType<typeof selectDevices>>[number]

function withPoint<Select extends PgSelect>(select: Select) {
  return select.innerJoin(
    retailPoints,
    and(eq(retailPoints.organizationId, devices.organizationId), eq(retailPoints.id, devices.retailPointId)),
  )
}

export async function listDevices(
  tx: Tx,
  query: DeviceListQuery,
): Promise<{ rows: DeviceRow[]; total: number }> {
  const where = and(
    eq(devices.organizationId, tx.organizationId),
    matches(devices.retailPointId, query.retailPointId),
    query.isRevoked === undefined
      ? undefined
      : query.isRevoked
        ? isNotNull(devices.revokedAt)
        : isNull(devices.revokedAt),
    query.alert && raises(query.alert),
    contains([devices.name, devices.series, retailPoints.name], query.search),
  )
  const sortBy = {
    name: devices.name,
    lastContactAt: devices.lastContactAt,
    enrolledAt: devices.enrolledAt,
  }
  const rows = await selectDevices(tx, where)
    .orderBy(...ordering(query.sort ?? 'name', sortBy), asc(devices.id))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
  const [counted] = await withPoint(tx.select({ total: count() }).from(devices).where(where).$dynamic())
  return { rows, total: counted?.total ?? 0 }
}

export async function getDevice(tx: Tx, id: string): Promise<DeviceRow> {
  const [row] = await selectDevices(
    tx,
    and(eq(devices.organizationId, tx.organizationId), eq(devices.id, id)),
  )
  if (!row) throw notFound('device', id)
  return row
}

/**
 * Updates a device. Throws `not_found` for an unknown device, and for one in a store that the user has no
 * access to.
 */
export async function updateDevice(
  tx: Tx,
  id: string,
  values: { name: string } | { revokedAt: SQL },
): Promise<DeviceRow> {
  await refuseUnseen(tx, devices, 'device', id)
  await tx
    .update(devices)
    .set(values)
    .where(and(eq(devices.organizationId, tx.organizationId), eq(devices.id, id)))
  return getDevice(tx, id)
}
