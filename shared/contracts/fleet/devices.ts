import { z } from 'zod'
import { Count, Id, text, UtcTime } from '#shared/domain/fields.ts'
import { AgentReport } from '#shared/sync/report.ts'
import { BooleanQuery, listQuery, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Alerts of a device. `down`: no contact for ten minutes while its shift is open. `silent`: its last two
 * reports are missing. `waiting`: its oldest unsent sale is old. `clock`: large clock skew. `disk`: little
 * free space. `replica`: its data is old. `backup`: the backup of its journal is old. `cloned`: two agents
 * use its identity. `trouble`: a problem reported by the device. The limits are in
 * hub/features/fleet/devices/alerts.ts. A revoked device raises no alerts.
 */
export const DeviceAlert = z.enum([
  'down',
  'silent',
  'waiting',
  'clock',
  'disk',
  'replica',
  'backup',
  'cloned',
  'trouble',
])
export type DeviceAlert = z.infer<typeof DeviceAlert>

/** Edge agent as head office sees it. */
export const Device = z
  .object({
    id: Id,
    name: z.string(),
    retailPointId: Id,
    retailPointName: z.string(),
    series: z.array(z.string()).meta({ description: 'Ids of its chains, the current one last' }),
    enrolledAt: UtcTime,
    revokedAt: UtcTime.nullable(),
    replacesDeviceId: Id.nullable(),
    clonedAt: UtcTime.nullable(),
    lastContactAt: UtcTime.nullable(),
    reportedAt: UtcTime.nullable(),
    report: AgentReport.nullable(),
    openWorkItems: Count,
    alerts: z.array(DeviceAlert),
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof Device>

const DeviceUpdate = z.strictObject({ name: text(200) }).meta({ id: 'DeviceUpdate' })

const DevicePage = pageOf(Device, 'DevicePage')
export const DeviceListQuery = listQuery(['name', 'lastContactAt', 'enrolledAt']).extend({
  retailPointId: Id.optional(),
  isRevoked: BooleanQuery.optional(),
  alert: DeviceAlert.optional(),
})
export type DeviceListQuery = z.output<typeof DeviceListQuery>

const base = '/api/devices'
export const DEVICES = endpoint({ method: 'get', path: base, query: DeviceListQuery, answer: DevicePage })
export const DEVICE = endpoint({ method: 'get', path: `${base}/{id}`, answer: Device })
export const RENAME_DEVICE = endpoint({
  method: 'patch',
  path: `${base}/{id}`,
  body: DeviceUpdate,
  answer: Device,
})
export const REVOKE_DEVICE = endpoint({ method: 'post', path: `${base}/{id}/revoke`, answer: Device })
